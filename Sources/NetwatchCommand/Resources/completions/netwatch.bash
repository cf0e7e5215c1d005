# bash completion of netwatch(1). Commands, options and what they take are those that --help tells of, so
# that they are always those of the netwatch that is completed.
# shellcheck shell=bash

# Sets COMPREPLY to those of some words that begin as the word does.
_netwatch_choose() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

# _netwatch_fill OPTION PLACEHOLDER WORD: what can stand for a value.
_netwatch_fill() {
  case $1:$2 in
    *:FILE* | *:PATH* | *:DIR* | *:*'|PATH')
      compopt -o filenames
      mapfile -t COMPREPLY < <(
        [[ $2 != NAME\|PATH ]] || compgen -W "$(ls /run/netns 2>/dev/null)" -- "$3"
        compgen -f -- "$3"
      )
      ;;
    --interface:*) _netwatch_choose "$(ls /sys/class/net)" "$3" ;;
    *:USER) mapfile -t COMPREPLY < <(compgen -u -- "$3") ;;
    *:GROUP) mapfile -t COMPREPLY < <(compgen -g -- "$3") ;;
    *:LEVEL) _netwatch_choose "trace debug info notice warning error critical" "$3" ;;
    *:WHAT) _netwatch_choose "route probe" "$3" ;;
    *:METHOD*) _netwatch_choose "GET HEAD POST PUT PATCH DELETE" "$3" ;;
    *:DURATION* | *:URL*) ;;
    *:*\|*) _netwatch_choose "${2//|/ }" "$3" ;;
  esac
}

# What stands for an operand in the first line of the help: FILE, or a choice such as list|show.
_netwatch_operand() {
  local -a synopsis
  read -ra synopsis < <(sed 's/^Usage: netwatch [a-z]*//; s/\[-[^]]*\]//g; s/\[[A-Z ]*OPTIONS\]//; s/[][]//g; q')
  echo "${synopsis[$1]-}"
}

# What a program of another name would be completed with, where bash-completion is there to ask.
_netwatch_other() {
  local index
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ ${COMP_WORDS[index]} == -- ]] && break
  done
  if declare -F _command_offset >/dev/null; then
    _command_offset $((index + 1))
  elif ((index + 1 == COMP_CWORD)); then
    mapfile -t COMPREPLY < <(compgen -c -- "$1")
  else
    _netwatch_fill '' FILE "$1"
  fi
}

_netwatch() {
  local word=$2 command='' option='' operands=0 operand help line index
  local -a words commands=() synopsis
  local -A takes=()
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:COMP_POINT-1:1} != [[:blank:]] ]] || words+=('')
  [[ $word != = ]] || word=''
  COMPREPLY=()
  ((${#words[@]} < 3)) || [[ ${words[1]} == -* ]] || command=${words[1]}

  help=$("$1" ${command:+"$command"} --help 2>/dev/null)
  [[ $command || ${words[1]} != -* ]] || help+=$'\n'$("$1" watch --help 2>/dev/null)
  while IFS= read -r line; do
    if [[ $line =~ ^\ \ (-h,\ )?(--[a-z-]+)(\ ([A-Z\'][^ ]*|[a-z0-9]+(\|[a-z0-9]+)+)(\ |$))? ]]; then
      takes[${BASH_REMATCH[2]}]=${BASH_REMATCH[4]}
    elif [[ $line =~ ^\ \ ([a-z]+)\ + ]]; then
      commands+=("${BASH_REMATCH[1]}")
    fi
  done <<<"$help"

  for ((index = ${command:+1} + 1; index < ${#words[@]} - 1; index++)); do
    if [[ $option ]]; then
      option=''
    elif [[ ${words[index]} == -- ]]; then
      [[ $command != run ]] || _netwatch_other "$word"
      return
    elif [[ ${words[index]} == --* ]]; then
      [[ ${words[index]} == *=* || ! ${takes[${words[index]}]-} ]] || option=${words[index]}
    else
      operands=$((operands + 1))
    fi
  done
  [[ ${words[-1]} != --*=* ]] || option=${words[-1]%%=*}

  if [[ $option ]]; then
    _netwatch_fill "$option" "${takes[$option]-}" "$word"
  elif [[ $word == -* ]]; then
    _netwatch_choose "${!takes[*]}" "$word"
  elif [[ ! $command ]]; then
    ((${#words[@]} > 2)) || _netwatch_choose "${commands[*]}" "$word"
  else
    operand=$(_netwatch_operand "$operands" <<<"$help")
    _netwatch_fill '' "$operand" "$word"
    [[ $operand || $word ]] || _netwatch_choose "${!takes[*]}" ''
  fi
}

complete -F _netwatch netwatch

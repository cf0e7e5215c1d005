# Prints what bash completes lines with, with bash-completion loaded where NETWATCH_BASH_COMPLETION is its
# file: bash completions.bash LINE ...
# shellcheck shell=bash

# shellcheck source=/dev/null
[[ -z ${NETWATCH_BASH_COMPLETION-} ]] || source "$NETWATCH_BASH_COMPLETION"
# shellcheck source=Sources/NetwatchCommand/Resources/completions/netwatch.bash
source "${BASH_SOURCE[0]%/*}/../../Sources/NetwatchCommand/Resources/completions/netwatch.bash"

# It is there only while the shell completes.
compopt() { true; }

# Sets what bash sets: the words are cut at blanks and at "=".
for line; do
  COMP_LINE=$line
  COMP_POINT=${#COMP_LINE}
  read -ra COMP_WORDS <<<"${COMP_LINE//=/ = }"
  [[ $COMP_LINE != *[\ ] ]] || COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _netwatch netwatch "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  echo "== $line"
  [[ ${COMPREPLY[*]} == '' ]] || printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort -u
done

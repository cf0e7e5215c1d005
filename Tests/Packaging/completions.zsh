# Prints what zsh completes lines with, in a terminal of its own: zsh -f completions.zsh LINE ...

zmodload zsh/zpty
completions=${0:A:h}/../../Sources/NetwatchCommand/Resources/completions

# What would be offered is printed as a line, and what zsh wants of compadd beside that is done.
compadd_that_tells() {
  local -a matches
  if [[ "$*" != *-[a-zA-Z]#[OAD]\ * ]]; then
    builtin compadd -A matches "$@"
    (( $#matches == 0 )) || print -rl -- MATCH\ $^matches
  fi
  builtin compadd "$@"
}

zpty shell zsh -f -i
zpty -w shell "PS1= PS2= fpath=($completions \$fpath); autoload -Uz compinit && compinit -D -u; stty -echo"
zpty -w shell "setopt extended_glob; $(functions compadd_that_tells | sed 's/compadd_that_tells/compadd/')"
zpty -w shell 'complete_and_tell() { zle complete-word; zle kill-buffer; print DONE }'
zpty -w shell 'zle -N complete_and_tell; bindkey "^I" complete_and_tell; print LISTENING'
zpty -r shell output '*LISTENING*LISTENING*'
for line; do
  print -r -- "== $line"
  zpty -w -n shell "$line"$'\t'
  zpty -r shell output '*DONE*'
  print -r -- "$output" | tr -d '\r' | sed -n 's/.*MATCH //p' | sed 's/^--[a-z-]*=//' | LC_ALL=C sort -u
done
zpty -d shell

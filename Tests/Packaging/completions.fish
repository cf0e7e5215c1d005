# Prints what fish completes lines with: fish completions.fish LINE ...
source (status dirname)/../../Sources/NetwatchCommand/Resources/completions/netwatch.fish

for line in $argv
    echo "== $line"
    # Behind a tab stands what it means; where the value stands behind "=", the option stands before it.
    complete --do-complete $line | string replace --regex '\t.*' '' |
        string replace --regex '^--[a-z-]*=' '' | string trim --right --chars=/ | LC_ALL=C sort -u
end

# fish completion of netwatch(1). Commands, options and what they take are those that --help tells of, so
# that they are always those of the netwatch that is completed.

# What can stand for a value; the words are printed behind a prefix, as in --family=ipv4.
function __netwatch_fill --argument-names option placeholder prefix
    switch "$option:$placeholder"
        case '*:FILE*' '*:PATH*' '*:DIR*' '*:*|PATH'
            test $placeholder != 'NAME|PATH'; or printf "$prefix%s\n" (command ls /run/netns 2>/dev/null)
            set --local word (commandline --current-token --cut-at-cursor)
            printf "$prefix%s\n" (__fish_complete_path (string replace -- "$prefix" '' $word))
        case '--interface:*'
            printf "$prefix%s\n" (command ls /sys/class/net)
        case '*:USER'
            printf "$prefix%s\n" (__fish_complete_users)
        case '*:GROUP'
            printf "$prefix%s\n" (__fish_complete_groups)
        case '*:LEVEL'
            printf "$prefix%s\n" trace debug info notice warning error critical
        case '*:WHAT'
            printf "$prefix%s\n" route probe
        case '*:METHOD*'
            printf "$prefix%s\n" GET HEAD POST PUT PATCH DELETE
        case '*:DURATION*' '*:URL*'
            # Nothing that could be listed.
        case '*:*|*'
            printf "$prefix%s\n" (string split '|' -- $placeholder)
    end
end

# The options in a help text: a line each, with name, placeholder and meaning, tabs between.
function __netwatch_options
    string match --regex '^  (?:-h, )?--.*' -- $argv |
        string replace --regex "^  (?:-h, )?(--[a-z-]+)(?: ('[^']*'|[A-Z][^ ]*|[a-z0-9]+(?:[|][a-z0-9]+)+))? +(.*)" '$1\t$2\t$3'
end

# The commands in a help text, with what they do.
function __netwatch_commands
    string match --regex '^  [a-z]+ .*' -- $argv | string replace --regex '^  ([a-z]+) +(.*)' '$1\t$2'
end

# What stands for an operand in the first line of the help: FILE, or a choice such as list|show.
function __netwatch_operand --argument-names position synopsis
    string replace --regex '^Usage: netwatch [a-z]*' '' -- $synopsis |
        string replace --all --regex '\[-[^]]*\]|\[[A-Z ]*OPTIONS\]|[][]' '' |
        string trim | string split --no-empty ' ' | sed -n "$position"p
end

function __netwatch_complete
    set --local words (commandline --tokenize --cut-at-cursor --current-process)
    set --local word (commandline --current-token --cut-at-cursor)
    set --local netwatch $words[1]
    set --erase words[1]
    set --local command
    if set --query words[1]; and not string match --quiet -- '-*' $words[1]
        set command $words[1]
        set --erase words[1]
    end

    if test "$command" = run; and contains -- -- $words
        # What is behind the -- is completed as if nothing were before it.
        set --local rest $words[(contains --index -- -- $words)..-1]
        complete --do-complete (string join " " -- (string escape -- $rest[2..-1]) $word)
        return
    end

    set --local help (command $netwatch $command --help 2>/dev/null)
    set --local options (__netwatch_options $help)
    if not set --query command[1]
        set options $options (__netwatch_options (command $netwatch watch --help 2>/dev/null))
    end

    # The option that waits for its value, and how many operands there are.
    set --local option
    set --local operands 1
    for before in $words
        if set --query option[1]
            set option
        else if string match --quiet -- '--*' $before
            string match --quiet --regex -- "^$before\t[^\t]" $options; and set option $before
        else
            set operands (math $operands + 1)
        end
    end
    set --local prefix
    if string match --quiet -- '--*=*' $word
        set option (string replace --regex '=.*' '' -- $word)
        set prefix "$option="
    end

    if set --query option[1]
        set --local entry (string match --regex -- "^$option\t.*" $options)
        __netwatch_fill $option (string split \t -- $entry[1])[2] "$prefix"
    else if string match --quiet -- '-*' $word
        string replace --regex '\t.*\t' '\t' -- $options
    else if not set --query command[1]
        test (count $words) -gt 0; or __netwatch_commands $help
    else
        __netwatch_fill '' "$(__netwatch_operand $operands $help[1])" ''
    end
end

complete --command netwatch --no-files --arguments '(__netwatch_complete)'

import Glibc

exit(BenchmarkCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))

import Glibc

exit(await BenchmarkCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))

import CLinux
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "load" {
  exit(await LoadCommand.run(arguments: Array(arguments.dropFirst())))
}
exit(await BenchmarkCommand.run(arguments: arguments))

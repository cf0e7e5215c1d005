import Glibc
import NetwatchCommand

exit(await CommandLineTool.run(CommandLine.arguments))

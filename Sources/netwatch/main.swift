import NetwatchCommand

CommandLineTool.run(CommandLine.arguments)

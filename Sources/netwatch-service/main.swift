import NetwatchServiceCommand

ServiceCommandLine.run(CommandLine.arguments)

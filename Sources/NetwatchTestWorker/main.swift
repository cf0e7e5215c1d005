// A worker that tests kill: submits jobs to a store, runs them, and writes a journal of both; or saves
// values; or writes a history.
switch CommandLine.arguments.dropFirst().first {
case "values": await ValueWriter.main(CommandLine.arguments)
case "history": await HistoryWriter.main(CommandLine.arguments)
default: await Worker.main(CommandLine.arguments)
}

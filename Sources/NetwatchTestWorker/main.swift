// A worker that tests kill: submits jobs to a store, runs them, and writes a journal of both; or saves
// values.
if CommandLine.arguments.dropFirst().first == "values" {
  await ValueWriter.main(CommandLine.arguments)
} else {
  await Worker.main(CommandLine.arguments)
}

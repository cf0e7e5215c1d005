// A worker that tests kill: submits jobs to a store, runs them, and writes a journal of both.
await Worker.main(CommandLine.arguments)

// A service as the tests start it, with the environment of a service manager. The first argument says
// what it does; the result is on standard output.
await ServiceWorker.main(CommandLine.arguments)

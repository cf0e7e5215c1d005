import Testing

/// The module's suites, one test at a time: they measure time, and count descriptors and threads.
@Suite(.serialized, .timeLimit(.minutes(1))) struct CurlTests {}

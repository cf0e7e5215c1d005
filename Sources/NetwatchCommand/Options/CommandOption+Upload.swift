extension CommandOption {
  /// What only `upload` knows.
  static let uploading: [CommandOption] = [
    CommandOption(
      .tus,
      "tus",
      of: [.upload],
      means: "go on where an upload stopped, with a server of tus 1.0"
    ),
    CommandOption(
      .method,
      "method",
      takes: "PUT|POST",
      of: [.upload],
      means: "the method of an upload without --tus (POST)"
    ),
    CommandOption(
      .header,
      "header",
      takes: "'NAME: VALUE'",
      of: [.upload],
      means: "a field to send, repeatable; its value is never printed"
    ),
  ]
}

internal import NetwatchHTTP

extension HTTPJob {
  /// What is shown of it.
  var shown: JobDescription {
    .http(
      method: method,
      url: url.withoutQuery,
      headerNames: fields.map(\.name),
      bodyBytes: bodyCount
    )
  }
}

extension HTTPJob {
  /// What is shown of it.
  var shown: JobDescription {
    .http(
      method: method,
      url: URLText.withoutQuery(url),
      headerNames: fields.map(\.name),
      bodyBytes: bodyCount
    )
  }
}

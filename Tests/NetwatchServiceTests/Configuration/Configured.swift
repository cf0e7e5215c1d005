import NetwatchService

/// Reads a configuration under the name that complaints have in these tests.
func configured(
  _ text: String,
  flags: [(String, String)] = []
) throws(ConfigurationError) -> ServiceConfiguration {
  try ServiceConfiguration(
    text: Array(text.utf8),
    file: "nw.json5",
    flags: flags.map { ConfigurationFlag($0.0, $0.1) }
  )
}

/// What is complained of, or nil where nothing is.
func complaint(of text: String, flags: [(String, String)] = []) -> String? {
  do throws(ConfigurationError) {
    _ = try configured(text, flags: flags)
    return nil
  } catch {
    return error.description
  }
}

/// What reading a body came to.
enum BodyReading {
  case bytes(Int)

  /// More comes later.
  case nothingYet

  case end

  case failed(CurlError)
}

import CCurl

/// Names one transfer for the whole life of its engine; handles are used again, names are not.
struct TransferID: Hashable, Sendable {
  /// From 1 on.
  let number: UInt
}

extension CurlEasy {
  /// Makes the handle answer with an identity; libcurl keeps it as an address, but never follows it.
  borrowing func identify(as id: TransferID) throws(CurlError) {
    unsafe try set(CURLOPT_PRIVATE, UnsafeMutableRawPointer(bitPattern: id.number))
  }
}

import CJansson

/// The members of an object, in the order of the text.
@safe package struct JSONMembers: Sequence, IteratorProtocol {
  private let document: JSONDocument
  private let object: UnsafeMutablePointer<json_t>
  private var position: UnsafeMutableRawPointer?

  init(_ document: JSONDocument, _ object: UnsafeMutablePointer<json_t>) {
    self.document = document
    unsafe self.object = object
    unsafe position = json_object_iter(object)
  }

  /// How many there are.
  package var count: Int { unsafe json_object_size(object) }

  package mutating func next() -> (name: String, value: JSONValue)? {
    guard let here = unsafe position, let start = unsafe json_object_iter_key(here),
      let value = unsafe json_object_iter_value(here)
    else { return nil }
    unsafe position = json_object_iter_next(object, here)
    let name = unsafe UnsafeRawBufferPointer(start: start, count: json_object_iter_key_len(here))
    return unsafe (String(decoding: name, as: UTF8.self), JSONValue(document, value))
  }
}

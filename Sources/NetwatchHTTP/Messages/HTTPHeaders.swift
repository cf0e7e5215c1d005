/// The fields of an HTTP message's header, in order; several can have one name.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers.append("Accept-Language", "de")
/// headers["accept"]  // "application/json"
/// ```
///
/// Names are compared without regard to case. Anything can be stored; a request whose fields cannot
/// be sent is refused when it is sent.
public struct HTTPHeaders: Hashable, Sendable {
  private var fields: [HTTPField]

  /// Creates a header of these fields.
  public init(_ fields: some Sequence<HTTPField> = []) {
    self.fields = Array(fields)
  }

  /// The value of the first field of that name; nil where there is none.
  public subscript(name: String) -> String? {
    fields.first { $0.hasName(name) }?.value
  }

  /// The values of all fields of that name, in order.
  public func values(of name: String) -> [String] {
    fields.filter { $0.hasName(name) }.map(\.value)
  }

  /// Whether there is a field of that name.
  public func contains(name: String) -> Bool {
    fields.contains { $0.hasName(name) }
  }

  /// Adds a field behind all others.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(HTTPField(name: name, value: value))
  }

  /// Puts one field in the place of all of its name: where the first of them stood, or at the end.
  public mutating func set(_ name: String, _ value: String) {
    let place = fields.firstIndex { $0.hasName(name) } ?? fields.endIndex
    remove(name)
    fields.insert(HTTPField(name: name, value: value), at: place)
  }

  /// Removes all fields of that name.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.hasName(name) }
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The place of the first field: 0.
  public var startIndex: Int { fields.startIndex }

  /// The place behind the last field.
  public var endIndex: Int { fields.endIndex }

  /// The field at a place.
  public subscript(position: Int) -> HTTPField { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// Creates a header of names and values, in the order written; a name can occur more than once.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { HTTPField(name: $0, value: $1) })
  }

  /// Creates a header of fields, in the order written.
  public init(arrayLiteral elements: HTTPField...) {
    self.init(elements)
  }
}

/// A part of a command line.
package enum ScannedItem<Kind: Equatable & Sendable>: Equatable, Sendable {
  case option(Kind, value: String)
  case operand(String)
  /// An operand behind the `--`.
  case trailing(String)
}

/// An option as the scanner knows it.
package protocol ScannedOption: Sendable {
  /// What options set.
  associatedtype Kind: Equatable & Sendable

  /// What it sets.
  var kind: Kind { get }

  /// Its name, without the dashes.
  var name: StaticString { get }

  /// What stands for its value in the help, or `nil` where it takes none.
  var placeholder: String? { get }

  /// What it means, for the help.
  var meaning: String { get }

  /// What `-h` stands for.
  static var help: Kind { get }
}

extension ScannedOption {
  /// As it is written: `--name`.
  package var spelling: String { "--\(name)" }
}

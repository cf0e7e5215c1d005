internal import CLinux
internal import Glibc
internal import NetwatchCore

/// getopt keeps its position in globals, so one scan runs at a time.
private let scannerTurn = Lock(())

/// Cuts the arguments of a command into options and operands with getopt_long(3).
///
/// Options may come before and after operands; `--` ends them. Abbreviations, which getopt_long
/// accepts, are refused: they would change their meaning with every option that is added.
@safe package struct OptionScanner<Option: ScannedOption>: ~Copyable {
  /// A part of the command line.
  package typealias Item = ScannedItem<Option.Kind>

  private let options: [Option]
  private let isForCommand: Bool
  private var arguments: [UnsafeMutablePointer<CChar>?]
  private var items: [Item] = []

  /// Numbers of long options, above every character that can stand for a short one.
  private static var firstNumber: Int32 { 256 }

  /// The parts of a command's arguments, in order.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - options: The options that there are.
  ///   - isForCommand: Whether what stands behind `--` is another program's command line; then an
  ///     operand before it is the last part that is read. False by default.
  /// - Returns: The parts.
  /// - Throws: ``UsageError`` for the first option that is wrong.
  package static func scan(
    _ arguments: [String],
    options: [Option],
    isForCommand: Bool = false
  ) throws(UsageError) -> [Item] {
    try scannerTurn.withLock { _ throws(UsageError) in
      var scanner = OptionScanner(arguments, options, isForCommand)
      try scanner.scan()
      return scanner.items
    }
  }

  private init(_ arguments: [String], _ options: [Option], _ isForCommand: Bool) {
    self.options = options
    self.isForCommand = isForCommand
    unsafe self.arguments = (["netwatch"] + arguments).map { unsafe strdup($0) } + [nil]
  }

  deinit {
    for index in unsafe arguments.indices { unsafe free(arguments[index]) }
  }

  private mutating func scan() throws(UsageError) {
    linux_getopt_reset()
    let table = unsafe longOptions
    while true {
      // "-" hands out operands in their place, ":" tells a missing value from an unknown option.
      let code = unsafe getopt_long(Int32(arguments.count - 1), arguments, "-:h", table, nil)
      guard code != -1 else { break }
      try take(code)
      // Help is given whatever else is wrong behind it.
      if case .option(Option.help, _) = items.last { return }
      // What stands behind may be the options of another program, and is none of ours to complain of.
      if isForCommand, case .operand = items.last { return }
    }
    let rest = unsafe arguments[Int(linux_optind())...]
    items += unsafe rest.compactMap { unsafe $0.map { .trailing(unsafe String(cString: $0)) } }
  }

  private var longOptions: [option] {
    unsafe options.enumerated().map { index, entry in
      unsafe option(
        name: UnsafeRawPointer(entry.name.utf8Start).assumingMemoryBound(to: CChar.self),
        has_arg: entry.placeholder == nil ? no_argument : required_argument,
        flag: nil,
        val: Self.firstNumber + Int32(index)
      )
    } + [unsafe option()]
  }

  private mutating func take(_ code: Int32) throws(UsageError) {
    switch code {
    case 1: items.append(.operand(value))
    case Self.code("h"): items.append(.option(Option.help, value: ""))
    case Self.code("?"): throw refusal("takes no value")
    case Self.code(":"): throw refusal("needs a value")
    default: try takeOption(options[Int(code - Self.firstNumber)])
    }
  }

  private mutating func takeOption(_ entry: Option) throws(UsageError) {
    guard written == entry.spelling else { throw unknown(written) }
    items.append(.option(entry.kind, value: value))
  }

  /// Why getopt refused: the complaint applies to an option that it knows.
  private func refusal(_ complaint: String) -> UsageError {
    let number = linux_optopt()
    guard number < Self.firstNumber else {
      let spelling = options[Int(number - Self.firstNumber)].spelling
      return written == spelling
        ? UsageError("option '\(spelling)' \(complaint)") : unknown(written)
    }
    guard number == 0 else {
      return unknown("-\(Unicode.Scalar(UInt8(truncatingIfNeeded: number)))")
    }
    return unknown(written)
  }

  private func unknown(_ option: String) -> UsageError {
    UsageError("unknown option '\(option)'")
  }

  /// The value of the option, or the operand, that getopt has just taken.
  private var value: String {
    unsafe linux_optarg().map { unsafe String(cString: $0) } ?? ""
  }

  /// The option that getopt has just taken, as the user wrote it, without the value.
  private var written: String {
    let last = Int(linux_optind()) - 1
    let isSeparate = unsafe linux_optarg() != nil && linux_optarg() == arguments[last]
    guard let argument = unsafe arguments[isSeparate ? last - 1 : last] else { return "" }
    return String(unsafe String(cString: argument).prefix { $0 != "=" })
  }

  private static func code(_ character: Unicode.Scalar) -> Int32 { Int32(character.value) }
}

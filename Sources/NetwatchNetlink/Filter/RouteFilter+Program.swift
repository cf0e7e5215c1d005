import CNetlink
import NetwatchCore

/// The filter as the kernel's instructions. ``RouteFilter/passes(_:)`` says the same in Swift.
///
/// The program reads a message at fixed offsets: its type at 4, flags at 6; and of a route the
/// family at 16, the length of the destination's prefix at 17, the attributes from 28 on. Fields of
/// two bytes stand in the machine's order but are loaded in network order, so what they are compared
/// with is turned over. Every long distance is a `skip`, which has no limit.
extension RouteFilter {
  var program: [FilterInstruction] {
    passUnlessRoute + [.loadByte(16)]
      + AddressFamily.allCases.flatMap { family in
        run(routes(of: family), ifEqual: UInt32(family.number))
      } + [.drop]
  }

  private var passUnlessRoute: [FilterInstruction] {
    [
      .loadHalf(6), .ifAnyBit(Self.loaded(NLM_F_MULTI), else: 1), .pass,
      .loadHalf(4), .ifEqual(Self.loaded(CInt(RTM_NEWROUTE)), skip: 2),
      .ifEqual(Self.loaded(CInt(RTM_DELROUTE)), skip: 1), .pass,
    ]
  }

  private static func loaded(_ field: CInt) -> UInt32 {
    UInt32(UInt16(field).bigEndian)
  }

  private func run(_ body: [FilterInstruction], ifEqual value: UInt32) -> [FilterInstruction] {
    [.ifEqual(value, skip: 1), .skip(body.count)] + body
  }

  /// Judges a route: short prefixes pass, so do lengths that cannot be and routes without a
  /// destination, which the kernel does not send; the rest is compared.
  private func routes(of family: AddressFamily) -> [FilterInstruction] {
    guard let addresses = addresses(of: family) else { return [.pass] }
    let bits: UInt32 = family == .ipv4 ? 32 : 128
    return [
      .loadByte(17), .ifGreater(UInt32(Self.shortPrefix), skip: 1), .pass,
      .ifGreater(bits, else: 1), .pass,
      .load(28), .loadX(UInt32(RTA_DST.rawValue)), .findAttribute, .ifEqual(0, else: 1), .pass,
      .copyToX,
    ] + remember(words: Int(bits) / 32) + [.loadByte(17)]
      + compare(addresses.map(\.words), words: Int(bits) / 32)
  }

  /// Puts the destination into memory, a word a cell.
  private func remember(words: Int) -> [FilterInstruction] {
    (0..<words).flatMap { word -> [FilterInstruction] in
      [.loadWord(beyondX: UInt32(attributeHeaderSize + word * 4)), .store(word)]
    }
  }

  /// Branches, by the length of the prefix in A, to the comparison that ends in the word in which
  /// the prefix ends.
  private func compare(_ addresses: [[UInt32]], words: Int) -> [FilterInstruction] {
    (0..<words).flatMap { last -> [FilterInstruction] in
      let body = compare(addresses, last: last)
      return [.ifGreater(UInt32(last + 1) * 32, else: 1), .skip(body.count)] + body
    }
  }

  /// Compares the words before the last one, and the bits of the last that the prefix covers.
  private func compare(_ addresses: [[UInt32]], last: Int) -> [FilterInstruction] {
    let shift: [FilterInstruction] = [
      .copyToX, .load(UInt32(last + 1) * 32), .subtractX, .copyToX,
    ]
    return shift + addresses.flatMap { Self.pass(covering: $0, last: last) } + [.drop]
  }

  private static func pass(covering address: [UInt32], last: Int) -> [FilterInstruction] {
    var tail: [FilterInstruction] = [
      .loadMemory(last), .exclusiveOr(address[last]), .shiftRightByX, .ifEqual(0, else: 1), .pass,
    ]
    for word in (0..<last).reversed() {
      tail = [.loadMemory(word), .ifEqual(address[word], else: tail.count)] + tail
    }
    return tail
  }
}

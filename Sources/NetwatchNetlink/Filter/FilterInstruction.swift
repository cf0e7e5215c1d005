import CNetlink

/// An instruction of a classic BPF program: `struct sock_filter`.
///
/// A program has an accumulator A, an index X, sixteen words of memory M, and loads from the message
/// in network byte order, whatever order the field has.
struct FilterInstruction: Hashable {
  let code: CInt
  var ifTrue: UInt8 = 0
  var ifFalse: UInt8 = 0
  var operand: UInt32 = 0

  /// The instruction as the kernel reads it.
  var encoded: sock_filter {
    sock_filter(code: UInt16(code), jt: ifTrue, jf: ifFalse, k: operand)
  }

  // MARK: Loads and stores

  static func loadByte(_ offset: UInt32) -> Self {
    Self(code: BPF_LD | BPF_B | BPF_ABS, operand: offset)
  }

  static func loadHalf(_ offset: UInt32) -> Self {
    Self(code: BPF_LD | BPF_H | BPF_ABS, operand: offset)
  }

  /// A = the word of the message at X + offset.
  static func loadWord(beyondX offset: UInt32) -> Self {
    Self(code: BPF_LD | BPF_W | BPF_IND, operand: offset)
  }

  static func load(_ value: UInt32) -> Self { Self(code: BPF_LD | BPF_IMM, operand: value) }

  static func loadX(_ value: UInt32) -> Self { Self(code: BPF_LDX | BPF_IMM, operand: value) }

  static func loadMemory(_ cell: Int) -> Self {
    Self(code: BPF_LD | BPF_MEM, operand: UInt32(cell))
  }

  static func store(_ cell: Int) -> Self { Self(code: BPF_ST, operand: UInt32(cell)) }

  /// A = the offset of the first attribute of type X, from offset A on; 0 where there is none.
  static let findAttribute = Self(
    code: BPF_LD | BPF_W | BPF_ABS,
    operand: UInt32(bitPattern: SKF_AD_OFF + SKF_AD_NLATTR)
  )

  // MARK: Arithmetic

  static let copyToX = Self(code: BPF_MISC | BPF_TAX)
  static let subtractX = Self(code: BPF_ALU | BPF_SUB | BPF_X)
  static let shiftRightByX = Self(code: BPF_ALU | BPF_RSH | BPF_X)

  static func exclusiveOr(_ value: UInt32) -> Self {
    Self(code: BPF_ALU | BPF_XOR | BPF_K, operand: value)
  }

  // MARK: Jumps and ends

  static func ifEqual(_ value: UInt32, skip ifTrue: Int = 0, else ifFalse: Int = 0) -> Self {
    jump(BPF_JEQ, value, ifTrue, ifFalse)
  }

  static func ifGreater(_ value: UInt32, skip ifTrue: Int = 0, else ifFalse: Int = 0) -> Self {
    jump(BPF_JGT, value, ifTrue, ifFalse)
  }

  static func ifAnyBit(_ value: UInt32, skip ifTrue: Int = 0, else ifFalse: Int = 0) -> Self {
    jump(BPF_JSET, value, ifTrue, ifFalse)
  }

  /// Skips any number of instructions; the conditional jumps reach no further than 255.
  static func skip(_ count: Int) -> Self {
    Self(code: BPF_JMP | BPF_JA, operand: UInt32(count))
  }

  /// Ends the program: the message is delivered whole.
  static let pass = Self(code: BPF_RET | BPF_K, operand: .max)

  /// Ends the program: the message is not delivered.
  static let drop = Self(code: BPF_RET | BPF_K, operand: 0)

  private static func jump(_ test: CInt, _ value: UInt32, _ yes: Int, _ no: Int) -> Self {
    Self(code: BPF_JMP | test | BPF_K, ifTrue: UInt8(yes), ifFalse: UInt8(no), operand: value)
  }
}

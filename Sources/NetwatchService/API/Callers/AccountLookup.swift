internal import Glibc
internal import NetwatchSystem

/// Finds users and groups by their names in the system's databases, which may take a while: a server
/// may be asked (nsswitch.conf(5)).
enum AccountLookup {
  /// The number of a user (getpwnam_r(3)).
  static func user(named name: String) throws(AccountLookupError) -> UInt32 {
    try find { room in
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      let code = unsafe getpwnam_r(name, &entry, &room, room.count, &found)
      return (code, unsafe found == nil ? nil : entry.pw_uid)
    }
  }

  /// The number of a group (getgrnam_r(3)).
  static func group(named name: String) throws(AccountLookupError) -> UInt32 {
    try find { room in
      var entry = unsafe Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      let code = unsafe getgrnam_r(name, &entry, &room, room.count, &found)
      return (code, unsafe found == nil ? nil : entry.gr_gid)
    }
  }

  /// Asks with room for the texts of an entry, and with more of it where they take more: all members
  /// of a group are among them.
  static func find(
    _ ask: (inout [CChar]) -> (code: CInt, number: UInt32?)
  ) throws(AccountLookupError) -> UInt32 {
    var size = 1_024
    while true {
      var room = [CChar](repeating: 0, count: size)
      let answer = ask(&room)
      if let number = answer.number { return number }
      switch answer.code {
      case ERANGE where size < longestEntry: size *= 4
      case EINTR: continue
      case 0, ENOENT, ESRCH: throw .missing
      default: throw .refused(answer.code)
      }
    }
  }

  private static let longestEntry = 16 << 20
}

/// Why a user or a group was not found.
enum AccountLookupError: Error, Hashable, CustomStringConvertible {
  /// There is none of that name.
  case missing

  /// That could not be found out; the error number is that of errno(3).
  case refused(CInt)

  var description: String {
    switch self {
    case .missing: "there is no such name"
    case .refused(let code): "the name can't be looked up: \(errorText(code))"
    }
  }
}

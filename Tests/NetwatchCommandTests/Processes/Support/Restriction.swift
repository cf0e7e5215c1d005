/// Starts a program with a seccomp filter (seccomp(2)) that refuses sockets of some families, as
/// sandboxes do.
enum Restriction {
  static let netlink = 16
  static let ipv4 = 2

  /// What goes before a program to run it so.
  static func refusing(_ families: [Int]) -> [String] {
    ["python3", "-c", script, families.map(String.init).joined(separator: ",")]
  }

  // PR_SET_NO_NEW_PRIVS is 38, PR_SET_SECCOMP 22 with SECCOMP_MODE_FILTER 2. The filter looks at the
  // number of the call (41 is socket on x86-64, 198 on AArch64) and at its first argument.
  private static let script = """
    import ctypes, os, platform, struct, sys
    families = [int(word) for word in sys.argv[1].split(",")]
    socket = {"x86_64": 41, "aarch64": 198}[platform.machine()]
    def step(code, yes, no, value): return struct.pack("HBBI", code, yes, no, value)
    program = step(0x20, 0, 0, 0) + step(0x15, 0, len(families) + 1, socket) + step(0x20, 0, 0, 16)
    for place, family in enumerate(families): program += step(0x15, len(families) - place, 0, family)
    program += step(0x06, 0, 0, 0x7FFF0000) + step(0x06, 0, 0, 0x00050001)
    code = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.prctl(22, 2, ctypes.create_string_buffer(head, len(head)), 0, 0) == 0
    os.execvp(sys.argv[2], sys.argv[2:])
    """
}

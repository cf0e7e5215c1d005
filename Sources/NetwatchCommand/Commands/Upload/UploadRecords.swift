internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// The folder that keeps where uploads are which are not done yet, for this user alone.
///
/// No symbolic link is followed below the user's own folder for such things, and every file in it is
/// made by name and renamed, so that a record is there as a whole or not at all.
struct UploadRecords: Sendable {
  /// Open until the process ends.
  private let folder: Int32

  /// Opens the folder, and makes it where there is none.
  ///
  /// - Throws: ``UploadRecordError`` where it cannot be, or is not this user's alone.
  static func open() throws(UploadRecordError) -> UploadRecords {
    let base = try base()
    var path = ""
    for part in base.split(separator: "/") {
      path += "/\(part)"
      unsafe _ = mkdir(path, 0o700)
    }
    var folder = unsafe Glibc.open(base, O_DIRECTORY | O_RDONLY | O_CLOEXEC)
    for name in ["netwatch", "uploads"] {
      guard folder >= 0 else { throw UploadRecordError(path: path, number: errno) }
      let parent = folder
      defer { close(parent) }
      unsafe _ = mkdirat(parent, name, 0o700)
      path += "/\(name)"
      folder = unsafe openat(parent, name, O_DIRECTORY | O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      try check(folder, path)
    }
    return UploadRecords(folder: folder)
  }

  /// What is recorded under a name; `nil` where there is nothing.
  ///
  /// - Throws: ``UploadRecordError`` where it is damaged or cannot be read.
  func read(_ name: String) throws(UploadRecordError) -> UploadRecord? {
    let file = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw UploadRecordError(path: name, number: errno)
    }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: UploadRecord.sizeLimit) {
      buffer,
      count in
      count = max(unsafe Glibc.read(file, buffer.baseAddress, buffer.count), 0)
    }
    guard let record = UploadRecord(parsing: String(decoding: bytes, as: UTF8.self)) else {
      throw UploadRecordError(path: name, number: nil)
    }
    return record
  }

  /// Records under a name, in the place of what stood there.
  func write(_ record: UploadRecord, as name: String) throws(UploadRecordError) {
    let partial = "\(name).\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(folder, partial, flags, 0o600)
    guard file >= 0 else { throw UploadRecordError(path: name, number: errno) }
    defer { close(file) }
    let bytes = Array(record.text.utf8)
    guard unsafe Glibc.write(file, bytes, bytes.count) == bytes.count,
      fsync(file) == 0, unsafe renameat(folder, partial, folder, name) == 0
    else {
      let number = errno
      unsafe _ = unlinkat(folder, partial, 0)
      throw UploadRecordError(path: name, number: number)
    }
  }

  /// Forgets what is recorded under a name.
  func remove(_ name: String) { unsafe _ = unlinkat(folder, name, 0) }

  /// What is kept is worth a secret, and what is read decides where a file is sent.
  private static func check(_ folder: Int32, _ path: String) throws(UploadRecordError) {
    guard folder >= 0 else { throw UploadRecordError(path: path, number: errno) }
    var status = stat()
    guard unsafe fstat(folder, &status) == 0, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else {
      close(folder)
      throw UploadRecordError(path: path, number: EPERM)
    }
  }

  /// The user's folder for such things (XDG Base Directory Specification): a relative path counts as
  /// none.
  private static func base() throws(UploadRecordError) -> String {
    let stated = environment("XDG_STATE_HOME")
    if stated.hasPrefix("/") { return stated }
    let home = environment("HOME")
    guard home.hasPrefix("/") else { throw UploadRecordError(path: "$HOME", number: ENOENT) }
    return home + "/.local/state"
  }

  private static func environment(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}

/// Why it is not known, or not kept, where an upload is.
struct UploadRecordError: Error, CustomStringConvertible {
  let path: String

  /// What the kernel says, or `nil` where the record is damaged.
  let number: Int32?

  var description: String {
    guard let number else { return "the record '\(path)' of an earlier upload is damaged" }
    return "'\(path)': \(errorText(number))"
  }
}

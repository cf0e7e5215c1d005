import CLinux
import Glibc

/// A request's body, ready to be sent any number of times: a file is opened once, so that every
/// attempt sends the same one.
struct OpenBody: ~Copyable {
  /// What the transport sends; good as long as this lives.
  let content: TransportBody
  private let file: OpenFile?

  /// A body whose file, where it has one, somebody else keeps open.
  init(borrowing content: TransportBody) {
    self.content = content
    file = nil
  }

  init(_ body: RequestBody) throws(NetworkError) {
    switch body {
    case .none:
      content = .none
      file = nil
    case .bytes(let bytes):
      content = .bytes(bytes)
      file = nil
    case .source(let source):
      content = .source(source)
      file = nil
    case .file(let path):
      let file = try OpenFile.read(path)
      let length = Int64(try file.status(of: path).st_size)
      content = .file(descriptor: file.descriptor, offset: 0, length: length)
      self.file = consume file
    }
  }
}

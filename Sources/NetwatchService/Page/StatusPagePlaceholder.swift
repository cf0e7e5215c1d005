package enum StatusPage {
  package static var html: [UInt8] { Array("<!doctype html><title>Netwatch</title>".utf8) }
}

extension ServiceEvents {
  var isWritable: Bool { true }
}

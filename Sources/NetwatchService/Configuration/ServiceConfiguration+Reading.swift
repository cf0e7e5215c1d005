internal import NetwatchCore

/// A flag of `netwatch serve`, as the command line has it.
package struct ConfigurationFlag: Sendable {
  /// Its name, without the dashes.
  package let name: String

  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension ServiceConfiguration {
  /// The defaults, with what a file says instead, and with what the flags say instead of that.
  ///
  /// Nobody is asked: users and groups are not looked up, files not opened, hosts not resolved.
  ///
  /// - Parameters:
  ///   - text: The file's contents, JSON5 in UTF-8; `nil` where there is no file.
  ///   - file: The file's name, for complaints.
  ///   - flags: The flags in their order. Those of a list replace the file's list together; of others
  ///     that stand twice, the last counts.
  /// - Throws: ``ConfigurationError`` for the first thing that is wrong.
  package init(
    text: [UInt8]?,
    file: String,
    flags: [ConfigurationFlag] = []
  ) throws(ConfigurationError) {
    self.init()
    if let text { try read(text, file: file) }
    try read(flags)
    // With flags there is no telling whose fault it is.
    try checkTogether(file: flags.isEmpty ? file : nil)
  }

  private mutating func read(_ text: [UInt8], file: String) throws(ConfigurationError) {
    do throws(ConfigurationError) {
      let node = try Self.node(text)
      guard case .object(let members) = node.value else {
        throw ConfigurationError(
          line: node.line,
          "the text is no object; expected { key: value, … }"
        )
      }
      try read(members, under: "")
    } catch {
      var located = error
      located.file = file
      throw located
    }
  }

  private static func node(_ text: [UInt8]) throws(ConfigurationError) -> JSON5Node {
    do {
      return try JSON5Reader.read(text)
    } catch {
      throw ConfigurationError(line: error.line, error.message)
    }
  }

  /// Reads the members of an object, whose paths begin with that of the object.
  private mutating func read(
    _ members: [JSON5Member],
    under parent: String
  ) throws(ConfigurationError) {
    for member in members {
      let path = ConfigurationText.path(parent, member.name)
      let node = ConfigurationNode(member.node, path: path)
      if let key = ConfigurationKey.named(path) {
        try key.set(&self, node)
      } else if ConfigurationKey.isGroup(path) {
        guard case .object(let members) = node.value else { throw node.wrong("an object of keys") }
        try read(members, under: path)
      } else {
        throw ConfigurationKey.unknown(node, member.name, under: parent)
      }
    }
  }

  private mutating func read(_ flags: [ConfigurationFlag]) throws(ConfigurationError) {
    var given: Set<String> = []
    for flag in flags {
      guard let key = ConfigurationKey.table.first(where: { "\($0.flag)" == flag.name }) else {
        throw ConfigurationError(
          key: "--\(ConfigurationText.shown(flag.name))",
          "is no flag that there is"
        )
      }
      let node = try Self.node(of: flag, key)
      if given.insert(key.path).inserted {
        try key.set(&self, node)
      } else {
        try key.add(&self, node)
      }
    }
  }

  private static func node(
    of flag: ConfigurationFlag,
    _ key: ConfigurationKey
  ) throws(ConfigurationError) -> ConfigurationNode {
    let name = "--\(flag.name)"
    guard key.isStructured else { return ConfigurationNode(flag: name, value: flag.value) }
    do {
      return ConfigurationNode(try JSON5Reader.read(Array(flag.value.utf8)), path: name)
    } catch {
      throw ConfigurationError(key: name, error.message)
    }
  }

  /// Checks what keys have to do with each other.
  private func checkTogether(file: String?) throws(ConfigurationError) {
    if listen.tcpPort != nil, listen.tokenFile == nil {
      throw ConfigurationError(
        file: file,
        key: "listen.tcpPort",
        "needs listen.tokenFile too: a port is open to every program of this host"
      )
    }
    if let family = monitor.family, let target = monitor.targets.first,
      !monitor.targets.contains(where: { $0.family == family })
    {
      throw ConfigurationError(
        file: file,
        key: "targets",
        "has no address of the family \(family.rawValue), only such as \(target)"
      )
    }
  }
}

/// One key of the configuration: where it stands in the file, its flag, and what it sets.
package struct ConfigurationKey: Sendable {
  /// The dotted path in the file.
  package let path: String

  /// Its flag, without the dashes.
  ///
  /// Where `netwatch watch` has an option for the same, it has the same name.
  package let flag: StaticString

  /// What stands for the flag's value in the help.
  package let placeholder: String

  /// What it means, with the default, for the help.
  package let meaning: String

  /// Whether the flag can be repeated, each giving one element of the list.
  package let isRepeatable: Bool

  /// Whether a change takes effect when the configuration is read again, without a restart.
  package let isReloadable: Bool

  /// Whether the flag's value is JSON5, as the file would have it.
  let isStructured: Bool

  private let assign:
    @Sendable (ConfigurationNode, inout ServiceConfiguration, Bool) throws(ConfigurationError) ->
      Void

  /// Whether two configurations have the same value here.
  let isEqual: @Sendable (ServiceConfiguration, ServiceConfiguration) -> Bool

  /// Copies the value of the first configuration to the second.
  let copy: @Sendable (ServiceConfiguration, inout ServiceConfiguration) -> Void

  /// Takes the key's value from a place in the file, or the first of its flags.
  func set(
    _ configuration: inout ServiceConfiguration,
    _ node: ConfigurationNode
  ) throws(ConfigurationError) {
    try assign(node, &configuration, false)
  }

  /// Takes a value from a flag that was given before, where lists grow and the rest is replaced.
  func add(
    _ configuration: inout ServiceConfiguration,
    _ node: ConfigurationNode
  ) throws(ConfigurationError) {
    try assign(node, &configuration, isRepeatable)
  }
}

extension ConfigurationKey {
  typealias Property<Value> = any WritableKeyPath<ServiceConfiguration, Value> & Sendable
  typealias Read<Value> = @Sendable (ConfigurationNode) throws(ConfigurationError) -> Value

  /// A key with one value.
  init<Value: Equatable & Sendable>(
    _ path: String,
    _ flag: StaticString,
    takes placeholder: String,
    _ property: Property<Value>,
    reloads isReloadable: Bool = false,
    isStructured: Bool = false,
    means meaning: String,
    read: @escaping Read<Value>
  ) {
    self.path = path
    self.flag = flag
    self.placeholder = placeholder
    self.meaning = meaning
    self.isReloadable = isReloadable
    self.isRepeatable = false
    self.isStructured = isStructured
    assign = { node, configuration, _ throws(ConfigurationError) in
      configuration[keyPath: property] = try read(node)
    }
    isEqual = { $0[keyPath: property] == $1[keyPath: property] }
    copy = { $1[keyPath: property] = $0[keyPath: property] }
  }

  /// A key with a list, whose flag adds to what its flags have given so far.
  init<Element: Equatable & Sendable>(
    list path: String,
    _ flag: StaticString,
    takes placeholder: String,
    _ property: Property<[Element]>,
    reloads isReloadable: Bool = false,
    means meaning: String,
    read: @escaping Read<[Element]>
  ) {
    self.path = path
    self.flag = flag
    self.placeholder = placeholder
    self.meaning = meaning
    self.isReloadable = isReloadable
    self.isRepeatable = true
    self.isStructured = false
    assign = { node, configuration, isMore throws(ConfigurationError) in
      let elements = try read(node)
      let earlier = isMore ? configuration[keyPath: property] : []
      for element in elements { try node.checkUnique(element, in: earlier) }
      configuration[keyPath: property] = earlier + elements
    }
    isEqual = { $0[keyPath: property] == $1[keyPath: property] }
    copy = { $1[keyPath: property] = $0[keyPath: property] }
  }
}

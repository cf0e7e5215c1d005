/// What must be there for a request to make sense.
public enum NetworkRequirement: Hashable, Sendable {
  /// Nothing that a connectivity manager knows of: the host is this one, or on a link of its own.
  case nothing

  /// The internet, or whatever else the connectivity manager judges.
  case internet
}

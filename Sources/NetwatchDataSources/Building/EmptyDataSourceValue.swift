/// A type with a value that a data source can begin with: nil, an array or dictionary without elements.
///
/// A type of your own that conforms needs no `emptyValue:` either.
public protocol EmptyDataSourceValue {
  /// The value that stands for nothing.
  static var emptyDataSourceValue: Self { get }
}

extension Optional: EmptyDataSourceValue {
  /// Nil.
  public static var emptyDataSourceValue: Self { nil }
}

extension Array: EmptyDataSourceValue {
  /// The array without elements.
  public static var emptyDataSourceValue: Self { [] }
}

extension Dictionary: EmptyDataSourceValue {
  /// The dictionary without elements.
  public static var emptyDataSourceValue: Self { [:] }
}

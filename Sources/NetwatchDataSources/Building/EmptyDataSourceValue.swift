/// A type with a value that a data source can begin with: nil, an array or dictionary without elements.
///
/// A type of your own that conforms needs no `emptyValue:` either.
public protocol EmptyDataSourceValue {
  /// The value that stands for nothing.
  static var emptyDataSourceValue: Self { get }
}

extension Optional: EmptyDataSourceValue {
  public static var emptyDataSourceValue: Self { nil }
}

extension Array: EmptyDataSourceValue {
  public static var emptyDataSourceValue: Self { [] }
}

extension Dictionary: EmptyDataSourceValue {
  public static var emptyDataSourceValue: Self { [:] }
}

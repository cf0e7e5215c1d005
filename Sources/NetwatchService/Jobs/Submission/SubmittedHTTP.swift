internal import NetwatchHTTP

/// The member `http` of a job: a request, checked for its form.
struct SubmittedHTTP: Sendable {
  /// How many fields a header can have.
  static let longestHeader = 64

  var method = "GET"
  var url = ""

  /// Its fields, sorted by their names, because an object has no order.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
  var safety = RetrySafety.automatic
  var timeout: Duration?
  var acceptedStatuses = 200...299
}

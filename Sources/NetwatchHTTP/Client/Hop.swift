import NetwatchCore

/// One exchange of an attempt: the first, or that which a redirect led to.
final class Hop: Sendable {
  let rule: RedirectRule
  let request: TransportRequest

  /// Whom it asks, as evidence names it.
  let destination: String

  /// When the attempt's time is over; nil: never.
  let end: BootInstant?

  let exchange = PendingExchange()

  init(_ rule: RedirectRule, _ request: TransportRequest, destination: String, end: BootInstant?) {
    self.rule = rule
    self.request = request
    self.destination = destination
    self.end = end
  }
}

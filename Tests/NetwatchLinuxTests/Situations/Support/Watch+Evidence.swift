import NetwatchCore
import NetwatchLinux

extension Watch {
  /// Reports how a piece of traffic ended, and returns when that has been judged.
  func report(
    _ outcome: Evidence.Outcome,
    to address: String? = "192.0.2.80",
    destination: String = "https://api.example:443",
    ticket: EvidenceTicket? = nil
  ) async throws {
    let evidence = Evidence(
      ticket: ticket ?? manager.ticket(),
      outcome: outcome,
      remoteAddress: address.map(IPAddress.literal),
      destination: destination
    )
    manager.report(evidence)
    try await settle()
  }
}

import NetwatchClient
import NetwatchTestSupport

@testable import NetwatchServiceCommand

/// The day that the pages are tested with.
func testedDay() throws -> HistoryDocument {
  try history(PageReader.document("history.json"))
}

/// A document as the service writes it.
func history(_ text: String) throws -> HistoryDocument {
  try ServiceJSON.decode(from: Array(text.utf8))
}

/// An hour with one outage, one span and one endpoint, each with a text in it.
func hour(with text: String) throws -> HistoryDocument {
  var document = try history(
    """
    {"from":"2026-11-30T14:00:00Z","to":"2026-11-30T15:00:00Z","availability":50.0,
     "knownSeconds":3600,"availableSeconds":1800,
     "spans":[{"from":"2026-11-30T14:00:00Z","to":"2026-11-30T15:00:00Z","level":"none"}],
     "outages":[{"start":"2026-11-30T14:30:00Z","seconds":1800}],
     "probes":[{"endpoint":"","family":"ipv6","count":1,"failures":1,
       "series":[{"time":"2026-11-30T14:10:00Z","count":1,"failures":1}]}]}
    """
  )
  document.spans[0].explanation = text
  document.outages[0].explanation = text
  document.outages[0].level = .init(rawValue: text)
  document.probes[0].endpoint = text
  document.probes[0].family = text
  return document
}

/// A report as lines.
func lines(_ report: [UInt8]) -> [String] {
  String(decoding: report, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
}

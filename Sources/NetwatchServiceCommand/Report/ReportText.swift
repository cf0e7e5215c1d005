package import NetwatchClient
internal import NetwatchCore
internal import NetwatchText

/// A report for a terminal: how much of the time the internet was there, each outage, and how long the
/// probes took.
///
/// Times are local. Whatever a terminal might obey is made visible.
package func reportText(_ document: HistoryDocument) -> [UInt8] {
  var text = TextBuffer()
  text.append("\(document.periodSentence)\n\(document.availabilitySentence)\n")
  text.append("\n\(document.outagesSentence)\n")
  if !document.outages.isEmpty { text.append(document.outages) }
  text.append(
    document.probes.isEmpty
      ? "\nNo probes were sent.\n" : "\nProbes, their times in milliseconds:\n\n"
  )
  if !document.probes.isEmpty { text.append(document.probes) }
  return text.bytes
}

extension TextBuffer {
  fileprivate mutating func append(_ outages: [HistoryDocument.Outage]) {
    append(byte: UInt8(ascii: "\n"))
    var table = TextTable(columns: ["began", "lasted", "what", "why"])
    for outage in outages {
      table.append([
        localText(outage.start), outage.lengthSentence, ReportLevel(outage.level).headline,
        outage.explanation ?? outage.cause ?? "",
      ])
    }
    table.write(to: &self)
  }

  fileprivate mutating func append(_ probes: [HistoryDocument.Probes]) {
    var table = TextTable(
      columns: ["endpoint", "family", "probes", "failed", "median", "90 %", "99 %", "longest"],
      numberColumns: [2, 3, 4, 5, 6, 7]
    )
    for probe in probes {
      let counts = [probe.count, probe.failures].map { groupedText(Int64($0)) }
      let times = [probe.p50, probe.p90, probe.p99, probe.max].map(millisecondsText)
      table.append([probe.endpoint, probe.familyName] + counts + times)
    }
    table.write(to: &self)
  }
}

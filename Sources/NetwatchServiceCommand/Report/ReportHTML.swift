package import NetwatchClient
internal import NetwatchService

/// A report as one page that needs nothing else: no script, no style and no picture from elsewhere.
///
/// It looks like the service's own page. Times are local to this host.
package func reportHTML(_ document: HistoryDocument) -> [UInt8] {
  var page = Markup()
  page.append(markup: head)
  page.append(markup: "<style>\(StatusPage.style)</style></head><body>")
  page.element("header") { header in
    header.element("h1", text: "Netwatch report")
    header.element("p", ["class": "quiet"], text: document.periodSentence)
  }
  page.element("main") { main in
    main.section("history", "Availability") { $0.availability(document) }
    main.section("outages", "Outages") { $0.outages(document) }
    main.section("latency", "Probe latency") { $0.probes(document) }
  }
  page.append(markup: "</body></html>\n")
  return page.bytes
}

/// The policy is for the case that something were forgotten: nothing is run, and nothing loaded.
private let head = """
  <!doctype html>
  <html lang="en"><head><meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
  <title>Netwatch report</title>
  """

extension Markup {
  fileprivate mutating func section(
    _ id: String,
    _ title: String,
    _ fill: (inout Markup) -> Void
  ) {
    element("section", ["aria-labelledby": "\(id)-title"]) { section in
      section.element("h2", ["id": "\(id)-title"], text: title)
      fill(&section)
    }
  }

  fileprivate mutating func availability(_ document: HistoryDocument) {
    element("p", text: document.availabilitySentence)
    guard !document.spans.isEmpty else { return }
    timeline(document)
    if document.truncated == true {
      let sentence = "Short spans were joined with their neighbours: there were too many to show."
      element("p", ["class": "quiet"], text: sentence)
    }
    element("details") { details in
      details.element("summary", text: "The timeline as a table")
      details.table(
        label: "history-title",
        columns: ["From", "Lasted", "What", "Why"],
        rows: document.spans.map { span in
          [
            localText(span.from), lengthText(seconds: span.to.seconds(since: span.from)),
            ReportLevel(span.level).headline, span.explanation ?? "",
          ]
        }
      )
    }
  }

  fileprivate mutating func outages(_ document: HistoryDocument) {
    element("p", text: document.outagesSentence)
    guard !document.outages.isEmpty else { return }
    table(
      label: "outages-title",
      columns: ["Began", "Lasted", "What", "Why"],
      rows: document.outages.map { outage in
        [
          localText(outage.start), outage.lengthSentence, ReportLevel(outage.level).headline,
          outage.explanation ?? outage.cause ?? "",
        ]
      }
    )
  }

  fileprivate mutating func probes(_ document: HistoryDocument) {
    guard !document.probes.isEmpty else {
      element("p", text: "No probes were sent.")
      return
    }
    let axis = ReportAxis(from: document.from, to: document.to)
    for (number, probes) in document.probes.enumerated() {
      element("h3", text: "\(probes.endpoint), \(probes.familyName)")
      element("figure") { $0.latency(probes, axis: axis, number: number) }
    }
    let explanation = "The line is the median, the band reaches to the longest; × marks failures."
    element("p", ["class": "quiet"], text: explanation)
    table(
      label: "latency-title",
      columns: ["Endpoint", "Family", "Probes", "Failed", "Median", "90 %", "99 %", "Longest"],
      isFigures: true,
      rows: document.probes.map(\.figures)
    )
  }
}

extension HistoryDocument.Probes {
  fileprivate var figures: [String] {
    [endpoint, familyName, groupedText(Int64(count)), groupedText(Int64(failures))]
      + [p50, p90, p99, max].map { "\(millisecondsText($0)) ms" }
  }
}

internal import NetwatchClient

private let chartHeight = 72.0

extension Markup {
  /// Appends the timeline: a bar for each span, coloured and high by its level, and what that means.
  mutating func timeline(_ document: HistoryDocument) {
    let axis = ReportAxis(from: document.from, to: document.to)
    element("figure") { figure in
      figure.element(
        "svg",
        [
          "class": "chart", "role": "img", "height": pixels(chartHeight + 22),
          "aria-labelledby": "timeline-name", "aria-describedby": "timeline-text",
        ]
      ) { chart in
        chart.element("title", ["id": "timeline-name"], text: "Connectivity over the time")
        chart.element("desc", ["id": "timeline-text"], text: document.timelineSentence)
        chart.append(markup: hatching)
        chart.append(axis, height: chartHeight)
        // For the ear there is the table.
        chart.element("g", ["aria-hidden": "true"]) { bars in
          for span in document.spansToDraw { bars.bar(span, axis) }
        }
      }
      figure.legend(document)
    }
  }

  private mutating func bar(_ span: HistoryDocument.Span, _ axis: ReportAxis) {
    let level = ReportLevel(span.level)
    let (start, end) = (axis.place(span.from), axis.place(span.to))
    let height = chartHeight * level.height / 100
    element(
      "rect",
      [
        "class": "span level-\(level.rawValue)", "x": percentPlace(start),
        "width": percentPlace(end - start), "y": pixels(chartHeight - height),
        "height": pixels(height),
      ]
    ) {
      $0.element(
        "title",
        text: "\(level.headline) from \(localText(span.from)) to \(localText(span.to))"
      )
    }
  }

  private mutating func legend(_ document: HistoryDocument) {
    let levels = Set(document.spans.map { ReportLevel($0.level) })
    element("ul", ["class": "legend"]) { list in
      for level in ReportLevel.allCases where levels.contains(level) {
        list.element("li") { $0.swatch(level) }
      }
    }
  }

  private mutating func swatch(_ level: ReportLevel) {
    let height = 16 * level.height / 100
    element("svg", ["class": "swatch", "viewBox": "0 0 16 16", "aria-hidden": "true"]) {
      $0.element(
        "rect",
        [
          "class": "span level-\(level.rawValue)", "width": "16", "y": pixels(16 - height),
          "height": pixels(height),
        ]
      )
    }
    append(text: level.headline)
  }
}

/// The pattern for what is not known.
private let hatching = """
  <defs><pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse" \
  patternTransform="rotate(45)"><line class="hatch" x1="1" x2="1" y1="0" y2="6"></line></pattern></defs>
  """

extension HistoryDocument {
  fileprivate var timelineSentence: String {
    "\(counted(Int64(spans.count), "span")) from \(localText(from)) to \(localText(to)), "
      + "\(counted(Int64(outages.count), "outage")). The table below says the same."
  }

  /// What is bad comes last, over its neighbours: it may be only a hair wide.
  fileprivate var spansToDraw: [Span] {
    spans.sorted { ReportLevel($0.level).height > ReportLevel($1.level).height }
  }
}

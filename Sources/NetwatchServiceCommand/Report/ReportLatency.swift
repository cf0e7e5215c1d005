internal import NetwatchClient

extension Markup {
  /// Appends the chart of an endpoint: the median as a line, the band up to the longest, and a cross where
  /// a probe failed.
  mutating func latency(_ probes: HistoryDocument.Probes, axis: ReportAxis, number: Int) {
    let scale = ReportScale(probes.series)
    element(
      "svg",
      [
        "class": "chart", "role": "img", "height": pixels(ReportScale.height + 22),
        "aria-labelledby": "latency-name-\(number)", "aria-describedby": "latency-text-\(number)",
      ]
    ) { chart in
      chart.element(
        "title",
        ["id": "latency-name-\(number)"],
        text: "Latency of \(probes.endpoint), \(probes.familyName)"
      )
      chart.element("desc", ["id": "latency-text-\(number)"], text: probes.sentence)
      chart.append(axis, height: ReportScale.height)
      chart.lines(scale)
      chart.points(LatencySeries(probes.series, axis), scale)
      chart.names(scale)
    }
  }

  private mutating func lines(_ scale: ReportScale) {
    for (place, _) in scale.marks {
      let y = pixels(place)
      element("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": y, "y2": y])
    }
  }

  private mutating func names(_ scale: ReportScale) {
    for (place, name) in scale.marks {
      element("text", ["class": "scale", "x": "2", "y": pixels(place - 3)], text: name)
    }
  }

  private mutating func points(_ series: LatencySeries, _ scale: ReportScale) {
    for (index, point) in series.points.enumerated() {
      if let median = point.median { band(point, median, series.width, scale) }
      if let line = series.line(to: index) { self.line(line, scale) }
      guard point.hasFailures else { continue }
      element(
        "text",
        [
          "class": "failure", "x": percentPlace(point.place + series.width / 2), "y": "9",
          "text-anchor": "middle",
        ],
        text: "×"
      )
    }
  }

  private mutating func band(
    _ point: LatencySeries.Point,
    _ median: Double,
    _ width: Double,
    _ scale: ReportScale
  ) {
    let (top, bottom) = (scale.place(point.longest ?? median), scale.place(median))
    element(
      "rect",
      [
        "class": "band", "x": percentPlace(point.place), "width": percentPlace(width),
        "y": pixels(top), "height": pixels(max(bottom - top, 1)),
      ]
    )
  }

  private mutating func line(_ line: LatencySeries.Line, _ scale: ReportScale) {
    element(
      "line",
      [
        "class": "median", "x1": percentPlace(line.start.place),
        "y1": pixels(scale.place(line.start.time)), "x2": percentPlace(line.end.place),
        "y2": pixels(scale.place(line.end.time)),
      ]
    )
  }
}

extension HistoryDocument.Probes {
  fileprivate var sentence: String {
    let failed = failures == 0 ? "none failed" : "\(groupedText(Int64(failures))) failed"
    return "\(counted(Int64(count), "probe")), \(failed); half of them took at most "
      + "\(millisecondsText(p50)) milliseconds, 99 of 100 at most \(millisecondsText(p99))."
  }
}

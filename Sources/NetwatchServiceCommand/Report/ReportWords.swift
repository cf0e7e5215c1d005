internal import NetwatchClient

/// A level as reports show it, which is as the page shows it.
enum ReportLevel: String, CaseIterable {
  case full
  case unverified
  case limited
  case portal
  case none
  case unknown

  /// A level of the service; what this version does not know counts as unknown.
  init(_ level: ServiceLevel?) {
    self = level.flatMap { Self(rawValue: $0.rawValue) } ?? .unknown
  }

  /// What it means, in a word or two.
  var headline: String {
    switch self {
    case .full: "Online"
    case .unverified: "Online, not verified"
    case .limited: "No internet"
    case .portal: "Sign-in needed"
    case .none: "Offline"
    case .unknown: "Not known"
    }
  }

  /// How much of the timeline's height it takes, in per cent: the better, the more.
  ///
  /// What is not known is hatched.
  var height: Double {
    switch self {
    case .full, .unknown: 100
    case .unverified: 80
    case .limited: 55
    case .portal: 45
    case .none: 25
    }
  }
}

extension HistoryDocument {
  /// How much of the time the internet was there, in a sentence.
  var availabilitySentence: String {
    guard let availability else { return "Nothing is known of this time." }
    let known = lengthText(seconds: knownSeconds)
    let unknown = to.seconds(since: from) - knownSeconds
    let rest = unknown >= 1 ? "; of \(lengthText(seconds: unknown)) nothing is known" : ""
    return
      "The internet was available \(percentText(availability)) % of the \(known) that are known"
      + rest + "."
  }

  /// How many outages there were, and how long, in a sentence.
  var outagesSentence: String {
    guard let longest = outages.map(\.seconds).max() else { return "There were no outages." }
    guard outages.count > 1 else {
      return "There was one outage of \(lengthText(seconds: longest))."
    }
    let sum = lengthText(seconds: outages.reduce(0) { $0 + $1.seconds })
    return "There were \(counted(Int64(outages.count), "outage")), \(sum) in all; "
      + "the longest lasted \(lengthText(seconds: longest))."
  }

  /// The time it is about.
  var periodSentence: String {
    "From \(localText(from)) to \(localText(to)), \(zoneText(at: to))."
  }
}

extension HistoryDocument.Outage {
  /// How long it lasted, or has lasted.
  var lengthSentence: String {
    lengthText(seconds: seconds) + (end == nil ? " so far" : "")
  }
}

extension HistoryDocument.Probes {
  /// The family of addresses as it is spelt.
  var familyName: String {
    switch family {
    case "ipv4": "IPv4"
    case "ipv6": "IPv6"
    default: family
    }
  }
}

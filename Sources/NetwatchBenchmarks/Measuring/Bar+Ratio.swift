extension Bar {
  /// How many times as fast as a peer something is, with the medians and spreads below.
  init(
    ratio subject: String,
    _ own: Samples,
    _ peer: String,
    _ others: Samples,
    limit: Double,
    details: [String] = []
  ) {
    let rates = [("netwatch", own), (peer, others)].map { name, samples in
      "\(name) \(samples.median.text(decimals: 0))/s (\(samples.spread))"
    }
    self.init(
      subject: subject,
      figure: own.median / others.median,
      limit: limit,
      unit: "x",
      isMinimum: true,
      details: [rates.joined(separator: ", ")] + details
    )
  }
}

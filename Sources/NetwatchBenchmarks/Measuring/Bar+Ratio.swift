extension Bar {
  /// How many times as fast as a peer something is, with the medians and spreads below.
  ///
  /// It is the median of the rounds' ratios: a disk that others use too is ten times as fast in one
  /// round as in another, but much the same within one.
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
    var ratios = Samples()
    for (own, other) in zip(own.values, others.values) { ratios.append(own / other) }
    self.init(
      subject: subject,
      figure: ratios.median,
      limit: limit,
      unit: "x",
      isMinimum: true,
      details: [rates.joined(separator: ", ")] + details
    )
  }
}

/// A limit that jobs would break.
struct QuotaExcess: Hashable, Sendable {
  /// What is limited, as a sentence that names the key of the configuration.
  let sentence: String

  /// The limit that a sum breaks; nil where it breaks none.
  init?(_ party: QuotaBook.Party, _ sum: QuotaBook.Amount, _ quotas: JobQuotas) {
    let (limits, key, whose) =
      switch party {
      case .owner(let owner): (quotas.owner, "quotas.owner", "Of the owner \(owner)")
      case .destination(let name): (quotas.destination, "quotas.destination", "For \(name)")
      }
    if sum.jobs > limits.jobs {
      sentence = "\(whose) there can be \(limits.jobs) unfinished jobs (\(key).jobs)."
    } else if sum.bytes > limits.bytes {
      sentence = "\(whose) there can be \(limits.bytes) bytes of unfinished jobs (\(key).bytes)."
    } else {
      return nil
    }
  }
}

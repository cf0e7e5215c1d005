/// The leave for one attempt at a destination.
///
/// Whoever has it must hand it to ``ReleaseGate/ended(_:_:)`` exactly once, whatever becomes of the
/// attempt: until then it takes a place in the destination's window.
package struct ReleasePermit: Sendable {
  /// The destination; nil where there were too many to pace this one.
  let destination: String?
  let stamp: ReleaseStamp
}

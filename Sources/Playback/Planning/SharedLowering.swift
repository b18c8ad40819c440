import Synchronization

/// The next steps of a lowering, found once for all copies of a performance that come by.
///
/// It keeps the last few of them, by how often the lowering has gone on, so that its size does not
/// grow with the schedule; what is no longer kept is found again.
final class SharedLowering: Sendable {
  private static let capacity = 64

  private let kept = Mutex(
    [(number: Int, result: Lowering)?](repeating: nil, count: SharedLowering.capacity))

  /// `lowering`, which has gone on `number` times, after it has gone on once more.
  func result(of lowering: Lowering, after number: Int) -> Lowering {
    let place = number % SharedLowering.capacity
    if let known = kept.withLock({ $0[place] }), known.number == number { return known.result }
    var result = lowering
    _ = result.goOn()
    kept.withLock { [result] in $0[place] = (number, result) }
    return result
  }
}

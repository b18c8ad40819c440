/// A turn of a counted loop that is over where a cue goes on: another one follows, or what stands
/// behind the loop.
public struct CountedTurn: Equatable, Sendable {
  /// The number of the loop in its cue sheet, counted from 1; 0 of a cue in no sheet.
  public var loop = 0
  /// How many turns the loop has.
  public var times: Int
  /// Where the loop stands in its script, as whoever made the cue knows it.
  package var place: [UInt64] = []
  /// True if it is the last one, as whoever made the cue knows it.
  package var isLast = false

  /// The most turns that a sheet counts: more take longer than any show.
  package static let mostTimes = 1_000_000_000

  /// Creates a turn of the loop number `loop`, which has `times` turns.
  package init(loop: Int = 0, times: Int) { (self.loop, self.times) = (loop, times) }
}

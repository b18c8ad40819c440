/// A time that somebody else lets pass, such as that of a simulated dock in a test.
///
/// Whoever lets it pass waits while something works. So a show takes no time to think, and the same
/// calls come at the same times.
package protocol SteppedTime: Sendable {
  /// The time in nanoseconds; it never goes back.
  var nanoseconds: Int { get }
  /// Has `body` called at `time` nanoseconds, on any thread; answers the number of the alarm, or
  /// nil if that time has come.
  func ring(at time: Int, _ body: @escaping @Sendable () -> Void) -> Int?
  /// Forgets the alarm of this number, if it has not rung.
  func silence(_ alarm: Int)
  /// Something works from now on.
  func beginWork()
  /// One of those that work does so no longer.
  func endWork()
  /// Carries out `body`, which is one of those that work, but while it waits for the dock or for
  /// this time.
  func carryOut(_ body: @Sendable () async -> Void) async
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The clock of schedules: whole milliseconds in 32 bits, 24 days.
public enum Milliseconds {
  /// The least number of milliseconds that is not shorter than `seconds`; nil if out of range.
  ///
  /// A part in 10¹² is forgiven, so that the rounding errors of a length that is whole by its
  /// formula do not cost a millisecond; limits then hold to 3 parts in 10¹².
  @inlinable
  public static func covering(_ seconds: Double) -> Int32? {
    let count = (seconds * 1000 * (1 - 1e-12)).rounded(.up)
    guard count >= 0, count <= Double(Int32.max) else { return nil }
    return Int32(count)
  }
}

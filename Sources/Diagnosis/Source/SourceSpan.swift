/// A half-open range of UTF-8 offsets in a `SourceMap`; the offset alone tells the file.
public struct SourceSpan: Equatable, Hashable, Sendable {
  /// The offset of the first byte.
  public var start: UInt32
  /// The offset after the last byte.
  public var end: UInt32

  /// Creates the span of `start ..< end`; an end before the start is moved up to it.
  public init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = max(start, end)
  }

  /// The smallest span that covers `self` and `other`.
  public func union(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(min(start, other.start), max(end, other.end))
  }
}

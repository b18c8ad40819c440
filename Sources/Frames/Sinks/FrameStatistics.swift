import Quantities

/// Counts frames, and measures how evenly they come.
package final class FrameStatistics: VideoSink {
  /// How many frames have come.
  package private(set) var count = 0
  /// The least and the greatest time between two frames, in nanoseconds; nil before the second.
  package private(set) var intervals: ClosedRange<Int>?
  /// How many frames were taken before the one that came before them.
  package private(set) var outOfOrder = 0
  /// The mean brightness of all frames, from 0 to 255; 0 before the first.
  package var brightness: Double { count > 0 ? sum / Double(count) : 0 }
  private var sum = 0.0
  private var first: Int?
  private var last: Int?

  /// Creates statistics of no frame.
  package init() {}

  /// Frames a second between the first and the last one; nil before the second.
  package var rate: Double? {
    guard let first, let last, count > 1, last > first else { return nil }
    return Nanoseconds.count(in: Double(count - 1)) / Double(last - first)
  }

  package func receive(_ frame: VideoFrame) {
    count += 1
    sum += frame.brightness
    if let last {
      let interval = frame.time - last
      if interval < 0 { outOfOrder += 1 }
      intervals =
        intervals.map {
          min($0.lowerBound, interval)...max($0.upperBound, interval)
        } ?? interval...interval
    }
    first = first ?? frame.time
    last = max(last ?? frame.time, frame.time)
  }
}

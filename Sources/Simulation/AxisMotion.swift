/// What one axis did, in degrees and seconds.
public struct AxisMotion: Equatable, Sendable {
  /// The axis.
  public let axis: DockAxis
  /// The pieces of its motion, by start; never empty.
  public let pieces: [Piece]

  /// Creates the motion of `axis`; without pieces it rests at 0.
  public init(_ axis: DockAxis, _ pieces: [Piece]) {
    let rest = Piece(start: 0, position: 0, speed: 0, acceleration: 0, cause: .start)
    self.axis = axis
    self.pieces = pieces.isEmpty ? [rest] : pieces
  }

  /// The position at `time` seconds; before the first piece, where that begins.
  public func position(at time: Double) -> Double {
    let piece = pieces[index(at: time)]
    return piece.position(at: max(time, piece.start))
  }

  /// The speed at `time` seconds; before the first piece, that at its beginning.
  public func speed(at time: Double) -> Double {
    let piece = pieces[index(at: time)]
    return piece.speed(at: max(time, piece.start))
  }

  /// Why the axis moves as it does at `time` seconds.
  public func cause(at time: Double) -> Piece.Cause { pieces[index(at: time)].cause }

  /// The greatest speed, without its sign, between two times.
  public func peakSpeed(from first: Double, to last: Double) -> Double {
    var peak = 0.0
    forEachPart(from: first, to: last) { piece, from, to in
      peak = max(peak, piece.peakSpeed(from: from, to: to))
    }
    return peak
  }

  /// The least and the greatest position between two times.
  public func extremes(from first: Double, to last: Double) -> ClosedRange<Double> {
    var least = position(at: first)
    var greatest = least
    forEachPart(from: first, to: last) { piece, from, to in
      let part = piece.extremes(from: from, to: to)
      least = min(least, part.lowerBound)
      greatest = max(greatest, part.upperBound)
    }
    return least...greatest
  }

  /// Visits the pieces between two times, each with the part of that time that is its own.
  func forEachPart(
    from first: Double, to last: Double, _ visit: (Piece, _ from: Double, _ to: Double) -> Void
  ) {
    var index = index(at: first)
    while index < pieces.count, index == 0 || pieces[index].start <= last {
      let end = index + 1 < pieces.count ? pieces[index + 1].start : .infinity
      let from = max(first, pieces[index].start)
      visit(pieces[index], from, max(from, min(last, end)))
      index += 1
    }
  }

  /// The number of the piece in progress at `time`.
  func index(at time: Double) -> Int {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].start <= time { low = middle } else { high = middle }
    }
    return low
  }
}

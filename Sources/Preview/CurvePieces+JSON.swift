import Plotting
import Printing

extension [CurvePiece] {
  /// The pieces as a page holds them: none that is over before a page can tell, and a rest that
  /// goes on is one.
  var inPage: [CurvePiece] {
    var pieces: [CurvePiece] = []
    for piece in self where !Number(piece.length).isZero {
      if let rest = pieces.last, rest.degree == 0, piece.degree == 0,
        Number(rest.position[0] - piece.position[0]).isZero, Number(piece.start - rest.end).isZero
      {
        pieces[pieces.count - 1].length = piece.end - rest.start
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// How many pieces at the start a page cannot tell from those of `others`.
  func alikeAtStart(_ others: [CurvePiece]) -> Int {
    zip(self, others).prefix { one, other in
      Number(one.start - other.start).isZero && Number(one.length - other.length).isZero
        && (0..<8).allSatisfy { Number(one.position[$0] - other.position[$0]).isZero }
    }.count
  }
}

extension CurvePiece {
  /// The greatest power of its position that a page can tell from 0.
  fileprivate var degree: Int {
    (1..<8).last { !Number(position[$0]).isZero } ?? 0
  }
}

extension ArraySlice<CurvePiece> {
  /// Writes the pieces in groups in which each begins where the one before ends.
  ///
  /// A group is its start, its position there, and of each piece its length and the coefficients of
  /// its position after the first.
  func write(to json: inout JSONWriter) {
    var rest = self[...]
    while let first = rest.first {
      json.array { json in
        var end = Joint(time: Number(first.start).units, place: Number(first.position[0]).units)
        json.element(Number(units: end.time))
        json.element(Number(units: end.place))
        while let piece = rest.first, end.isStart(of: piece) {
          rest.removeFirst()
          json.array { end.add(piece, to: &$0) }
        }
      }
    }
  }
}

/// Where a piece of a page ends and the next begins, in the units in which a page tells numbers.
private struct Joint {
  var time, place: Int

  /// True if a reader that goes on from here is at the start of `piece`, as far as can be seen.
  func isStart(of piece: CurvePiece) -> Bool {
    abs(Number(piece.start).units - time) <= 1
      && abs(Number(piece.position[0]).units - place) <= 100
  }

  /// Writes the length of `piece` and its coefficients after the first, and goes to its end.
  mutating func add(_ piece: CurvePiece, to json: inout JSONWriter) {
    let length = max(1, Number(piece.end).units - time)
    json.element(Number(units: length))
    time += length
    guard piece.degree > 0 else { return }
    for power in 1...piece.degree {
      let number = Number(piece.position[power])
      json.element(number)
      place += number.units
    }
  }
}

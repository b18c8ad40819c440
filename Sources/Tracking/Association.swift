import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which sighting belongs to which track.
///
/// Global nearest neighbour: gates, then the assignment with the greatest likelihood. Confirmed
/// tracks choose first, as in DeepSORT's cascade (Wojke, Bewley and Paulus, 2017). A lost track
/// takes only what is just where it is expected, because any detection around would do for it; it
/// is found again elsewhere by a new track.
struct Association {
  /// The squared Mahalanobis distance within which 99 % of all sightings are, of two angles and a
  /// size: the quantile of the chi-square distribution with 3 degrees of freedom.
  static let gate = 11.345
  /// The standard deviation of the logarithm of a height, between two whole faces: boxes are off by
  /// some percent, and people come nearer while they are not seen.
  static let heightDeviation = 0.15
  /// The same with a body or a cut face, of which picture or table may hide a half.
  static let guessDeviation = 0.5
  /// The greatest distance from where a subject is expected, in degrees, however long it is unseen:
  /// somebody who walks at 25 degrees a second may have stopped a second ago.
  static let widest = 25.0
  /// How far from its way a lost subject may be seen anew, in degrees: a person at 2 m goes as far
  /// in half a second.
  static let around = 15.0
  /// The greatest distance of a lost track from a single sighting, in degrees: a face at 2 m is as
  /// wide.
  static let narrow = 5.0

  // Twice negative logarithms of likelihoods. One in twenty sightings is missed (0.05), and in one
  // picture in a hundred there is something where nothing was, anywhere in 65 by 37 degrees (4e-6
  // for a square degree). Somebody who is hidden for a second comes back in one of 30 pictures.

  /// What it costs to leave a track without a sighting, and that sighting without a track.
  static let missing = 27.0
  /// The same of a lost track.
  static let staying = 14.0
  /// What it costs that somebody has turned round since the last picture: once in a hundred.
  static let turning = 9.2

  /// The sighting of each track, by their places; nil for a track that is not seen.
  private(set) var sightingOf: [Int?]
  /// The places of the sightings that belong to no track, in order.
  private(set) var unclaimed: [Int]

  /// Finds the sightings of `tracks`, which are predicted to the time of `sightings`.
  init(_ tracks: [Track], _ sightings: [Sighting]) {
    sightingOf = [Int?](repeating: nil, count: tracks.count)
    unclaimed = Array(sightings.indices)
    for isConfirmed in [true, false] {
      let rows = tracks.indices.filter { tracks[$0].isConfirmed == isConfirmed }
      let columns = unclaimed
      if rows.isEmpty || columns.isEmpty { continue }
      var costs: [Double] = []
      costs.reserveCapacity(rows.count * (columns.count + rows.count))
      for row in rows {
        let track = tracks[row]
        let most = track.isLost ? Association.narrow : Association.widest
        for column in columns {
          costs.append(Association.cost(track, sightings[column], within: most) ?? .infinity)
        }
        // A column for each row in which it may go without.
        let without = track.isLost ? Association.staying : Association.missing
        costs.append(contentsOf: repeatElement(without, count: rows.count))
      }
      let found = Assignment.solve(costs, rows: rows.count, columns: columns.count + rows.count)
      for (row, column) in zip(rows, found) {
        if let column, column < columns.count { sightingOf[row] = columns[column] }
      }
      unclaimed.removeAll { sightingOf.contains($0) }
    }
  }

  /// Twice the negative logarithm of the likelihood that `sighting` is of `track`, a constant
  /// apart.
  ///
  /// The squared Mahalanobis distance of the innovation, and the logarithm of the determinant of
  /// its covariance: without it a track that may be anywhere would win every sighting. Of the two
  /// ways to get there, going on and turning round, the likelier one. Nil outside the gate, farther
  /// off than `most` degrees, or if one is a person and the other an object.
  static func cost(_ track: Track, _ sighting: Sighting, within most: Double) -> Double? {
    guard track.isPerson == sighting.isPerson else { return nil }
    let across = track.bearing.innovation(of: sighting.direction.bearing)
    let up = track.elevation.innovation(of: sighting.direction.elevation)
    let isGuess = track.isHeightGuessed || sighting.isHeightGuessed
    let size =
      (log(max(sighting.height, 1e-3)) - track.logHeight)
      / (isGuess ? guessDeviation : heightDeviation)
    let variance = SIMD2(
      track.bearing.innovationVariance(noise: sighting.noise.x),
      track.elevation.innovationVariance(noise: sighting.noise.y))
    // Somebody who turned round in an instant may be as far off as they go in the meantime.
    let play = SIMD2(Track.usualSpeed, Track.usualRise) * track.unseen
    let wide = variance + play * play
    let squares = SIMD2(across * across, up * up)
    let distance = (squares / wide).sum() + size * size
    guard distance <= gate, max(abs(across), abs(up)) <= most else { return nil }
    let steady = (squares / variance).sum() + log(variance.x * variance.y)
    let turned = (squares / wide).sum() + log(wide.x * wide.y) + turning
    return min(steady, turned) + size * size
  }

  /// The place of the track that `track`, which is new, most likely continues; nil if none.
  ///
  /// That is one which has not been seen since the new one was seen first. Its subject may have
  /// gone on, stopped on the way, or turned round: what counts is how far the new one began from
  /// between where the old one was seen last and where it would be.
  static func lost(_ tracks: [Track], continuedBy track: Track) -> Int? {
    let costs = tracks.indices.compactMap { index -> (Int, Double)? in
      let other = tracks[index]
      guard other.isConfirmed, other.isPerson == track.isPerson, other.lastSeen < track.firstSeen
      else { return nil }
      let (last, next) = (other.direction(at: other.lastSeen), other.direction(at: track.firstSeen))
      let middle = LineOfSight(
        bearing: (last.bearing + next.bearing) / 2,
        elevation: (last.elevation + next.elevation) / 2)
      let across = max(
        0,
        abs(remainder(track.first.bearing - middle.bearing, 360))
          - abs(next.bearing - last.bearing) / 2)
      let up = max(
        0,
        abs(track.first.elevation - middle.elevation)
          - abs(next.elevation - last.elevation) / 2)
      let isGuess = other.isHeightGuessed || track.isHeightGuessed
      let size =
        (track.logHeight - other.logHeight) / (isGuess ? guessDeviation : heightDeviation)
      guard max(across, up) <= around, size * size <= gate else { return nil }
      return (index, across + up + abs(size))
    }
    return costs.min { $0.1 < $1.1 }?.0
  }
}

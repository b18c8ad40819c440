import Camera
import Quantities

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What one subject does, in closed form: a list of stretches, each of which says all.
struct Course: Equatable, Sendable {
  /// How long somebody speaks who speaks once, in nanoseconds: a sentence.
  static let sentence = 3 * Nanoseconds.second
  /// How far the face goes down when somebody sits down, in metres.
  static let seat = 0.45
  /// How long that takes, in nanoseconds.
  static let sitting = Nanoseconds.second

  /// What is so from a time on, until the next stretch begins.
  struct Stretch: Equatable, Sendable {
    /// When it begins, in nanoseconds.
    var since: Int
    /// How the subject moves, or did before it came to stand.
    var walk = Walk()
    /// How often it has arrived so far; 0 if it was never there.
    var arrivals = 0
    var isPresent = false
    var isSeated = false
    /// How sure the phone is that it looks at the camera, from 0 to 1.
    var looking = 1.0
    /// Until when it speaks, in nanoseconds.
    var speech = 0
  }

  private(set) var stretches: [Stretch] = []

  /// What is so at `time`; nil before the first arrival.
  func stretch(at time: Int) -> Stretch? {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].since <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? stretches[low - 1] : nil
  }

  /// When the last thing changes, in nanoseconds.
  var lastChange: Int {
    stretches.last.map { max($0.since, $0.walk.start + $0.walk.length, $0.speech) } ?? 0
  }

  /// Adds what is done at `time`, which is not before what was added so far.
  mutating func add(_ deed: Company.Deed, at time: Int) {
    var next = stretches.last ?? Stretch(since: time)
    let here = next.walk.point(at: time)
    next.since = time
    switch deed {
    case .arrives(let place):
      let point = Walk.Point().moved(to: place)
      let walk = Walk(from: point, to: point, start: time)
      next = Stretch(since: time, walk: walk, arrivals: next.arrivals + 1, isPresent: true)
    case .walks(let place, let length):
      next.walk = Walk(from: here, to: here.moved(to: place), start: time, length: length)
    case .sits, .stands:
      guard next.isSeated == (deed == .stands) else { return }
      next.isSeated.toggle()
      // Who sits down on the way stays there.
      var point = here
      point.height += next.isSeated ? -Course.seat : Course.seat
      next.walk = Walk(from: here, to: point, start: time, length: Course.sitting)
    case .speaks: next.speech = time + Course.sentence
    case .looks(let share): next.looking = share
    case .leaves: next.isPresent = false
    }
    stretches.append(next)
  }
}

/// A way from one place to another.
struct Walk: Equatable, Sendable {
  /// How long a walker takes to come to full speed, in nanoseconds (assumed).
  static let ramp = Nanoseconds.count(in: 0.5)
  /// How far away somebody is of whom nobody says it, in metres.
  static let usualDistance = 2.0
  /// How far away somebody can be, in metres.
  static let farthest = 1000.0

  /// Where the middle of a face is, in cylinder coordinates about the dock.
  ///
  /// A walk changes all three evenly, and so leads around the dock and never through it.
  struct Point: Equatable, Sendable {
    /// The angle to the right, in degrees; it counts turns.
    var bearing = 0.0
    /// The distance along the floor, in metres.
    var distance = Walk.usualDistance
    /// How far it is above the lens, in metres.
    var height = 0.0

    /// This point with what `place` says, the short way round.
    ///
    /// What is not a finite number does not count, and nobody comes nearer than 10 cm.
    func moved(to place: Company.Place) -> Point {
      var point = self
      if let yaw = place.yaw, yaw.isFinite { point.bearing += remainder(yaw - bearing, 360) }
      let pitch = place.pitch.flatMap { $0.isFinite ? min(max($0, -89), 89) * .pi / 180 : nil }
      if let distance = place.distance, distance.isFinite {
        let away = min(max(distance, 0.1), Walk.farthest)
        point.distance =
          pitch.map { away * cos($0) } ?? max(0.01, away * away - height * height).squareRoot()
      }
      if let pitch { point.height = -point.distance * tan(pitch) }
      return point
    }
  }

  var from = Point()
  var to = Point()
  /// When it begins, in nanoseconds.
  var start = 0
  /// How long it takes, in nanoseconds.
  var length = 0

  /// Where the walker is at `time`: at the end once it is over.
  func point(at time: Int) -> Point {
    guard time < start + length else { return to }
    let share = share(after: Double(time - start))
    return Point(
      bearing: from.bearing + share * (to.bearing - from.bearing),
      distance: from.distance + share * (to.distance - from.distance),
      height: from.height + share * (to.height - from.height))
  }

  /// The share of the way that is done after `time`: evenly, but for a steady acceleration at the
  /// beginning and at the end.
  private func share(after time: Double) -> Double {
    let length = Double(length)
    let ramp = min(Walk.ramp, length / 2)
    let speed = 1 / (length - ramp)
    if time < ramp { return speed * max(0, time) * max(0, time) / (2 * ramp) }
    let left = length - time
    return left < ramp ? 1 - speed * left * left / (2 * ramp) : speed * (time - ramp / 2)
  }
}

extension Company.Place {
  /// How far away somebody may be said to be, in metres.
  package static let distances = 0.01...Walk.farthest
}

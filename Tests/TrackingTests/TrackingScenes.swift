import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SplitMix64 {
  /// A number between `low` and `high`.
  mutating func even(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  /// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958).
  mutating func normal() -> Double {
    (-2 * log(1 - even(0, 1))).squareRoot() * cos(2 * .pi * even(0, 1))
  }
}

/// Where a person of a scene is at each time: metres to the right of the dock and before it.
enum Course {
  /// At one place.
  case stand(x: Double, z: Double)
  /// To and fro between -`reach` and `reach` in front of the dock at distance `z`.
  ///
  /// At `speed` metres a second, turning round at `turn` metres a second squared, or in an instant
  /// if that is infinite; `phase` is the share of the way to and fro that is behind at time 0.
  case pace(z: Double, reach: Double, speed: Double, turn: Double, phase: Double)
  /// Along a line at a steady velocity.
  case line(x: Double, z: Double, velocity: Double)

  func place(at time: Double) -> (x: Double, z: Double) {
    switch self {
    case .stand(let x, let z): return (x, z)
    case .line(let x, let z, let velocity): return (x + velocity * time, z)
    case .pace(let z, let reach, let speed, let turn, let phase):
      // Half of the way to and fro: from -reach, speeding up, cruising, slowing down, to reach.
      let ramp = speed / turn
      let run = speed * ramp / 2
      let cruise = (2 * reach - 2 * run) / speed
      let half = cruise + 2 * ramp
      let turns = time / half + 2 * phase
      let within = (turns - turns.rounded(.down)) * half
      var x: Double
      if within < ramp {
        x = turn * within * within / 2
      } else if within < ramp + cruise {
        x = run + speed * (within - ramp)
      } else {
        let left = half - within
        x = 2 * reach - (left > 0 ? turn * left * left / 2 : 0)
      }
      x -= reach
      return (Int(turns.rounded(.down)) % 2 == 0 ? x : -x, z)
    }
  }
}

/// Somebody in a scene.
struct Walker {
  var course: Course
  /// The times, in seconds, at which nobody could see this person.
  var hidden: [ClosedRange<Double>] = []
  /// How far the middle of the face is above the lens, in metres.
  var rise = 0.1

  /// The face: 16 by 20 cm.
  func face(at time: Double) -> Figure {
    let (x, z) = course.place(at: time)
    let distance = hypot(x, z)
    let direction = LineOfSight(
      bearing: atan2(x, z) * 180 / .pi, elevation: atan2(rise, distance) * 180 / .pi)
    return Figure(direction: direction, distance: distance, width: 0.16, height: 0.2)
  }
}

/// What a tracker is tried on; all of it follows from the kind and the seed.
struct TrackingScene {
  /// What happens.
  enum Kind: String, CaseIterable {
    case stand, walk, turn, cross, hide, lose
  }

  let kind: Kind
  let seed: UInt64
  /// How long it lasts, in seconds.
  var length = 20.0
  /// The person who is to be followed is the first.
  var walkers: [Walker] = []
  /// When the first person leaves for good, in seconds.
  var leaves = Double.infinity

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
    var random = SplitMix64(seed: seed &* 6 &+ UInt64(Kind.allCases.firstIndex(of: kind) ?? 0))
    switch kind {
    case .stand:
      // Anywhere in the picture.
      let bearing = random.even(-28, 28) * .pi / 180
      let distance = random.even(1, 4)
      walkers = [Walker(course: .stand(x: distance * sin(bearing), z: distance * cos(bearing)))]
      length = 10
    case .walk, .turn:
      let turn = kind == .walk ? 3 : Double.infinity
      let phase = random.even(0, 1)
      walkers = [
        Walker(course: .pace(z: 2, reach: 1.5, speed: 1.4, turn: turn, phase: phase))
      ]
    case .cross:
      let near = random.even(1.6, 2.2)
      let far = near + random.even(0.6, 1.2)
      walkers = [(near, random.even(1.0, 1.5)), (far, random.even(0.6, 1.3))].map { z, speed in
        Walker(
          course: .pace(z: z, reach: 0.8, speed: speed, turn: 3, phase: random.even(0, 1)),
          rise: random.even(0, 0.2))
      }
    case .hide:
      let speed = random.even(0.5, 1.2) * (random.even(0, 1) < 0.5 ? -1 : 1)
      let start = random.even(2.5, 3.5)
      let z = random.even(2.5, 3.5)
      let walker = Walker(
        course: .line(x: -speed * (start + 0.5), z: z, velocity: speed),
        hidden: [start...start + 1])
      walkers = [walker, Walker(course: .stand(x: random.even(-0.05, 0.05), z: 1.2))]
      length = start + 2.5
    case .lose:
      let speed = random.even(0.6, 1.4) * (random.even(0, 1) < 0.5 ? -1 : 1)
      leaves = random.even(3, 4)
      walkers = [Walker(course: .line(x: -speed, z: 2, velocity: speed))]
      length = 20
    }
  }
}

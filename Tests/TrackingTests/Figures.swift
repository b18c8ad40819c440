import Camera
import Tracking

/// What a rehearsal of a scene shows.
struct Figures {
  /// From when on the errors count, in seconds: by then everybody is framed.
  static let warmUp = 2.0
  /// The error that counts as settled, and as within, in degrees: 3.25 is 5 % of a picture of 65.
  static let (settled, near) = (2.0, 3.25)

  private(set) var squares = 0.0
  private(set) var within = 0
  private(set) var count = 0
  /// The last time at which the error was more than 2 degrees, in seconds.
  private(set) var settling = 0.0
  private(set) var peak = 0.0
  /// The greatest change of the velocity asked for, and of that change, a second and a second
  /// again.
  private(set) var acceleration = 0.0
  private(set) var jerk = 0.0
  private(set) var speed = 0.0
  /// The mean acceleration asked of the pan axis.
  private(set) var effort = 0.0
  /// The least and the greatest pan angle, in degrees.
  private(set) var reach = (least: 0.0, most: 0.0)
  private var before: (SIMD2<Double>, SIMD2<Double>) = (.zero, .zero)

  /// Takes note of a picture at `rate` a second.
  mutating func add(_ shot: Shot, rate: Double) {
    let change = (shot.asked - before.0) * rate
    let second = (change - before.1) * rate
    acceleration = max(acceleration, abs(change.x), abs(change.y))
    jerk = max(jerk, abs(second.x), abs(second.y))
    speed = max(speed, abs(shot.asked.x), abs(shot.asked.y))
    effort += abs(change.x)
    before = (shot.asked, change)
    reach = (min(reach.least, shot.pose.yaw), max(reach.most, shot.pose.yaw))
    guard let error = shot.error else { return }
    if max(abs(error.x), abs(error.y)) > Figures.settled { settling = shot.time }
    guard shot.time >= Figures.warmUp else { return }
    squares += error.x * error.x
    within += abs(error.x) <= Figures.near ? 1 : 0
    peak = max(peak, abs(error.x))
    count += 1
  }

  /// The root mean square error of the pan axis, in degrees.
  var rms: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }
}

/// Who is taken for whom in a rehearsal by the tracker.
struct Identities {
  /// The number that the first person got first.
  private(set) var first: Int?
  /// True if the first person never had another number for a quarter of a second or more.
  var isKept: Bool { longest < 8 }
  /// For how many of its sightings in a row the first person had another number, and the most.
  private var row = 0
  private var longest = 0
  /// How many numbers were given.
  private(set) var given: Set<Int> = []

  /// Takes note of a picture; the first person is selected as soon as there is one.
  mutating func add(_ shot: Shot, _ tracker: inout Tracker) {
    for subject in tracker.subjects {
      given.insert(subject.identifier)
      guard let detection = subject.detection, shot.persons[detection] == 0 else { continue }
      if first == nil {
        first = subject.identifier
        tracker.selection = [subject.identifier]
      }
      row = subject.identifier == first ? 0 : row + 1
      longest = max(longest, row)
    }
  }
}

import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A subject that is followed over time, whether it is seen at the moment or not.
struct Track: Equatable, Sendable {
  /// How many sightings confirm a track: a false detection does not come back in the same place.
  ///
  /// Three, as SORT and its successors have it.
  static let sightingsToConfirm = 3
  /// How long a confirmed track lives unseen, in seconds: somebody who walks behind another is back
  /// within 1, and a detector that misses one in twenty takes a few pictures more.
  static let patience = 2.0
  /// How long an unconfirmed track lives unseen, in seconds: two pictures at 10 a second.
  static let shortPatience = 0.25
  /// A usual speed of a person, in degrees a second: 1.4 m/s at 2 m.
  static let usualSpeed = 40.0
  /// The same up and down, in degrees a second: 0.5 m/s at 2 m, of one who sits down.
  static let usualRise = 15.0
  /// The time constant in which speaking and looking are smoothed, in seconds: a word is as long.
  static let confidenceTime = 0.5
  /// The share of a newly seen height in the remembered one.
  static let heightShare = 0.2

  /// How long a confirmed track is simply missed, in seconds; it is lost after that.
  ///
  /// Detectors miss one in twenty, so rarely three in a row at 10 a second.
  static let missed = 0.3

  /// The number of the subject; 0 until it is confirmed.
  private(set) var identifier = 0
  let isPerson: Bool
  /// The bearing, then the elevation.
  var bearing: KalmanFilter
  var elevation: KalmanFilter
  /// The logarithm of the angle that the height spans, in degrees.
  private(set) var logHeight: Double
  /// True if no whole face has been seen yet.
  private(set) var isHeightGuessed: Bool
  /// The time of the estimate, in seconds.
  private(set) var time: Double
  /// When it was first seen, in seconds.
  let firstSeen: Double
  /// Where it was first seen.
  let first: LineOfSight
  /// When it was last seen, in seconds.
  private(set) var lastSeen: Double
  private(set) var sightings = 1
  /// True once it has a number.
  var isConfirmed: Bool { identifier > 0 }
  /// Smoothed confidences, from 0 to 1; 0 if unknown.
  private(set) var speaking: Double
  private(set) var looking: Double
  /// The last sighting.
  private(set) var sighting: Sighting

  /// Creates the track of what was seen for the first time.
  init(_ sighting: Sighting, at time: Double) {
    isPerson = sighting.isPerson
    let model = MotionModel.person
    bearing = KalmanFilter(
      angle: sighting.direction.bearing, noise: sighting.noise.x,
      speed: Track.usualSpeed, model: model)
    elevation = KalmanFilter(
      angle: sighting.direction.elevation, noise: sighting.noise.y, speed: Track.usualRise,
      model: model)
    logHeight = log(max(sighting.height, 1e-3))
    isHeightGuessed = sighting.isHeightGuessed
    first = sighting.direction
    (self.time, firstSeen, lastSeen, self.sighting) = (time, time, time, sighting)
    speaking = Track.confidence(sighting.speaking)
    looking = Track.confidence(sighting.looking)
  }

  /// How long it has not been seen, in seconds.
  var unseen: Double { time - lastSeen }

  /// True if it is confirmed and not just missed.
  var isLost: Bool { isConfirmed && unseen > Track.missed }

  /// True if it has been seen often enough to get a number.
  var isReady: Bool { !isConfirmed && sightings >= Track.sightingsToConfirm }

  /// Makes it the track of the subject with the number `identifier`.
  mutating func confirm(as identifier: Int) { self.identifier = identifier }

  /// True if it has been unseen for too long.
  var isDead: Bool { unseen > (isConfirmed ? Track.patience : Track.shortPatience) }

  /// The direction `ahead` seconds after the time of the estimate.
  func direction(after ahead: Double) -> LineOfSight {
    LineOfSight(
      bearing: bearing.predicted(after: ahead).x,
      elevation: min(max(elevation.predicted(after: ahead).x, -90), 90))
  }

  /// The direction at `time`, in seconds, possibly in the past.
  func direction(at time: Double) -> LineOfSight { direction(after: time - self.time) }

  /// Lets time pass until `time`.
  mutating func predict(to time: Double) {
    bearing.predict(over: time - self.time)
    elevation.predict(over: time - self.time)
    self.time = time
  }

  /// Takes `sighting`, at the time of the estimate, for this subject.
  mutating func update(with sighting: Sighting) {
    Track.correct(
      &bearing, by: sighting.direction.bearing, noise: sighting.noise.x,
      speed: Track.usualSpeed, over: unseen)
    Track.correct(
      &elevation, by: sighting.direction.elevation, noise: sighting.noise.y,
      speed: Track.usualRise, over: unseen)
    // A guess takes the place of a guess only.
    if !sighting.isHeightGuessed || isHeightGuessed {
      let share = sighting.isHeightGuessed == isHeightGuessed ? Track.heightShare : 1
      logHeight += share * (log(max(sighting.height, 1e-3)) - logHeight)
      isHeightGuessed = sighting.isHeightGuessed
    }
    let share = -expm1(-unseen / Track.confidenceTime)
    speaking += share * (Track.confidence(sighting.speaking) - speaking)
    looking += share * (Track.confidence(sighting.looking) - looking)
    (self.sighting, lastSeen) = (sighting, time)
    sightings += 1
  }

  /// Corrects `filter` by `angle`, which was last measured `time` seconds before.
  private static func correct(
    _ filter: inout KalmanFilter, by angle: Double, noise: Double, speed: Double,
    over time: Double
  ) {
    filter.adapt(to: angle, noise: noise, speed: speed, over: time)
    filter.update(with: angle, noise: noise)
  }

  /// A confidence from 0 to 1; 0 if unknown.
  private static func confidence(_ value: Double?) -> Double { min(max(value ?? 0, 0), 1) }
}

extension Company {
  /// What a subject does from a time on, until its next way begins.
  package struct Way: Sendable {
    /// A place: the angle to the right in degrees, the distance along the floor, and the height
    /// above the lens, both in metres.
    package typealias Place = (bearing: Double, distance: Double, height: Double)

    /// When it begins, in nanoseconds.
    package let since: Int
    /// Where the walk begins and ends; all three numbers change together.
    package let from, to: Place
    /// When the walk begins, and how long it takes, in nanoseconds.
    package let start, length: Int
    /// True if the subject is there.
    package let isPresent: Bool
    /// True if it sits.
    package let isSeated: Bool
    /// How sure the phone is that it looks at the camera, from 0 to 1.
    package let looking: Double
    /// Until when it speaks, in nanoseconds.
    package let speech: Int
  }

  /// The ways of the subject of this number, by their beginning.
  package func ways(of subject: Int) -> [Way] {
    guard courses.indices.contains(subject) else { return [] }
    return courses[subject].stretches.map { stretch in
      Way(
        since: stretch.since, from: stretch.walk.from.place, to: stretch.walk.to.place,
        start: stretch.walk.start, length: stretch.walk.length, isPresent: stretch.isPresent,
        isSeated: stretch.isSeated, looking: stretch.looking, speech: stretch.speech)
    }
  }

  /// How wide and how high a face, a body below it, and an object are, in metres.
  package static var sizes: [(name: String, width: Double, height: Double)] {
    [
      ("face", face.width, face.height), ("body", body.width, body.height),
      ("object", object.width, object.height),
    ]
  }
}

extension Company {
  /// How a subject is at an instant.
  package struct Presence: Sendable {
    /// Where the middle of the face or the object is.
    package let place: Way.Place
    /// True if the person sits.
    package let isSeated: Bool
    /// How sure the phone is that the person looks at the camera, from 0 to 1.
    package let looking: Double
    /// Since when it is as it is, in nanoseconds.
    package let since: Int
    /// True if the person speaks.
    package let isSpeaking: Bool
    /// True if the person walks.
    package let isWalking: Bool
  }

  /// How the subject of this number is at `time` nanoseconds; nil if it is not there.
  package func presence(of subject: Int, at time: Int) -> Presence? {
    guard courses.indices.contains(subject),
      let stretch = courses[subject].stretch(at: time), stretch.isPresent
    else { return nil }
    let walk = stretch.walk
    let isOnTheWay = time >= walk.start && time < walk.start + walk.length
    return Presence(
      place: walk.point(at: time).place, isSeated: stretch.isSeated,
      looking: stretch.looking, since: stretch.since, isSpeaking: time < stretch.speech,
      isWalking: isOnTheWay && walk.from.bearing != walk.to.bearing
        || isOnTheWay && walk.from.distance != walk.to.distance)
  }
}

extension Walk.Point {
  fileprivate var place: Company.Way.Place { (bearing, distance, height) }
}

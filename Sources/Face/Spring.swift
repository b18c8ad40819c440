#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A damped spring in the terms of SwiftUI's `spring(response:dampingFraction:)`.
///
/// Its motion is the closed form of the underdamped second-order system (Ogata, Modern Control
/// Engineering, 5.3): the natural frequency is 2π divided by the response.
package struct Spring: Equatable, Sendable {
  /// The time of one swing without damping, in seconds.
  package var response: Double
  /// The damping ratio, above 0 and below 1.
  package var damping: Double

  /// Creates a spring.
  package init(response: Double, damping: Double) {
    (self.response, self.damping) = (response, damping)
  }

  /// Where it is and how fast it moves by the second, `time` seconds after it was so far off its
  /// rest and had this speed.
  package func motion(
    from way: Double, speed: Double, after time: Double
  ) -> (way: Double, speed: Double) {
    let frequency = 2 * .pi / response
    let decay = damping * frequency
    let swing = frequency * (1 - damping * damping).squareRoot()
    let (left, s, c) = (exp(-decay * time), sin(swing * time), cos(swing * time))
    let rate = (speed + decay * way) / swing
    return (left * (way * c + rate * s), left * (speed * c - (decay * rate + swing * way) * s))
  }
}

extension Spring {
  /// The damping ratio of a change of mood.
  package static let moodDamping = 0.7

  /// The spring of a change of mood that takes `length` seconds: it swings past the mood and back.
  ///
  /// After one damped swing it stands, and is 0.2% of the way off. So 0.56 s make a response of
  /// 0.4 s.
  package static func mood(over length: Double) -> Spring {
    Spring(
      response: length * (1 - moodDamping * moodDamping).squareRoot(), damping: moodDamping)
  }

  /// How far a change of mood has come after this share of its time; it swings up to 1.046.
  package static func moodShare(after share: Double) -> Double {
    if share >= 1 { return 1 }
    return 1 + mood(over: 1).motion(from: -1, speed: 0, after: max(0, share)).way
  }
}

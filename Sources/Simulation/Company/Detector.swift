import Camera
import Hardware
import Quantities

/// What the phone makes of its pictures: how often, how late, and with which mistakes.
///
/// Apple publishes that its phones look for people about 30 times a second, and nothing else. The
/// other figures of `usual` are those for which trackers are compared (see `Tests/Soak`).
public struct Detector: Equatable, Sendable {
  /// Pictures a second.
  public var rate: Int
  /// How many pictures later the motors follow one: the time to compute, to send and to obey.
  public var delay: Int
  /// The standard deviation of the middle of a rectangle, in degrees.
  public var noise: Double
  /// The standard deviation of the size of a rectangle, as a share of it.
  public var sizeNoise: Double
  /// The share of faces that are missed, from 0 to 1.
  public var misses: Double
  /// The share of pictures in which something else is taken for a face, from 0 to 1.
  public var falseAlarms: Double

  /// Thirty pictures a second, 100 ms late, off by 0.15 degrees and 3 %; 5 % of the faces are
  /// missed, and one picture in a hundred has a false one.
  public static let usual = Detector(
    rate: 30, delay: 3, noise: 0.15, sizeNoise: 0.03, misses: 0.05, falseAlarms: 0.01)

  /// When picture `number` is taken, in nanoseconds.
  func time(of number: Int) -> Int {
    let (time, isBeyond) = number.multipliedReportingOverflow(by: Nanoseconds.second)
    return isBeyond ? .max : time / max(1, rate)
  }

  /// The number of the first picture after `time` nanoseconds.
  func number(after time: Int) -> Int {
    var number = Int((Nanoseconds(time).seconds * Double(max(1, rate))).rounded(.down))
    while self.time(of: number) <= time { number += 1 }
    return number
  }

  /// What it finds in picture `number`, which shows `seen` through `view`, by `seed`.
  ///
  /// Each picture has random numbers of its own: forks and replays find the same.
  func find(_ seen: [Seen], in number: Int, of view: CameraView, seed: UInt64) -> [Seen] {
    var random = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9)
    var found: [Seen] = []
    found.reserveCapacity(seen.count + 1)
    let (across, down) = (noise / view.horizontalAngle, noise / view.verticalAngle)
    for seen in seen {
      let isMissed = random.unit() < misses
      let size = max(0.1, 1 + sizeNoise * random.normal())
      let (width, height) = (seen.rect.width * size, seen.rect.height * size)
      let middle = seen.rect.middle
      let rect = UnitRect(
        x: middle.x + across * random.normal() - width / 2,
        y: middle.y + down * random.normal() - height / 2, width: width, height: height)
      guard !isMissed, let rect = rect.intersection(.whole) else { continue }
      found.append(
        Seen(
          subject: seen.subject, kind: seen.kind, rect: rect,
          isSpeaking: seen.isSpeaking, looking: seen.looking))
    }
    guard random.unit() < falseAlarms else { return found }
    let width = 0.03 + 0.07 * random.unit()
    let rect = UnitRect(
      x: random.unit() * (1 - width), y: random.unit() * (1 - 2 * width), width: width,
      height: 2 * width)
    return found + [
      Seen(subject: nil, kind: .face, rect: rect, isSpeaking: false, looking: 0)
    ]
  }
}

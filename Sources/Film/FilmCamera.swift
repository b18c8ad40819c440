import Camera
import Frames
import Hardware
import Quantities
import Simulation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Draws what the camera of a phone on a dock sees.
///
/// The same shots give the same bytes on every run. The room and the grain of the pictures are
/// drawn from a seed.
package final class FilmCamera {
  /// The size of the frames, in pixels.
  package let width, height: Int
  /// For how long each frame is exposed, in nanoseconds; 0 blurs nothing.
  package let exposure: Int

  private let company: Company
  private let room: Room
  private let grain: Grain
  private let heads: [Head]

  /// Creates a camera in a room with `company`.
  ///
  /// - Parameters:
  ///   - width: the width of the frames, in pixels; at least 16.
  ///   - height: the height of the frames, in pixels; at least 16.
  ///   - exposure: for how long each frame is exposed, in nanoseconds.
  ///   - noise: the standard deviation of the brightness, from 0 to 255.
  package init(
    of company: Company, width: Int, height: Int, exposure: Int, noise: Double = 2.5
  ) {
    (self.width, self.height) = (max(16, width), max(16, height))
    (self.exposure, self.company) = (max(0, exposure), company)
    let density = min(max(Float(max(self.width, self.height)) * 0.17, 40), 260)
    room = Room(density: density, seed: company.seed)
    grain = Grain(seed: company.seed, deviation: noise)
    heads = company.subjects.indices.map(Head.init(number:))
  }

  /// The frame of `shot`, the one of this number in its film.
  package func frame(_ number: Int, of shot: Shot) -> VideoFrame {
    let (across, down) = Composition.size(of: shot.shape, in: (width, height))
    var picture = drawn(shot, width: across, height: down)
    if !company.isLit(at: shot.time) { picture.dim() }
    grain.add(to: &picture, number: number)
    return Composition.frame(of: picture, width: width, height: height, time: shot.time)
  }

  private func drawn(_ shot: Shot, width: Int, height: Int) -> Picture420 {
    let lens = Lens(of: shot, width: width, height: height)
    var (before, after) = (shot, shot)
    let half = Double(exposure) / 2e9
    before.pose.yaw -= shot.speed.yaw * half
    before.pose.pitch -= shot.speed.pitch * half
    after.pose.yaw += shot.speed.yaw * half
    after.pose.pitch += shot.speed.pitch * half
    let path = (
      Lens(of: before, width: width, height: height),
      Lens(of: after, width: width, height: height)
    )
    var picture = Picture420(width: width, height: height)
    let backdrop = Backdrop(room: room, lens: lens)
    backdrop.drawLight(into: &picture.light)
    backdrop.drawColors(into: &picture.blue, &picture.red)
    let smear = FilmCamera.smear(from: lens.forward, to: lens.forward, path)
    smear.apply(to: &picture.light, width: width, isEdged: true)
    smear.halved.apply(to: &picture.blue, width: (width + 1) / 2, isEdged: true)
    smear.halved.apply(to: &picture.red, width: (width + 1) / 2, isEdged: true)
    let present = company.subjects.indices.compactMap { subject in
      company.presence(of: subject, at: shot.time).map { (subject, $0) }
    }
    // The nearer stands in front of the farther.
    for (subject, presence) in present.sorted(by: { $0.1.place.distance > $1.1.place.distance }) {
      draw(subject, presence, at: shot.time, through: lens, path, over: &picture)
    }
    return picture
  }

  /// The blur of what moves from one place to another while the lens turns.
  private static func smear(from first: Vector, to last: Vector, _ path: (Lens, Lens)) -> Smear {
    guard let start = path.0.pixel(of: first), let end = path.1.pixel(of: last) else {
      return Smear(across: 0, down: 0)
    }
    return Smear(across: end.x - start.x, down: end.y - start.y)
  }

  private func draw(
    _ subject: Int, _ presence: Company.Presence, at time: Int, through lens: Lens,
    _ path: (Lens, Lens), over picture: inout Picture420
  ) {
    func place(_ presence: Company.Presence) -> Vector {
      let bearing = presence.place.bearing * .pi / 180
      return Vector(
        x: Float(presence.place.distance * sin(bearing)), y: Float(presence.place.height),
        z: Float(presence.place.distance * cos(bearing)))
    }
    let bearing = presence.place.bearing * .pi / 180
    let facing = (Float(sin(bearing)), Float(cos(bearing)))
    let here = place(presence)
    let ends = [time - exposure / 2, time + exposure / 2].map { time in
      company.presence(of: subject, at: time).map(place) ?? here
    }
    let smear = FilmCamera.smear(from: ends[0], to: ends[1], path)
    func put(_ painter: some Painter) {
      let layer = Layer(
        painter, at: here, facing: facing.0, facing.1, through: lens, within: smear.reach)
      guard var layer else { return }
      layer.apply(smear)
      layer.put(over: &picture)
    }
    guard company.subjects[subject].isPerson else {
      return put(BallPainter(color: Wardrobe.color(of: subject)))
    }
    let look = Posture(presence, at: time, number: subject)
    put(
      BodyPainter(
        feet: look.feet, stride: look.stride, skin: heads[subject].skin,
        shirt: Wardrobe.color(of: subject), trousers: Wardrobe.trousers(of: subject)))
    put(HeadPainter(head: heads[subject], turn: look.turn, mouth: look.mouth))
  }
}

/// How a person holds head, mouth and legs at an instant.
struct Posture {
  /// How far a head is turned that looks away, in radians.
  private static let away: Float = 1.2
  /// How long a head takes to turn, in nanoseconds.
  private static let turning = Milliseconds(400).nanoseconds
  /// How long a step and a syllable take, in nanoseconds.
  private static let step = Milliseconds(550).nanoseconds
  private static let syllable = Milliseconds(230).nanoseconds

  /// How far the head is turned, in radians.
  let turn: Float
  /// How far the mouth is open, from 0 to 1.
  let mouth: Float
  /// How far the legs are apart, from -1 to 1.
  let stride: Float
  /// How far the feet are below the middle of the face, in metres.
  let feet: Float

  /// Creates the posture of person `number` at `time` nanoseconds.
  init(_ presence: Company.Presence, at time: Int, number: Int) {
    let share = Float(min(max(0, time - presence.since), Posture.turning)) / Float(Posture.turning)
    let side: Float = number % 2 == 0 ? 1 : -1
    let away = Posture.away * Float(1 - presence.looking)
    turn = away * side * share * share * (3 - 2 * share)
    mouth = presence.isSpeaking ? Posture.wave(time, Posture.syllable) : 0
    stride = presence.isWalking ? 2 * Posture.wave(time, 2 * Posture.step) - 1 : 0
    feet = presence.isSeated ? 1.05 : 1.5
  }

  /// A wave from 0 to 1 and back in each period.
  private static func wave(_ time: Int, _ period: Int) -> Float {
    let share = Float((time % period + period) % period) / Float(period)
    return share < 0.5 ? 2 * share : 2 - 2 * share
  }
}

/// What the subjects of a scene wear.
enum Wardrobe {
  private static let colors = [
    Pigment(48, 84, 140), Pigment(140, 56, 52), Pigment(62, 112, 76), Pigment(128, 92, 150),
    Pigment(60, 66, 76), Pigment(166, 108, 44),
  ]
  private static let darks = [Pigment(44, 48, 62), Pigment(60, 52, 46), Pigment(38, 40, 42)]

  static func color(of number: Int) -> Pigment { colors[number % colors.count] }

  static func trousers(of number: Int) -> Pigment { darks[number % darks.count] }
}

import Hardware
import Playback
import Quantities
import Vocabulary
@_exported import enum Vocabulary.FaceEasing
@_exported import enum Vocabulary.Mood

/// The app's part in a show: its face, its eyes, its camera, its sounds and its log.
///
/// An app conforms to it with what it draws and records; DockKit knows nothing of this. What it
/// leaves out does nothing. A change that takes time is begun, and continues by itself. An error is
/// told as an event, and the show goes on.
@MainActor public protocol Performer: AnyObject, Sendable {
  /// Changes the face within `length`, which it spends as `easing` says.
  func change(_ face: Face, over length: Duration, easing: FaceEasing) async throws
  /// Moves the eyes.
  func move(_ eyes: Eyes) async throws
  /// Uses the camera; a change of the zoom takes `length`.
  func use(_ camera: CameraAction, over length: Duration) async throws
  /// Plays `sound` from the time `start` of its file on, for `length`; there may be several at a
  /// time. It begins the sound, and does not wait for its end.
  func play(_ sound: Sound, from start: Duration, for length: Duration) async throws
  /// Ends `sound` before its time.
  func stop(_ sound: Sound) async throws
  /// Keeps a line that the script writes.
  func log(_ line: String)
}

extension Performer {
  /// Does nothing.
  public func change(_ face: Face, over length: Duration, easing: FaceEasing) async throws {}
  /// Does nothing.
  public func move(_ eyes: Eyes) async throws {}
  /// Does nothing.
  public func use(_ camera: CameraAction, over length: Duration) async throws {}
  /// Does nothing.
  public func play(_ sound: Sound, from start: Duration, for length: Duration) async throws {}
  /// Does nothing.
  public func stop(_ sound: Sound) async throws {}
  /// Does nothing.
  public func log(_ line: String) {}
}

/// What a face changes to.
public enum Face: Equatable, Sendable {
  /// A mood.
  case mood(Mood)
  /// The mood after the present one, in the order of `Mood.allCases`.
  case next
  /// The mood that it was changing to last.
  case same
  /// What it shows now, also between two moods.
  case held
  /// Another mood by chance after each pause of such a length, until the next change; the same
  /// `seed` gives the same moods.
  case restless(every: ClosedRange<Duration>, seed: Int)
}

/// What eyes do.
public enum Eyes: Equatable, Sendable {
  /// They look ahead.
  case center
  /// They look left.
  case left
  /// They look right.
  case right
  /// They look up.
  case up
  /// They look down.
  case down
  /// They blink once.
  case blink
  /// They follow somebody or something.
  case follow(Subject)
}

/// Somebody or something that is seen.
public enum Subject: Equatable, Sendable {
  /// The person of this name, or any.
  case person(String?)
  /// The person who speaks.
  case speaker
  /// The object of this name, or any.
  case object(String?)
}

/// What a camera does.
public enum CameraAction: Equatable, Sendable {
  /// It changes to the other side of the phone.
  case flip
  /// It takes a picture.
  case photo
  /// It begins to record.
  case startRecording
  /// It ends the recording.
  case stopRecording
  /// It ends the recording, or begins one if there is none.
  case toggleRecording
  /// Its zoom becomes this factor.
  case zoom(Double)
  /// Its zoom changes by this, as far as it can.
  case zoomBy(Double)
  /// Its zoom stays as it is now.
  case holdZoom
  /// Its pictures get this size in pixels, and this rate a second unless that is nil.
  case format(width: Int, height: Int, rate: Int?)
  /// This part of its pictures is kept, in pixels around their middle.
  case crop(width: Int, height: Int)
}

/// A sound that a script plays.
public struct Sound: Hashable, Sendable {
  /// Its number, from 1; those that are heard at one time have different numbers.
  public let number: Int
  /// The name of its file, as the script knows it from its own folder.
  public let file: String

  /// Creates the name of a sound.
  public init(number: Int, file: String) { (self.number, self.file) = (number, file) }
}

/// Passes the calls of a performance on to a performer.
struct PerformingPhone: Phone {
  let performer: any Performer

  nonisolated(nonsending) func perform(_ call: PhoneCall) async throws {
    let length = Duration.milliseconds(Int(call.length))
    switch call {
    case .face, .nextFace, .sameFace, .holdFace, .restlessFace:
      if let face = Face(call) {
        try await performer.change(face, over: length, easing: FaceEasing(of: call))
      }
    case .look, .follow, .blink:
      if let eyes = Eyes(call) { try await performer.move(eyes) }
    case .flip, .photo, .record, .zoom, .zoomBy, .holdZoom, .format, .crop:
      if let action = CameraAction(call) { try await performer.use(action, over: length) }
    case .sound(let sound):
      try await performer.play(
        Sound(number: Int(sound.number), file: sound.file),
        from: .milliseconds(Int(sound.from)), for: length)
    case .endSound(let number, let file):
      try await performer.stop(Sound(number: Int(number), file: file))
    }
  }
}

extension Face {
  fileprivate init?(_ call: PhoneCall) {
    switch call {
    case .face(let mood, _, _): self = .mood(mood)
    case .nextFace: self = .next
    case .sameFace: self = .same
    case .holdFace: self = .held
    case .restlessFace(let pause, let seed):
      let (least, most) = (Int(pause.lowerBound), Int(pause.upperBound))
      self = .restless(every: .milliseconds(least) ... .milliseconds(most), seed: Int(seed))
    default: return nil
    }
  }
}

extension FaceEasing {
  fileprivate init(of call: PhoneCall) {
    switch call {
    case .face(_, _, let easing), .nextFace(_, let easing): self = easing
    default: self = .gentle
    }
  }
}

extension Eyes {
  fileprivate init?(_ call: PhoneCall) {
    switch call {
    case .look(.center): self = .center
    case .look(.left): self = .left
    case .look(.right): self = .right
    case .look(.up): self = .up
    case .look(.down): self = .down
    case .blink: self = .blink
    case .follow(.person(let name)): self = .follow(.person(name))
    case .follow(.speaker): self = .follow(.speaker)
    case .follow(.object(let name)): self = .follow(.object(name))
    default: return nil
    }
  }
}

extension CameraAction {
  fileprivate init?(_ call: PhoneCall) {
    switch call {
    case .flip: self = .flip
    case .photo: self = .photo
    case .record(.start): self = .startRecording
    case .record(.stop): self = .stopRecording
    case .record(.toggle): self = .toggleRecording
    case .zoom(let value, _): self = .zoom(Thousandths(value).number)
    case .zoomBy(let change, _): self = .zoomBy(Thousandths(change).number)
    case .holdZoom: self = .holdZoom
    case .format(let size, let rate):
      self = .format(width: Int(size.width), height: Int(size.height), rate: rate.map { Int($0) })
    case .crop(let size): self = .crop(width: Int(size.width), height: Int(size.height))
    default: return nil
    }
  }
}

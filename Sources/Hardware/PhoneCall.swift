import Vocabulary

/// A command for the phone on a dock: a change of its face, its eyes or its camera, or a sound.
///
/// It moves no motor. Lengths are milliseconds; a zoom is thousandths, 1000 being none.
public enum PhoneCall: Equatable, Sendable {
  /// The part of the phone that a call changes; each does one thing at a time, but for sounds.
  public enum Track: String, CaseIterable, Sendable {
    case face, eyes, camera, sound
  }

  /// The subject that the eyes or tracking follow.
  public typealias Subject = WorldSubject

  /// The direction of eyes that follow nobody.
  public enum Gaze: String, CaseIterable, Sendable {
    case center, left, right, up, down
  }

  /// The command for a recording.
  public enum Recording: String, CaseIterable, Sendable {
    case start, stop, toggle
  }

  /// The width and height of a picture, in pixels.
  public struct Size: Equatable, Sendable {
    /// The width, in pixels.
    public var width: Int32
    /// The height, in pixels.
    public var height: Int32

    /// Creates a size.
    public init(width: Int32, height: Int32) { (self.width, self.height) = (width, height) }

    /// The one of `PhoneCall.formats` from which both sides differ by less than a twelfth; nil if
    /// there is none, or it is one of them.
    public var nearlyAFormat: Size? {
      func isNear(_ side: Int32, _ known: Int32) -> Bool {
        12 * abs(Int(side) - Int(known)) < Int(known)
      }
      if PhoneCall.formats.contains(self) { return nil }
      return PhoneCall.formats.first { isNear(width, $0.width) && isNear(height, $0.height) }
    }
  }

  /// A sound, or the rest of one.
  public struct Sound: Equatable, Sendable {
    /// Its number, from 1; those that are played at one time have different numbers.
    public var number: Int32
    /// The name of its file, from the folder of the script.
    public var file: String
    /// Where in the file it begins, in milliseconds.
    public var from: Int32
    /// How long it lasts, in milliseconds.
    public var length: Int32

    /// Creates a sound.
    public init(number: Int32, file: String, from: Int32, length: Int32) {
      (self.number, self.file, self.from, self.length) = (number, file, from, length)
    }

    /// What is left of it after `time` milliseconds.
    public func rest(after time: Int32) -> Sound {
      let time = min(max(0, time), length)
      return Sound(number: number, file: file, from: from + time, length: length - time)
    }
  }

  /// The face changes to a mood, in some time.
  case face(Mood, over: Int32, easing: FaceEasing = .gentle)
  /// The face changes to the mood after the present one, in some time.
  case nextFace(over: Int32, easing: FaceEasing = .gentle)
  /// The face goes on changing to the mood it was changing to last, in some time.
  case sameFace(over: Int32)
  /// The face stays as it is now, also between two moods.
  case holdFace
  /// The face changes by itself from now on, until the next command for it; see `RestlessMoods`.
  case restlessFace(every: ClosedRange<Int32>, seed: Int32)
  /// The eyes look in a direction and stop following.
  case look(Gaze)
  /// The eyes follow somebody or something.
  case follow(Subject)
  /// The eyes blink once.
  case blink
  /// The camera changes to the other side of the phone.
  case flip
  /// A picture is taken.
  case photo
  /// A recording begins or ends.
  case record(Recording)
  /// The zoom goes to a value, in some time.
  case zoom(Int32, over: Int32)
  /// The zoom goes up or down by a value, in some time, as far as it can.
  case zoomBy(Int32, over: Int32)
  /// The zoom stays at its present value.
  case holdZoom
  /// The size and, unless it stays as it is, the rate of the pictures, in pictures a second.
  case format(Size, rate: Int32?)
  /// The part of the pictures that is kept, around their middle.
  case crop(Size)
  /// A sound begins, and ends by itself.
  case sound(Sound)
  /// The sound with this number ends, which was to be heard longer; the name of its file.
  case endSound(Int32, file: String)

  /// The part of the phone that it changes.
  public var track: Track {
    switch self {
    case .face, .nextFace, .sameFace, .holdFace, .restlessFace: .face
    case .look, .follow, .blink: .eyes
    case .flip, .photo, .record, .zoom, .zoomBy, .holdZoom, .format, .crop: .camera
    case .sound, .endSound: .sound
    }
  }

  /// How long the change or the sound takes, in milliseconds.
  public var length: Int32 {
    switch self {
    case .face(_, let length, _), .nextFace(let length, _), .sameFace(let length),
      .zoom(_, let length), .zoomBy(_, let length):
      length
    case .sound(let sound): sound.length
    default: 0
    }
  }

  /// How long the phone does it, in milliseconds, if it is as before then; nil if it stays as the
  /// call has it.
  package var passing: Int32? { self == .blink ? PhoneCall.blinking : nil }

  /// The same change in `length` milliseconds; the call itself if it takes no time.
  public func lasting(_ length: Int32) -> PhoneCall {
    switch self {
    case .face(let mood, _, let easing): .face(mood, over: length, easing: easing)
    case .nextFace(_, let easing): .nextFace(over: length, easing: easing)
    case .sameFace: .sameFace(over: length)
    case .zoom(let value, _): .zoom(value, over: length)
    case .zoomBy(let change, _): .zoomBy(change, over: length)
    default: self
    }
  }

  /// What is left of it after `time` milliseconds, as a change that takes the rest of its time; nil
  /// if it is over by then.
  public func rest(after time: Int32) -> PhoneCall? {
    let (time, length) = (max(0, time), length)
    guard time < length else { return nil }
    switch self {
    case .zoomBy(let way, _) where time > 0:
      let share = Double(time) / Double(length)
      return .zoomBy(way - Int32((Double(way) * share).rounded()), over: length - time)
    case .sound(let sound): return .sound(sound.rest(after: time))
    default: return lasting(length - time)
    }
  }

  /// The name of its subject, or of its file; nil if there is none.
  public var name: String? {
    switch self {
    case .follow(let subject): subject.name
    case .sound(let sound): sound.file
    case .endSound(_, let file): file
    default: nil
    }
  }

  /// The words that schedules, commands and traces print after the track, without the name.
  public var words: String {
    switch self {
    case .face(let mood, _, _): mood.rawValue + over + easing
    case .nextFace: "next" + over + easing
    case .sameFace: "same" + over
    case .holdFace: "hold"
    case .restlessFace(let pause, let seed):
      "random every \(pause.lowerBound)..\(pause.upperBound) seed \(seed)"
    case .look(let gaze): gaze.rawValue
    case .follow(let subject): "follow \(subject.words)"
    case .blink: "blink"
    case .flip: "flip"
    case .photo: "photo"
    case .record(let change): "record \(change.rawValue)"
    case .zoom(let value, _): "zoom \(value)" + over
    case .zoomBy(let value, _): "zoom by \(value)" + over
    case .holdZoom: "zoom hold"
    case .format(let size, let rate): "format \(size)" + (rate.map { " at \($0)" } ?? "")
    case .crop(let size): "crop \(size)"
    case .sound(let sound):
      "\(sound.number)" + (sound.from > 0 ? " from \(sound.from)" : "") + " over \(sound.length)"
    case .endSound(let number, _): "\(number) stop"
    }
  }

  private var over: String { length > 0 ? " over \(length)" : "" }

  /// The easing of a change of the face, as scripts write it behind its length.
  package var easing: String {
    switch self {
    case .face(_, _, .spring), .nextFace(_, .spring): " easing \(FaceEasing.spring.rawValue)"
    default: ""
    }
  }
}

extension PhoneCall.Size: CustomStringConvertible {
  /// As scripts write it: `1280x720`.
  public var description: String { "\(width)x\(height)" }
}

// MARK: - What phones can do

extension PhoneCall {
  /// The range of the zoom, in thousandths (assumed: from a wide lens to the largest useful zoom).
  public static let zooms: ClosedRange<Int32> = 500...15_000
  /// How many pixels a side of a picture has (assumed).
  public static let sides: ClosedRange<Int32> = 16...8192
  /// The sizes of the front camera of an iPhone X with iOS 12.4, as documented by Twilio; other
  /// cameras have more.
  public static let formats: [Size] = [
    (192, 144), (352, 288), (480, 360), (640, 480), (960, 540), (1280, 720), (1920, 1080),
    (1920, 1440), (3088, 2320),
  ].map(Size.init)
  /// How many pictures a second there are at most, and at least (Apple's cameras reach 240).
  public static let rates: ClosedRange<Int32> = 1...240
  /// How long a blink takes that a call asks for, in milliseconds.
  package static let blinking: Int32 = 200
  /// The shortest time between two changes of a face that changes by itself, in milliseconds.
  public static let shortestPause: Int32 = 100

  /// True if a phone can do it: every number is in its range, and no time is negative.
  public var isPossible: Bool {
    guard length >= 0 else { return false }
    switch self {
    case .restlessFace(let pause, let seed):
      return pause.lowerBound >= PhoneCall.shortestPause && seed >= 0
    case .zoom(let value, _): return PhoneCall.zooms.contains(value)
    case .zoomBy(let value, _): return PhoneCall.zooms.upperBound >= value.magnitude
    case .format(let size, let rate):
      return size.isPossible && rate.map(PhoneCall.rates.contains) ?? true
    case .crop(let size): return size.isPossible
    case .sound(let sound):
      return sound.number > 0 && sound.from >= 0 && sound.from <= .max - sound.length
        && !sound.file.isEmpty
    case .endSound(let number, let file): return number > 0 && !file.isEmpty
    default: return true
    }
  }
}

extension PhoneCall.Size {
  fileprivate var isPossible: Bool {
    PhoneCall.sides.contains(width) && PhoneCall.sides.contains(height)
  }
}

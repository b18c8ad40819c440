import Hardware
import Quantities
import Vocabulary

/// The face, the eyes, the camera and the sounds of the phone, as they are.
public struct PhoneState: Equatable, Sendable {
  /// The mood that the face shows, or is changing to.
  public internal(set) var mood = Mood.normal
  /// The direction of the eyes, unless they follow a subject.
  public internal(set) var gaze = PhoneCall.Gaze.center
  /// The subject that the eyes follow; nil if there is none.
  public internal(set) var followed: PhoneCall.Subject?
  /// True if the camera on the side of the screen is taken.
  public internal(set) var isFlipped = false
  /// True if the camera is recording.
  public var isRecording: Bool { recordsSince != nil }
  /// When the recording began that is under way, in nanoseconds; nil if there is none.
  public internal(set) var recordsSince: Int?
  /// How many pictures have been taken.
  public internal(set) var photos = 0
  /// The size of the pictures, in pixels.
  public internal(set) var format = PhoneCall.Size(width: 1920, height: 1080)
  /// How many pictures there are a second.
  public internal(set) var rate: Int32 = 30
  /// The part of the pictures that is kept; nil if all of them.
  public internal(set) var crop: PhoneCall.Size?

  /// A sound, and when it begins, in nanoseconds.
  private struct Sounding: Equatable {
    let sound: PhoneCall.Sound
    var start: Int

    /// When it ends, in nanoseconds.
    var end: Int { start + Milliseconds(sound.length).nanoseconds }
  }

  /// The sounds, in the order in which they began; some may be over.
  private var sounds: [Sounding] = []
  private var zoom = EvenChange(to: Thousandths.whole)
  /// How far the face has changed to its mood.
  private var blend = EvenChange(to: Thousandths.whole)
  /// The moods to come of a face that changes by itself.
  private var restless: RestlessMoods?
  /// When such a face changes next, in nanoseconds; nil if it does not.
  private(set) var nextChange: Int?

  /// True if the face changes by itself.
  public var isRestless: Bool { nextChange != nil }

  /// Creates the state of a phone that nothing has been asked of.
  public init() {}

  /// The same for a clock that begins at `time` nanoseconds of the present one.
  public func counted(from time: Int) -> PhoneState {
    var state = self
    (state.zoom, state.blend) = (zoom.counted(from: time), blend.counted(from: time))
    state.nextChange = nextChange.map { max(0, $0 - time) }
    state.sounds.removeAll { $0.end <= time }
    for index in state.sounds.indices { state.sounds[index].start -= time }
    return state
  }

  /// The zoom at `time` nanoseconds, in thousandths; it changes evenly.
  public func zoom(at time: Int) -> Int32 { zoom.value(at: time) }

  /// How far the face has changed to its mood at `time` nanoseconds, in thousandths; it changes
  /// evenly.
  public func blend(at time: Int) -> Int32 { blend.value(at: time) }

  /// What is heard at `time` nanoseconds, in the order in which it began.
  public func sounds(at time: Int) -> [PhoneCall.Sound] {
    sounds.filter { $0.start <= time && time < $0.end }.map(\.sound)
  }

  /// Carries out `call` from `time` nanoseconds on; returns its result.
  mutating func perform(_ call: PhoneCall, at time: Int) -> PhoneCall {
    switch call {
    case .face(let mood, let length, let easing):
      return show(mood, over: length, easing, at: time)
    case .nextFace(let length, let easing):
      return show(mood.next, over: length, easing, at: time)
    case .sameFace(let length): return show(mood, over: length, .gentle, at: time)
    case .holdFace:
      (restless, nextChange) = (nil, nil)
      blend.stop(at: time)
    case .restlessFace(let pause, let seed):
      restless = RestlessMoods(every: pause, seed: seed)
      plan(after: time)
    case .look(let gaze): (self.gaze, followed) = (gaze, nil)
    case .follow(let subject): followed = subject
    case .blink: break
    case .flip: isFlipped.toggle()
    case .photo: photos += 1
    case .record(let change):
      let goesOn = change == .toggle ? !isRecording : change == .start
      recordsSince = goesOn ? recordsSince ?? time : nil
      return .record(goesOn ? .start : .stop)
    case .zoom(let value, let length): return zoom(to: value, over: length, at: time)
    case .zoomBy(let change, let length):
      return zoom(to: zoom(at: time) &+ change, over: length, at: time)
    case .holdZoom: return zoom(to: zoom(at: time), over: 0, at: time)
    case .format(let size, let rate): (format, self.rate) = (size, rate ?? self.rate)
    case .crop(let size): crop = size
    case .sound(let sound):
      sounds.removeAll { $0.end <= time || $0.sound.number == sound.number }
      sounds.append(Sounding(sound: sound, start: time))
    case .endSound(let number, _):
      sounds.removeAll { $0.end <= time || $0.sound.number == number }
    }
    return call
  }

  private mutating func show(
    _ mood: Mood, over length: Int32, _ easing: FaceEasing, at time: Int
  ) -> PhoneCall {
    (restless, nextChange) = (nil, nil)
    // What it shows is where it begins; to the mood it is changing to, only the rest is left.
    if mood != self.mood { blend = EvenChange(to: 0) }
    blend.go(to: Thousandths.whole, over: length, at: time)
    self.mood = mood
    return .face(mood, over: length, easing: easing)
  }

  private mutating func zoom(to value: Int32, over length: Int32, at time: Int) -> PhoneCall {
    let (least, most) = (PhoneCall.zooms.lowerBound, PhoneCall.zooms.upperBound)
    let value = min(most, max(least, value))
    zoom.go(to: value, over: length, at: time)
    return .zoom(value, over: length)
  }

  private mutating func plan(after time: Int) {
    guard var moods = restless else { return }
    nextChange = time + Milliseconds(max(1, moods.nextPause())).nanoseconds
    restless = moods
  }

  /// Changes the face by itself if it is expected to at `time` nanoseconds; returns its new mood.
  mutating func change(at time: Int) -> Mood? {
    guard let due = nextChange, due <= time, var moods = restless else { return nil }
    mood = moods.nextMood(after: mood)
    blend = EvenChange(to: Thousandths.whole)
    restless = moods
    plan(after: due)
    return mood
  }
}

/// A number of thousandths that changes evenly from one to another.
private struct EvenChange: Equatable, Sendable {
  /// Where it begins and ends, in nanoseconds.
  private var start = 0
  private var end = 0
  private var from: Int32
  private var to: Int32

  /// One that is over.
  init(to value: Int32) { (from, to) = (value, value) }

  func value(at time: Int) -> Int32 {
    guard time < end else { return to }
    let share = Double(max(0, time - start)) / Double(end - start)
    return from + Int32((Double(to - from) * share).rounded())
  }

  /// Goes from where it is at `time` nanoseconds to `value`, in `length` milliseconds.
  mutating func go(to value: Int32, over length: Int32, at time: Int) {
    (from, to) = (self.value(at: time), value)
    (start, end) = (time, time + Milliseconds(max(0, length)).nanoseconds)
  }

  /// Stays where it is at `time` nanoseconds.
  mutating func stop(at time: Int) { go(to: value(at: time), over: 0, at: time) }

  /// The same for a clock that begins at `time` nanoseconds of the present one.
  func counted(from time: Int) -> EvenChange {
    if end <= time { return EvenChange(to: to) }
    var change = self
    (change.start, change.end) = (start - time, end - time)
    return change
  }
}

extension DockWorld {
  /// Carries out `call` on the phone, and records it in the trace.
  mutating func perform(_ call: PhoneCall) { note(phone.perform(call, at: now)) }

  /// Changes the face if it changes by itself and is expected to.
  mutating func changeFace() {
    if let mood = phone.change(at: now) { note(.face(mood, over: 0)) }
  }
}

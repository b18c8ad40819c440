import Hardware

/// The face, the eyes and the camera of the phone, as they are.
public struct PhoneState: Equatable, Sendable {
  /// What the face shows, or is changing to.
  public internal(set) var mood = Mood.normal
  /// Where the eyes look, unless they follow somebody.
  public internal(set) var gaze = PhoneCall.Gaze.center
  /// Whom the eyes follow; nil if nobody.
  public internal(set) var followed: PhoneCall.Subject?
  /// True iff the camera on the side of the screen is taken.
  public internal(set) var isFlipped = false
  /// True iff the camera is recording.
  public internal(set) var isRecording = false
  /// How many pictures have been taken.
  public internal(set) var photos = 0
  /// The size of the pictures, in pixels.
  public internal(set) var format = PhoneCall.Size(width: 1920, height: 1080)
  /// How many pictures there are a second.
  public internal(set) var rate: Int32 = 30
  /// The part of the pictures that is kept; nil if all of them.
  public internal(set) var crop: PhoneCall.Size?

  private var zoomStart = Zoom()
  private var zoomEnd = Zoom()
  /// The moods to come of a face that changes by itself.
  private var restless: RestlessMoods?
  /// When such a face changes next, in nanoseconds; nil if it does not.
  private(set) var nextChange: Int?

  /// True iff the face changes by itself.
  public var isRestless: Bool { nextChange != nil }

  /// A zoom, in thousandths, at so many nanoseconds.
  private struct Zoom: Equatable, Sendable {
    var value: Int32 = 1000
    var time = 0
  }

  /// Creates the state of a phone that nothing has been asked of.
  public init() {}

  /// The same for a clock that begins at `time` nanoseconds of the present one.
  public func counted(from time: Int) -> PhoneState {
    var state = self
    (state.zoomStart.time, state.zoomEnd.time) = (zoomStart.time - time, zoomEnd.time - time)
    if zoomEnd.time <= time { (state.zoomStart, state.zoomEnd.time) = (state.zoomEnd, 0) }
    state.nextChange = nextChange.map { max(0, $0 - time) }
    return state
  }

  /// The zoom at `time` nanoseconds, in thousandths; it changes evenly.
  public func zoom(at time: Int) -> Int32 {
    let (start, end) = (zoomStart, zoomEnd)
    guard time < end.time else { return end.value }
    let share = Double(max(0, time - start.time)) / Double(end.time - start.time)
    return start.value + Int32((Double(end.value - start.value) * share).rounded())
  }

  /// Does what `call` says from `time` nanoseconds on; returns what that comes to.
  mutating func perform(_ call: PhoneCall, at time: Int) -> PhoneCall {
    switch call {
    case .face(let mood, let length): return show(mood, over: length)
    case .nextFace(let length): return show(mood.next, over: length)
    case .restlessFace(let pause, let seed):
      restless = RestlessMoods(every: pause, seed: seed)
      plan(after: time)
    case .look(let gaze): (self.gaze, followed) = (gaze, nil)
    case .follow(let subject): followed = subject
    case .blink: break
    case .flip: isFlipped.toggle()
    case .photo: photos += 1
    case .record(let change):
      isRecording = change == .toggle ? !isRecording : change == .start
      return .record(isRecording ? .start : .stop)
    case .zoom(let value, let length): return zoom(to: value, over: length, at: time)
    case .zoomBy(let change, let length):
      return zoom(to: zoom(at: time) &+ change, over: length, at: time)
    case .holdZoom: return zoom(to: zoom(at: time), over: 0, at: time)
    case .format(let size, let rate): (format, self.rate) = (size, rate ?? self.rate)
    case .crop(let size): crop = size
    }
    return call
  }

  private mutating func show(_ mood: Mood, over length: Int32) -> PhoneCall {
    (restless, nextChange) = (nil, nil)
    self.mood = mood
    return .face(mood, over: length)
  }

  private mutating func zoom(to value: Int32, over length: Int32, at time: Int) -> PhoneCall {
    let (least, most) = (PhoneCall.zooms.lowerBound, PhoneCall.zooms.upperBound)
    let value = min(most, max(least, value))
    zoomStart = Zoom(value: zoom(at: time), time: time)
    zoomEnd = Zoom(value: value, time: time + Int(max(0, length)) * 1_000_000)
    return .zoom(value, over: length)
  }

  private mutating func plan(after time: Int) {
    guard var moods = restless else { return }
    nextChange = time + Int(max(1, moods.nextPause())) * 1_000_000
    restless = moods
  }

  /// Changes the face by itself if it is due to at `time` nanoseconds; returns its new mood.
  mutating func change(at time: Int) -> Mood? {
    guard let due = nextChange, due <= time, var moods = restless else { return nil }
    mood = moods.nextMood(after: mood)
    restless = moods
    plan(after: due)
    return mood
  }
}

extension DockWorld {
  /// Does with the phone what `call` says, which goes into the trace.
  mutating func perform(_ call: PhoneCall) { note(phone.perform(call, at: now)) }

  /// Changes the face if it changes by itself and is due to.
  mutating func changeFace() {
    if let mood = phone.change(at: now) { note(.face(mood, over: 0)) }
  }
}

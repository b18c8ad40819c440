import Drawing
import Hardware
import Quantities
import Vocabulary

/// What a face does over time: a pure function of the calls on the phone, and of a seed.
package struct FaceTrack: Equatable, Sendable {
  /// A change to a mood.
  package struct Change: Equatable, Sendable {
    /// When it begins, in seconds.
    package var start: Double
    /// How long it takes, in seconds.
    package var length: Double
    /// The mood.
    package var mood: Mood
    /// The mood before it.
    package var old: Mood
    /// How it spends that time.
    package var easing = FaceEasing.gentle
    /// The share of the whole change at which it begins: more than 0 if it goes on after a hold.
    package var begin = 0.0
    /// How far it is done when it ends, if something holds it before; 1 if nothing does.
    package var end = 1.0
  }

  /// The changes, by start.
  package private(set) var changes: [Change] = []
  /// The directions of the eyes, by time in seconds.
  private var gazes: [(time: Double, gaze: PhoneCall.Gaze?)] = []
  /// The blinks that calls ask for, by start.
  private var blinks: [Blink] = []
  /// When the screen is touched, in seconds.
  private var taps: [Double] = []
  /// The moods to come of a face that changes by itself, and when the next comes.
  private var restless: (moods: RestlessMoods, next: Double)?
  /// What decides about the blinks.
  private let seed: UInt64

  package static func == (one: FaceTrack, other: FaceTrack) -> Bool {
    one.changes == other.changes && one.blinks == other.blinks && one.seed == other.seed
      && one.taps == other.taps
      && one.gazes.elementsEqual(other.gazes) { $0 == $1 }
  }

  /// How long the eyes take to look in another direction, in seconds.
  package static let looking = 0.2
  /// How long a blink takes that a call asks for, in seconds.
  package static let blinking = Milliseconds(PhoneCall.blinking).seconds

  /// Creates the track of a face that nothing has been asked of.
  package init(seed: UInt64 = 1) { self.seed = seed }

  /// The mood that the face shows or is changing to after all calls.
  private var mood: Mood { changes.last?.mood ?? .normal }

  /// Takes note of `call` at `time` seconds, which does not go back.
  package mutating func add(_ call: PhoneCall, at time: Double) {
    advance(to: time)
    let length = Milliseconds(call.length).seconds
    switch call {
    case .face(let mood, _, let easing): change(to: mood, at: time, over: length, easing)
    case .nextFace(_, let easing): change(to: mood.next, at: time, over: length, easing)
    case .sameFace: change(to: mood, at: time, over: length, changes.last?.easing ?? .gentle)
    case .holdFace: hold(at: time)
    case .restlessFace(let pause, let seed):
      var moods = RestlessMoods(every: pause, seed: seed)
      let next = time + Milliseconds(moods.nextPause()).seconds
      restless = (moods, next)
    case .look(let gaze): gazes.append((time, gaze))
    case .follow: gazes.append((time, nil))
    case .blink: blinks.append(Blink(start: time, kind: .normal, length: FaceTrack.blinking))
    default: break
    }
  }

  /// Takes note that the screen is touched at `time` seconds, which does not go back.
  package mutating func tap(at time: Double) { taps.append(time) }

  /// Lets a face that changes by itself change until `time` seconds.
  package mutating func advance(to time: Double) {
    while var (moods, next) = restless, next <= time {
      let old = mood
      changes.append(
        Change(start: next, length: 0, mood: moods.nextMood(after: old), old: old))
      next += max(0.001, Milliseconds(moods.nextPause()).seconds)
      restless = (moods, next)
    }
  }

  private mutating func change(
    to mood: Mood, at time: Double, over length: Double, _ easing: FaceEasing
  ) {
    restless = nil
    let old = self.mood
    // To the mood that it is changing to, only the rest is left.
    if old == mood, let last = changes.last, last.end == 1, time < last.start + last.length {
      changes[changes.count - 1].length = time - last.start + length
      return
    }
    var change = Change(start: time, length: length, mood: mood, old: old, easing: easing)
    if old == mood {
      guard let held = changes.last, held.end < 1 else { return }
      (change.old, change.begin) = (held.old, held.end)
    }
    changes.append(change)
  }

  private mutating func hold(at time: Double) {
    restless = nil
    guard let last = changes.last, last.end == 1, time < last.start + last.length else { return }
    let share = (time - last.start) / last.length
    changes[changes.count - 1].end = last.begin + (1 - last.begin) * share
    changes[changes.count - 1].length = time - last.start
  }

  /// How the face looks at `time` seconds; `aim` is where it looks while its eyes follow somebody.
  package func look(at time: Double, following aim: EyeAim = .center) -> FaceLook {
    let index = changes.lastIndex { $0.start <= time }
    var look = FaceLook(.normal)
    if let index {
      let change = changes[index]
      let share = change.length > 0 ? min(1, (time - change.start) / change.length) : 1
      look = FaceLook(
        from: change.old, to: change.mood,
        share: change.begin + (change.end - change.begin) * share, easing: change.easing)
      MoodEffect(of: change.mood)?.apply(to: &look, after: time - change.start)
    }
    look.ripples = taps.compactMap { Ripple(after: time - $0) }
    look.brightness *= Breath.brightness(at: max(0, time))
    look.glow = Breath.glow(at: max(0, time))
    look.openness *= openness(at: time, since: index)
    look.offset = aimed(at: time, following: aim).offset(in: look.mood)
    return look
  }

  /// The blinks that begin before `end` seconds, by start: those that were asked for, and those of
  /// each mood while it lasts.
  package func blinks(before end: Double) -> [Blink] {
    var found = blinks.filter { $0.start < end }
    for index in -1..<changes.count {
      let start = index < 0 ? 0 : changes[index].start
      let next = index + 1 < changes.count ? min(end, changes[index + 1].start) : end
      let mood = index < 0 ? .normal : changes[index].mood
      for blink in Blinks(of: mood, from: start, seed: seed(ofChange: index)) {
        guard blink.start < next else { break }
        found.append(blink)
      }
    }
    return found.sorted { $0.start < $1.start }
  }

  /// The seed of the blinks after the change of this index; -1 before the first.
  private func seed(ofChange index: Int) -> UInt64 { seed &+ UInt64(index + 1) &* 0x9E37_79B9 }

  /// How far the eyes are open as blinks go.
  private func openness(at time: Double, since index: Int?) -> Double {
    let change = index.map { changes[$0] }
    let mood = change?.mood ?? .normal
    var least = 1.0
    for blink in blinks where blink.start < time && time < blink.end {
      least = min(least, blink.openness(at: time))
    }
    let own = seed(ofChange: index ?? -1)
    for blink in Blinks(of: mood, from: change?.start ?? 0, seed: own) {
      guard blink.start < time else { break }
      least = min(least, blink.openness(at: time))
    }
    return mood.staysVisibleInBlink
      ? FaceLook.leastOpenness + (1 - FaceLook.leastOpenness) * least : least
  }

  private func aimed(at time: Double, following aim: EyeAim) -> EyeAim {
    guard let index = gazes.lastIndex(where: { $0.time <= time }) else { return .center }
    func target(_ index: Int) -> EyeAim {
      index < 0 ? .center : gazes[index].gaze.map(EyeAim.init) ?? aim
    }
    let share = max(0, min(1, (time - gazes[index].time) / FaceTrack.looking))
    return target(index - 1).toward(target(index), 1 - (1 - share) * (1 - share))
  }
}

import Hardware
import Schedules

/// The scheduler's state of the phone's face and camera at the present time.
struct PhoneTracking {
  /// A change that takes time: of the face, or of the zoom.
  struct Change {
    /// The slot of the task that made the last one, and its statement.
    var owner = 0
    var origin: UInt32 = 0
    /// When it began and when it is over, in milliseconds.
    var start = Int32.min
    var end = Int32.min
    /// The index of its step; nil if that belongs to an earlier cue.
    var step: Int?
    /// The last call to the phone; nil if there was none.
    var call: PhoneCall?
    /// True if it goes on from an earlier cue or from before a pause.
    var goesOn = false

    /// What is left of it at `time` milliseconds, in its own time.
    func rest(at time: Int32) -> PhoneCall? {
      end > time ? call?.lasting(end - start).rest(after: time - start) : nil
    }

    /// Counts its times from `time` on, in milliseconds.
    mutating func shift(by time: Int32) {
      (start, end, step) = (start.counted(from: time), end.counted(from: time), nil)
      goesOn = true
    }
  }

  /// What can be in progress.
  enum Part: CaseIterable {
    case face, zoom

    /// What holds it where it is.
    var hold: PhoneCall { self == .face ? .holdFace : .holdZoom }
  }

  /// A sound in progress.
  struct Sounding {
    /// The sound as it was begun.
    var sound: PhoneCall.Sound
    /// The slot of the task that waits for it, and its statement.
    var owner: Int
    let origin: UInt32
    /// When it began, in milliseconds.
    var start: Int32
    /// The index of its step; nil if that belongs to an earlier cue.
    var step: Int?

    /// When it is over, in milliseconds.
    var end: Int32 { start + sound.length }
  }

  var face = Change()
  var zoom = Change()
  /// The sounds, in the order in which they began; some may be over.
  var sounds: [Sounding] = []
  /// The statement that began the recording in progress; nil if none is known to be.
  var recording: UInt32?
  /// The size of the pictures; nil unless the script has said.
  var format: PhoneCall.Size?

  subscript(part: Part) -> Change {
    get { part == .face ? face : zoom }
    set { if part == .face { face = newValue } else { zoom = newValue } }
  }

  /// Makes what the task at `slot` has in hand that of `other`.
  mutating func hand(from slot: Int, to other: Int) {
    for part in Part.allCases where self[part].owner == slot { self[part].owner = other }
    for index in sounds.indices where sounds[index].owner == slot { sounds[index].owner = other }
  }

  /// Counts all times from `time` on, in milliseconds.
  mutating func shift(by time: Int32) {
    face.shift(by: time)
    zoom.shift(by: time)
    sounds.removeAll { $0.end <= time }
    for index in sounds.indices {
      sounds[index].start = sounds[index].start.counted(from: time)
      sounds[index].step = nil
    }
  }
}

import Vocabulary

/// Something that the firmware of a dock, or the system, does and that an app does not expect.
///
/// `DockModel.quirks` says which dock has it. The simulated dock does the same, and its trace says
/// when (`DockWorld+Quirks.swift`).
public enum Quirk: String, CaseIterable, Sendable {
  case buttonAuthority = "button_authority"
  case lateTrackingFlag = "late_tracking_flag"
  case cameraFirst = "camera_first"
  case repeatedDocked = "repeated_docked"
  case doubleShutter = "double_shutter"
  case idleFlap = "idle_flap"
  case jumpAtRedock = "jump_at_redock"
  case pulseNoise = "pulse_noise"
  case staleObservations = "stale_observations"
  case zeroSaliency = "zero_saliency"
  case ignoredRoll = "ignored_roll"
  case falseReadBack = "false_read_back"

  /// What it does, as one sentence.
  public var summary: String { page.summary }

  /// Who has observed it.
  public var source: String { page.source }

  /// The event that the dock sends again, and when; nil if it repeats none.
  public var repetition: Repetition? {
    switch self {
    case .repeatedDocked:
      Repetition(
        event: .dock, causes: [.button, .shutter, .flip, .trackingButton],
        occasion: "when one of its buttons is pressed")
    case .doubleShutter:
      Repetition(event: .shutter, causes: [.shutter], occasion: "at each press")
    default: nil
    }
  }

  /// An event that the dock sends although what it says has not happened.
  public struct Repetition: Equatable, Sendable {
    /// The event that the dock sends.
    public let event: EventKind
    /// The events right after which it does.
    public let causes: [EventKind]
    /// When it does, as the end of a sentence.
    public let occasion: String
  }
}

// MARK: - Figures

extension Quirk {
  /// How long after the call system tracking is switched, in milliseconds (assumed; apps ask again
  /// after 50 to 600 ms).
  public static let trackingDelay = 120
  /// After how long with motors at rest the dock leaves, in milliseconds (measured).
  public static let idleTime = 10_000
  /// How far the dock tilts down by itself while the phone is out of it, in degrees (measured).
  public static let jump = 22.0
  /// The standard deviation of where a pulse ends, in degrees (measured).
  public static let pulseDeviation = 0.15
  /// The longest turn that counts as a pulse, in milliseconds (assumed; 175 ms were measured).
  public static let pulseLength = 500
  /// How long the observations of a `track` call count, in milliseconds (measured).
  public static let observationLifetime = 300
}

// MARK: - The table

extension Quirk {
  private var page: (summary: String, source: String) {
    switch self {
    case .buttonAuthority:
      (
        "The motors obey the app only until the tracking button is pressed; the next press, or "
          + "docking again, ends that.",
        "measured with a Flow 2 Pro (STAR)"
      )
    case .lateTrackingFlag:
      (
        "System tracking is switched only 120 ms after the call that switches it has returned.",
        "measured with a Flow 2 Pro (AIVD) and a Flow Pro (YUKI); the time is assumed"
      )
    case .cameraFirst:
      (
        "The phone counts as undocked until its camera runs.",
        "Apple's support, an app for the Flow Pro (YUKI) and one for the Flow 2 Pro"
      )
    case .repeatedDocked:
      (
        "The dock says 'docked' again when one of its buttons is pressed.",
        "three apps for the Flow 2 Pro, which compare the dock with the one before"
      )
    case .doubleShutter:
      (
        "One press of the shutter sends two events.",
        "an app that acts on every second one (MOB), and Apple's sample, which ignores it"
      )
    case .idleFlap:
      (
        "When system tracking is off and nothing has turned for 10 s, the dock leaves for 1 s.",
        "measured with a Flow 2 Pro (STAR)"
      )
    case .jumpAtRedock:
      (
        "While the phone is out of the dock, the dock tilts down by 22deg.",
        "measured with a Flow 2 Pro (STAR)"
      )
    case .pulseNoise:
      (
        "A turn at a velocity that is stopped within 0.5 s ends 0.15deg off (standard deviation).",
        "measured with a Flow 2 Pro (STAR) for pulses of 175 ms"
      )
    case .staleObservations:
      (
        "Observations count for 0.3 s; after that the dock stops until 'track' is called again.",
        "an app for the Flow 2 Pro (AIVD)"
      )
    case .zeroSaliency:
      (
        "Tracking states say 0 for saliency, speaking and looking.",
        "reported to Apple of early versions of iOS 18 (forum thread 761922)"
      )
    case .ignoredRoll:
      (
        "A roll is ignored, not refused, by a dock that has no roll motor.",
        "measured with a Flow 2 Pro (STAR)"
      )
    case .falseReadBack:
      (
        "While an orientation is in progress, the dock reports its goal in place of its pose.",
        "measured with an Osmo Pocket used as a webcam (uvc-ptz-camera-mcp)"
      )
    }
  }
}

extension DockModel {
  /// True if the dock has `quirk`.
  public func has(_ quirk: Quirk) -> Bool { quirks.contains(quirk) }

  /// The quirks by which the firmware sends an event of its own accord right after `event`.
  package func repetitions(of event: EventKind) -> [Quirk] {
    quirks.filter { $0.repetition?.causes.contains(event) ?? false }
  }

  /// The events that the firmware sends of its own accord right after `event`.
  public func events(sentAfter event: EventKind) -> [EventKind] {
    repetitions(of: event).compactMap { $0.repetition?.event }
  }
}

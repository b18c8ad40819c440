/// What may follow `on` and `wait for`: something that happens around the dock.
public enum EventKind: String, Term {
  case button
  case shutter, flip
  case trackingButton = "tracking_button"
  case zoom
  case dock, undock
  case battery, charging
  case person, object
  case settled, lost
  case tap
  case doubleTap = "double_tap"
  case longPress = "long_press"
  case background, foreground
  case error

  /// What follows the word in a script.
  public enum Operand: Sendable {
    case nothing
    /// A number, and perhaps a phase.
    case number
    /// A name for the value that it brings.
    case name
    /// `below` and a share.
    case share
    /// Perhaps a phase.
    case phase
  }

  /// How a scene says that it happens.
  public enum SceneForm: Sendable {
    /// By the word alone: `at 1s tap`.
    case alone
    /// By `press` and the word: `at 1s press shutter`.
    case pressed
    /// By a line of its own: `at 1s turn zoom by 2`.
    case ownLine
  }

  /// What the table says about the event.
  public var entry: TermEntry {
    switch self {
    case .button:
      TermEntry(
        form: " NUMBER [pressed|released]", help: "a button of the dock is pressed or released",
        example: "on button 1 pausing { animate kapow }")
    case .shutter:
      TermEntry(
        help: EventKind.otherButtons, example: "on shutter pausing { animate yes }",
        .init("trigger shutterbutton camerabutton", "the button of the camera is 'shutter'"))
    case .flip:
      TermEntry(
        help: EventKind.otherButtons,
        .init("flipbutton", "the button that changes the camera is 'flip'"))
    case .trackingButton:
      TermEntry(
        help: EventKind.otherButtons,
        .init("trackingbutton", "the button is 'tracking_button'"))
    case .zoom:
      TermEntry(
        form: " by NAME", help: "the zoom wheel is turned",
        example: "on zoom by factor queued { tilt by factor * 2deg down over 1s }")
    case .dock:
      TermEntry(
        help: EventKind.docking,
        .init("docked attached attach mounted", "the phone is put on the dock with 'dock'"))
    case .undock:
      TermEntry(
        help: EventKind.docking, example: "on undock { log \"it is gone\" }",
        .init(
          "undocked detached detach removed lifted", "the phone is lifted off with 'undock'"))
    case .battery:
      TermEntry(
        form: " below SHARE", help: EventKind.power,
        example: "on battery below 20% queued { animate no }")
    case .charging:
      TermEntry(
        help: EventKind.power,
        .init("charger charge charged plugged power", "'charging' happens when charging begins"))
    case .person:
      TermEntry(
        form: " [lost|speaking]", help: EventKind.presence,
        example: "on person ignoring { animate wakeup }",
        .init(
          "face faces human humans user subject somebody someone anybody anyone people persons "
            + "viewer", "somebody who comes into sight is a 'person'"),
        .init(
          "gone leaves left", as: "person lost",
          "somebody who goes out of sight is a 'person lost'"),
        .init(
          "voice speech speaking speaks talking talks sound", as: "person speaking",
          "somebody who begins to speak is a 'person speaking'"))
    case .object:
      TermEntry(
        help: EventKind.presence,
        .init("thing item something", "a thing that comes into sight is an 'object'"))
    case .settled:
      TermEntry(
        help: "tracking has brought its subject to its place in the picture",
        example: "on settled ignoring { face happy }",
        .init("framed centered centred aimed", "a subject that is in its place is 'settled'"))
    case .lost:
      TermEntry(
        help: "tracking has lost its subject", example: "on lost ignoring { face sad }")
    case .tap:
      TermEntry(
        help: EventKind.touch, example: "on tap replacing { animate yes }",
        .init(
          "touch touched touches tapped taps click clicked clicks",
          "the screen is touched with a 'tap'"))
    case .doubleTap:
      TermEntry(
        help: EventKind.touch,
        .init("doubletap doubletapped doubleclick", "two taps at once are a 'double_tap'"))
    case .longPress:
      TermEntry(
        help: EventKind.touch,
        .init("longpress hold longtap", "a long touch is a 'long_press'"))
    case .background:
      TermEntry(
        help: EventKind.app,
        .init("hidden minimized inactive paused", "an app that leaves the screen is 'background'"))
    case .foreground:
      TermEntry(
        help: EventKind.app, example: "on foreground queued { animate wakeup }",
        .init("visible active resumed", "an app that comes back is 'foreground'"))
    case .error:
      TermEntry(
        help: "the dock reports an error", example: "on error { log \"it fails\" }",
        .init("failure exception failed errors", "a failure of the dock is an 'error'"))
    }
  }

  /// The numbers that buttons can have.
  public static let buttons = 1...1000

  /// What follows the word in a script.
  public var operand: Operand {
    switch self {
    case .button: .number
    case .zoom: .name
    case .battery: .share
    case .person: .phase
    default: .nothing
    }
  }

  /// The phases that a script may name after it, in the order of their numbers from 1.
  public var phases: [EventPhase] {
    switch self {
    case .button: [.pressed, .released]
    case .person: [.lost, .speaking]
    default: []
    }
  }

  /// How a scene says that it happens.
  public var sceneForm: SceneForm {
    switch self {
    case .shutter, .flip, .trackingButton: .pressed
    case .button, .zoom, .battery, .person, .object: .ownLine
    default: .alone
    }
  }

  /// True if motion ends at once when it comes, so that a handler for it may not move.
  public var endsMotion: Bool { self == .undock || self == .error }

  /// True if somebody touches the screen.
  public var isTouch: Bool { [.tap, .doubleTap, .longPress].contains(self) }
}

extension EventKind {
  // The lines of help that several events share.
  private static let otherButtons = "the other buttons of the dock"
  private static let docking = "the phone is put on, or lifted off"
  private static let power = "the battery of the dock is low, or being charged"
  private static let presence = "somebody or something is seen, lost or speaking"
  private static let touch = "the screen is touched"
  private static let app = "the app goes, or comes back"

  /// All events in the order of the grammar: those with an operand first.
  public static let inGrammarOrder =
    allCases.filter { $0.operand != .nothing } + allCases.filter { $0.operand == .nothing }

  /// The events that a scene says by their word alone.
  public static let alone = allCases.filter { $0.sceneForm == .alone }

  /// What a scene can press: a button with a number, and the others.
  public static let pressed = [button] + allCases.filter { $0.sceneForm == .pressed }

  /// The word for where the app is.
  public static func word(isInForeground: Bool) -> String {
    (isInForeground ? foreground : background).rawValue
  }

  /// An event of this kind, as it is written after `on`.
  public var sample: String {
    switch operand {
    case .number: "\(rawValue) 1"
    case .name: "\(rawValue) by amount"
    case .share: "\(rawValue) below 20%"
    case .phase, .nothing: rawValue
    }
  }
}

/// What an event of a button or a person says besides.
public enum EventPhase: String, Term {
  case any, pressed, released, lost, speaking

  /// What the table says about the phase.
  public var entry: TermEntry { TermEntry() }
}

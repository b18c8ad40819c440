import Vocabulary

/// Something that is done to the dock by hand, or that its battery does.
public enum DockInput: Hashable, Sendable {
  /// The button of this number goes down or up.
  case button(Int, isPressed: Bool)
  /// The shutter is pressed.
  case shutter
  /// The button for the other camera is pressed.
  case flip
  /// The button that switches tracking is pressed.
  case trackingButton
  /// The zoom wheel is turned by a factor.
  case zoom(Double)
  /// The battery has this charge, from 0 to 1.
  case battery(Double)
  /// A charger is connected.
  case charging

  /// The event that a script hears of it.
  var kind: EventKind {
    switch self {
    case .button: .button
    case .shutter: .shutter
    case .flip: .flip
    case .trackingButton: .trackingButton
    case .zoom: .zoom
    case .battery: .battery
    case .charging: .charging
    }
  }

  /// True if the firmware answers to it: the press of a button is one cause, not its release.
  var isCause: Bool { if case .button(_, isPressed: false) = self { false } else { true } }
}

/// What is going to be done to a dock, in the order of the times.
struct ExpectedInputs: Sendable {
  /// Last first.
  private var inputs: [(time: Int, input: DockInput)] = []

  /// Adds `more`, each at a time in nanoseconds; what is of one time comes in its order.
  mutating func add(_ more: [(time: Int, input: DockInput)]) {
    let all = inputs.reversed() + more
    inputs = all.enumerated().sorted {
      ($0.element.time, $0.offset) > ($1.element.time, $1.offset)
    }.map(\.element)
  }

  /// True if nothing is expected.
  var isEmpty: Bool { inputs.isEmpty }

  /// When something is done next, in nanoseconds; nil if nothing is.
  var nextTime: Int? { inputs.last?.time }

  /// What is done at `time` or earlier, and has not been done yet.
  mutating func next(at time: Int) -> DockInput? {
    guard let last = inputs.last, last.time <= time else { return nil }
    return inputs.removeLast().input
  }
}

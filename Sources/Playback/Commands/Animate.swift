import DockKit
import Motion
import Printing
import Schedules
import Vocabulary

extension Command {
  /// The animation that it plays.
  public var animation: Animation { Animation(number: extra) ?? .wakeup }
}

extension CommandWriter {
  /// Writes which animation is played, and how long it is planned to take.
  func writeAnimation(_ command: Command, to cursor: inout TextCursor) {
    cursor.write("animate ")
    cursor.write(bytes: Array(command.animation.rawValue.utf8))
    cursor.write(" for ")
    cursor.write(command.length)
  }
}

extension CommandList {
  /// Writes which animation is played, and how long it is planned to take.
  func writeAnimation(_ command: Command, to json: inout JSONWriter) {
    json.member("animation", command.animation.rawValue)
    json.member("length", Int(command.length))
  }
}

extension Performance {
  /// Has the dock play the animation of `command`.
  mutating func animate(_ command: Command) throws {
    let animation = DockAccessory.Animation(command.animation)
    try awaitCallRate()
    let motion = try withMotors { try $0.animate(animation, &$1) }
    orders.pending = AwaitedMotion(command: command, motion: motion)
    orders.speeds = PerAxis(all: 0)
  }
}

extension DockAccessory.Animation {
  /// The value of DockKit for `animation`.
  fileprivate init(_ animation: Animation) {
    switch animation {
    case .wakeup: self = .wakeup
    case .yes: self = .yes
    case .no: self = .no
    case .kapow: self = .kapow
    }
  }
}

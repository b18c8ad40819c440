import DockKit
import Schedules

/// Something that happens around the dock and that a script may wait for.
///
/// The player hears the buttons of the dock, its battery, and that the phone is put in or taken
/// out. The app tells it what happens on the screen and in front of the camera.
public enum ScriptEvent: Equatable, Sendable {
  /// The screen is touched.
  case tap
  /// The screen is touched twice.
  case doubleTap
  /// The screen is touched for long.
  case longPress
  /// A person comes into sight.
  case person
  /// A person goes out of sight.
  case personLost
  /// A person begins to speak.
  case personSpeaking
  /// An object comes into sight.
  case object
  /// Tracking has brought its subject to its place in the picture.
  case settled
  /// Tracking has lost its subject.
  case lost
  /// The button of this number is pressed or released.
  case button(Int, isPressed: Bool)
  /// The shutter is pressed.
  case shutter
  /// The button for the other camera is pressed.
  case flip
  /// The zoom wheel is turned by a factor.
  case zoom(factor: Double)
  /// The button that switches tracking is pressed.
  case trackingButton
  /// The charge of the battery has changed; both are from 0 to 1.
  case battery(level: Double, before: Double)
  /// The battery begins to charge.
  case charging
  /// The phone is put into the dock.
  case dock
  /// The phone is taken out of the dock.
  case undock
  /// The app leaves the screen, and the show goes on.
  ///
  /// As a rule a show ends then; see `Player.enterBackground()`.
  case background
  /// The app is on the screen again.
  case foreground
  /// Something went wrong.
  case error

  var worldEvent: WorldEvent {
    switch self {
    case .tap: WorldEvent(.tap)
    case .doubleTap: WorldEvent(.doubleTap)
    case .longPress: WorldEvent(.longPress)
    case .person: WorldEvent(.person)
    case .personLost: WorldEvent(.person, .lost)
    case .personSpeaking: WorldEvent(.person, .speaking)
    case .object: WorldEvent(.object)
    case .settled: WorldEvent(.settled)
    case .lost: WorldEvent(.lost)
    case .button(let number, let isPressed):
      WorldEvent(.button, isPressed ? .pressed : .released, number: Double(number))
    case .shutter: WorldEvent(.shutter)
    case .flip: WorldEvent(.flip)
    case .zoom(let factor): WorldEvent(.zoom, value: factor.isFinite ? factor : 0)
    case .trackingButton: WorldEvent(.trackingButton)
    case .battery(let level, let before): WorldEvent(.battery, number: level, value: before)
    case .charging: WorldEvent(.charging)
    case .dock: WorldEvent(.dock)
    case .undock: WorldEvent(.undock)
    case .background: WorldEvent(.background)
    case .foreground: WorldEvent(.foreground)
    case .error: WorldEvent(.error)
    }
  }

  /// The event of a script that `event` of the dock is.
  init(_ event: DockAccessory.AccessoryEvent) {
    switch event {
    case .button(let number, let isPressed): self = .button(number, isPressed: isPressed)
    case .cameraShutter: self = .shutter
    case .cameraFlip: self = .flip
    case .cameraZoom(let factor): self = .zoom(factor: factor)
    @unknown default: self = .error
    }
  }
}

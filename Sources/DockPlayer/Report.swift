import DockKit
import Motion
import Playback
import Schedules
import Spatial

/// How a show went.
public struct Report: Equatable, Sendable {
  /// How a show can end.
  public enum Ending: Equatable, Sendable {
    /// All was carried out.
    case finished
    /// It was stopped: by the app, because its task was cancelled, or because the app left the
    /// screen.
    case stopped
    /// It could not go on.
    case failed(Failure)
  }

  /// Why a show could not go on.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened, in a line.
    public let description: String
    /// The error of DockKit; nil if it was none.
    public let error: DockKitError?
    /// When, from the beginning of the show.
    public let time: Duration
    /// The line of the statement; nil if there is none.
    public let line: Int?

    init(_ failure: Outcome.Failure) {
      (description, error) = (failure.summary, failure.error)
      time = .milliseconds(Int(failure.time))
      let number = failure.step.map(\.lineNumber) ?? Int(failure.cause?.line ?? 0) & 0xFF_FFFF
      line = number > 0 ? number : nil
    }
  }

  /// How it ended.
  public let ending: Ending
  /// True if the dock has said that it stands, its motors were never taken, or there is none.
  public let isStopConfirmed: Bool
  /// True if system tracking is what it was before.
  public let isTrackingRestored: Bool
  /// How long the show lasted.
  public let length: Duration
  /// How much longer it lasted than planned.
  public let delay: Duration
  /// How many steps were left out because they were late, as the script says.
  public let skippedSteps: Int

  init(_ outcome: Outcome, hasDock: Bool) {
    ending =
      switch outcome.ending {
      case .done: .finished
      case .cancelled, .killed: .stopped
      case .failed(let failure): .failed(Failure(failure))
      }
    isStopConfirmed = outcome.isStopConfirmed || !hasDock
    isTrackingRestored = outcome.isTrackingRestored
    (length, skippedSteps) = (.nanoseconds(outcome.length), outcome.skipped)
    delay = .nanoseconds(outcome.stretches.reduce(0) { $0 + $1.length })
  }
}

/// Why a show does not begin; nothing has moved.
public enum PlayerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no dock.
  case noDock
  /// This player plays already.
  case isPlaying
  /// Another player plays on the same dock.
  case isTaken
  /// The app is not on the screen.
  case isInBackground

  /// The reason in a line.
  public var description: String {
    switch self {
    case .noDock: "there is no dock"
    case .isPlaying: "the player plays already"
    case .isTaken: "another player plays on this dock"
    case .isInBackground: "the app is not on the screen"
    }
  }
}

/// What a player tells about its show.
public struct PlayerEvent: Equatable, Sendable {
  /// What can be told.
  public enum Kind: Equatable, Sendable {
    /// The show begins.
    case started
    /// A step begins.
    case began(ShowStep)
    /// A step is left out because it is late, as the script says.
    case skipped(ShowStep)
    /// The show waits for an event: in the words of the script, and in this line.
    case awaits(String, line: Int)
    /// An event has come, in the words of the script.
    case happened(String)
    /// The script writes a line into its log.
    case log(String)
    /// The script passes a place that it names.
    case mark(String)
    /// Others have the motors now.
    case authority(Player.Authority)
    /// All that follows is later by so much.
    case delayed(by: Duration)
    /// The dock or the app refused something.
    case refused(Report.Failure)
    /// The show is paused.
    case paused
    /// The show goes on.
    case resumed
    /// The show is over.
    case ended(Report)
  }

  /// When, from the beginning of the show.
  public let time: Duration
  /// What.
  public let kind: Kind
}

/// A step of a show.
public struct ShowStep: Equatable, Sendable {
  /// What happens, in the words of scripts: `tilt to 10deg up over 1s`.
  public let text: String
  /// The line of its statement, from 1; 0 if it has none.
  public let line: Int
  /// The name of the file of its statement.
  public let file: String
  /// When it is planned to begin, in the part of the show up to the next event.
  public let start: Duration
  /// How long it is planned to last.
  public let length: Duration

  init(_ step: Step, of schedule: Schedule) {
    (text, line) = (schedule.words(for: step), step.lineNumber)
    file = schedule.files.indices.contains(step.file) ? schedule.files[step.file] : ""
    start = .milliseconds(Int(step.start))
    length = .milliseconds(Int(step.length))
  }
}

/// Where a dock stands, in degrees.
public struct DockPosition: Equatable, Sendable {
  /// How far it is turned to the right.
  public var pan: Double
  /// How far it is turned down.
  public var tilt: Double
  /// How far it is turned clockwise.
  public var roll: Double

  init(_ state: DockAccessory.MotionState) {
    let degree = Double.pi / 180
    let positions = state.angularPositions
    (pan, tilt, roll) = (positions.y / degree, positions.x / degree, positions.z / degree)
  }

  init(_ pose: PerAxis<Double>) {
    (pan, tilt, roll) = (pose.yaw, pose.pitch, pose.roll)
  }
}

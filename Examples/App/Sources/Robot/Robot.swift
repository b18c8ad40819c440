import DockKit
import DockPlayer
import Observation

/// A robot whose head is the phone: it has a face, it plays shows, and it says what it does.
@MainActor @Observable public final class Robot: Performer {
  /// What the face shows.
  public private(set) var mood = Mood.normal
  /// Where the eyes look.
  public private(set) var eyes = Eyes.center
  /// The lines that the shows have written.
  public private(set) var lines: [String] = []
  /// The last of these, for as long as the user is to see it; nil from 3 s after it on.
  public private(set) var hint: String?
  /// The message for the user; nil if there is none.
  public private(set) var message: String?
  /// Plays the shows.
  public let player: Player
  private let clock: any Clock<Duration>

  /// For how long a finger rests on the face before it is a long press.
  public static let pressLength = Duration.seconds(1)
  /// How far the finger may move meanwhile, in points.
  public static let pressSlop = 50.0

  /// Creates a robot on the dock of `manager`; a test gives it the clock of its simulated dock.
  public init(
    manager: DockAccessoryManager = .shared, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.clock = clock
    player = Player(manager: manager, clock: clock)
    player.performer = self
    player.playsWithoutDock = true
  }

  /// Plays `script` to its end, unless the robot performs already.
  public func perform(_ script: String) async {
    do {
      message = nil
      let report = try await player.play(Show(script))
      if case .failed(let failure) = report.ending { message = failure.description }
    } catch let error as ShowError {
      message = error.description
    } catch PlayerError.isPlaying {
      return
    } catch is CancellationError {
      return
    } catch {
      message = "\(error)"
    }
  }

  /// Tells the show that the face was touched.
  public func touch() { player.send(.tap) }

  /// Tells the show that a finger rested on the face for `pressLength`.
  public func press() { player.send(.longPress) }

  /// Answers what the app has noticed, such as a word that was heard, with a gesture: at once if it
  /// is urgent, else when the gestures before it are over.
  public func answer(with gesture: String, isUrgent: Bool = false) throws {
    try player.request(Show(gesture), priority: isUrgent ? .urgent : .normal)
  }

  /// Tells the show which faces were found in a picture that was taken `age` ago.
  ///
  /// They are in units of its sides, with the origin in the lower left, as Vision has them.
  public nonisolated func see(_ faces: [UnitRect], after age: Duration) {
    player.observe(faces.map { Detection(.face, UnitRect(lowerLeft: $0)) }, age: age)
  }

  // MARK: What shows ask for

  /// Changes the face.
  public func change(_ face: Face, over length: Duration, easing: FaceEasing) async throws {
    if case .mood(let mood) = face { self.mood = mood }
  }

  /// Moves the eyes.
  public func move(_ eyes: Eyes) async throws { self.eyes = eyes }

  /// Keeps a line of a show, and shows it for 3 s unless another one comes.
  public func log(_ line: String) {
    lines.append(line)
    hint = line
    let count = lines.count
    Task {
      try await clock.sleep(for: .seconds(3))
      if lines.count == count { hint = nil }
    }
  }
}

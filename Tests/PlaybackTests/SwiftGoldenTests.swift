import DockKit
import Foundation
import Hardware
import Motion
import Printing
import Rehearsal
import Schedules
import Synchronization
import Testing

@testable import Playback
@testable import Simulation

/// What `dock compile --format swift` writes compiles, and does what `dock run` does.
@Suite struct SwiftGoldenTests {
  /// A show, the name of its type, and its function.
  struct Compiled: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let play:
      @Sendable (DockAccessory, DockAccessoryManager, SlowClock, @Sendable (String) -> Void)
        async throws -> Void

    var testDescription: String { name }
  }

  private static let actions = """
    frame left
    region x 10%, y 20%, width 30%, height 40%
    limit pan to 60deg left .. 60deg right at 40deg/s
    pan to 30deg right over 2s easing smooth
    log "say \\"hello\\""
    face happy over 500ms
    tracking on
    wait 500ms
    tracking off
    tilt to 10deg up over 1s
    """

  private static let blocks = """
    finally { face normal; log "bye" }
    face happy
    together {
        pan to 40deg right over 2s
        { finally { eyes center }; wait 500ms; eyes left; wait 1s }
    }
    camera record { sound "tick.wav"; tilt to 10deg up over 1s }
    repeat 2 { finally { log "turn" }; tilt by 4deg down over 1s; log "turned" }
    """

  static let all: [Compiled] = [
    Compiled(name: "Blocks", script: blocks) {
      try await Blocks.play(on: $0, manager: $1, clock: $2, tell: $3)
    },
    Compiled(name: "Hello", script: example("01-hello")) {
      try await Hello.play(on: $0, manager: $1, clock: $2, tell: $3)
    },
    Compiled(name: "Ramps", script: example("02-ramps")) {
      try await Ramps.play(on: $0, manager: $1, clock: $2, tell: $3)
    },
    Compiled(name: "Poses", script: example("03-poses")) {
      try await Poses.play(on: $0, manager: $1, clock: $2, tell: $3)
    },
    Compiled(name: "Actions", script: actions) {
      try await Actions.play(on: $0, manager: $1, clock: $2, tell: $3)
    },
  ]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func example(_ name: String) -> String {
    (try? String(contentsOf: root.appending(path: "Examples/\(name).dock"), encoding: .utf8)) ?? ""
  }

  @Test(arguments: all)
  func theFileIsWhatIsCompiledHere(show: Compiled) throws {
    let text = lower(try compile(show.script)).swift(named: show.name)
    let file = Self.root.appending(path: "Tests/PlaybackTests/SwiftForm/\(show.name).swift")
    if ProcessInfo.processInfo.environment["DOCK_UPDATE_GOLDENS"] == "1" {
      try Data(text.bytes).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text.text)
  }

  /// Plays `show` in virtual time on a dock of `model`.
  private func play(
    _ show: Compiled, on model: DockModel = .stand, isTracking: Bool = true, faults: [Fault] = [],
    cancelledAt cut: Int? = nil
  ) async -> (dock: SimulatedDock, told: [String], error: (any Error)?) {
    var world = DockWorld(model, isSystemTrackingEnabled: isTracking)
    world.faults = faults
    let (dock, manager) = (SimulatedDock(world), DockAccessoryManager())
    let accessory = manager.attach(dock)
    let told = Mutex<[String]>([])
    // A task of its own, because the clock cancels it.
    let failure = await Task { () -> (any Error)? in
      do {
        try await show.play(accessory, manager, SlowClock(dock, cancellingAt: cut)) { words in
          told.withLock { $0.append(words) }
        }
        return nil
      } catch {
        return error
      }
    }.value
    return (dock, told.withLock { $0 }, failure)
  }

  @Test(arguments: all, [true, false])
  func itDoesWhatTheToolDoes(show: Compiled, isTracking: Bool) async throws {
    let run = rehearse(try compile(show.script), isTracking: isTracking)
    let (dock, told, error) = await play(show, isTracking: isTracking)
    #expect(error == nil)
    #expect(Audit.findings(in: dock.trace, of: .stand) == [])
    // The tool gives back when the dock has confirmed the stop: at its next report.
    func moves(_ trace: Trace) -> [Trace.Event] {
      trace.events.filter { event in
        switch event.kind {
        case .call(.setAngularVelocity(let velocity), nil): velocity != .zero
        case .call(.setOrientation, nil), .call(.animate, nil), .call(.setFramingMode, nil),
          .call(.setRegionOfInterest, nil):
          true
        default: false
        }
      }
    }
    if show.name == "Actions" {
      #expect(told == ["log \"say \\\"hello\\\"\"", "face happy over 500"])
    }
    #expect(told.withoutLog == run.trace.phoneWords)
    #expect(dock.snapshot.isSystemTrackingEnabled == isTracking)
    // Where the tracker turns the dock between two motions, the tool plans the second one anew.
    guard show.name != "Actions" else { return }
    let (ours, theirs) = (moves(dock.trace), moves(run.trace))
    #expect(ours.map(\.kind) == theirs.map(\.kind))
    for (one, other) in zip(ours, theirs) { #expect(abs(one.time - other.time) <= 50_000_000) }
    for time in stride(from: 0, to: run.trace.end / 1_000_000, by: 10) {
      for axis in [DockAxis.yaw, .pitch] {
        let place = try #require(dock.trace.position(of: axis, at: time))
        let other = try #require(run.trace.position(of: axis, at: time))
        #expect(abs(place - other) < 1e-3, "at \(time)")
      }
    }
  }

  @Test("whenever it is cancelled, it tells what the tool does then")
  func itTellsWhatIsOwed() async throws {
    let show = try #require(Self.all.first { $0.name == "Blocks" })
    let schedule = try compile(show.script)
    #expect(schedule.length > 4000)
    for time in stride(from: 30_000_000, to: 5_500_000_000, by: 70_000_000) {
      let run = rehearse(schedule, happenings: [.exit(.interrupt, at: time)])
      let (dock, told, _) = await play(show, cancelledAt: time)
      #expect(told.withoutLog.sorted() == run.trace.phoneWords.sorted(), "at \(time)")
      #expect(told.contains("face normal") && told.contains("log \"bye\""), "at \(time)")
      // After the motors have been told to stand.
      #expect(
        dock.trace.events.contains { $0.kind == .call(.setAngularVelocity(.zero), nil) }
          || dock.snapshot.isSystemTrackingEnabled)
    }
  }

  /// Fails the test unless `dock` stands, or its tracker turns it, and tracks if it did before.
  private func expectGivenBack(_ dock: SimulatedDock, _ isTracking: Bool, _ place: Comment) {
    dock.advance(to: dock.now + 5_000_000_000)
    let world = dock.snapshot
    guard world.isDocked else { return }
    // A dock that comes back after the show has tracking on: the system sets it so.
    let hasLeft = dock.trace.events.contains { $0.kind == .docked(false) }
    #expect(world.isSystemTrackingEnabled == isTracking || hasLeft && !isTracking, place)
    #expect(DockAxis.allCases.allSatisfy { abs(world.speeds[$0]) < Audit.standing }, place)
  }

  @Test(arguments: all)
  func whenItIsCancelledTheMotorsStand(show: Compiled) async throws {
    for model in DockModel.all {
      for isTracking in [true, false] {
        for time in stride(from: 0, to: 9_000_000_000, by: 370_000_000) {
          let (dock, _, error) = await play(
            show, on: model, isTracking: isTracking, cancelledAt: time)
          let place: Comment = "\(model.name), tracking \(isTracking), at \(time)"
          #expect(error == nil || error is CancellationError, place)
          expectGivenBack(dock, isTracking, place)
          #expect(Audit.findings(in: dock.trace, of: model) == [], place)
        }
      }
    }
  }

  @Test(arguments: Fault.Kind.all)
  func whateverGoesWrongTheMotorsStand(kind: Fault.Kind) async throws {
    for show in Self.all {
      for model in DockModel.exact {
        for isTracking in [true, false] {
          let calls = await play(show, on: model, isTracking: isTracking).dock.calls
          for call in stride(from: 1, through: calls, by: calls > 20 ? 3 : 1) {
            let (dock, _, _) = await play(
              show, on: model, isTracking: isTracking, faults: [Fault(kind, at: .call(call))])
            expectGivenBack(
              dock, isTracking, "\(show.name), \(model.name), \(isTracking), call \(call)")
          }
        }
      }
    }
  }

  @Test func whoIsSeenCannotBeInAFile() throws {
    let list = lower(try compile("wait 1s\nselect person\nwait 1s"))
    let obstacle = try #require(list.swiftObstacle)
    #expect(obstacle.line == 2)
    #expect(lower(try compile(Self.actions)).swiftObstacle == nil)
  }
}

extension [String] {
  /// What is told to the phone: all but the lines for the log.
  fileprivate var withoutLog: [String] { filter { !$0.hasPrefix("log ") } }
}

extension Trace {
  /// What was told to the phone, as a Swift file says it.
  fileprivate var phoneWords: [String] {
    events.compactMap { event in
      guard case .phone(let call) = event.kind else { return nil }
      return "\(call.track) \(call.words)" + (call.name.map { " \"\($0)\"" } ?? "")
    }
  }
}

/// The clock of a dock's world; it cancels the task that sleeps on it at a time, once.
struct SlowClock: Clock {
  private final class Cut: Sendable {
    let time: Mutex<Int?>
    init(_ time: Int?) { self.time = Mutex(time) }
  }

  private let dock: SimulatedDock
  private let cut: Cut

  init(_ dock: SimulatedDock, cancellingAt time: Int?) { (self.dock, cut) = (dock, Cut(time)) }

  var now: VirtualClock.Instant { dock.clock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: VirtualClock.Instant, tolerance: Duration? = nil) async throws {
    let time = cut.time.withLock { cut -> Int? in
      guard let time = cut, time <= deadline.nanoseconds else { return nil }
      cut = nil
      return time
    }
    if let time {
      dock.advance(to: time)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    try await dock.clock.sleep(until: deadline, tolerance: tolerance)
  }
}

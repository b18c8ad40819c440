import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Schedules
import Scheduling
import Simulation
import Synchronization
import Testing

@testable import Playback
@testable import Rehearsal

/// A wall whose clock goes as a test wants it to.
final class StagedWall: Wall {
  private struct State {
    var now = 77_000_000
    var began = 77_000_000
    var delays: [Int: Int]
    var exits: [(exit: Exit, time: Int)]
    var waits = 0
  }

  private let state: Mutex<State>
  let patience: Int?

  /// Creates a wall on which the waits with these numbers end so much too late, on which these
  /// exits come, and on which decisions may take so long.
  init(
    delays: [Int: Int] = [:], exits: [(exit: Exit, time: Int)] = [], patience: Int? = nil
  ) {
    self.patience = patience
    state = Mutex(State(delays: delays, exits: exits))
  }

  var now: Int { state.withLock { $0.now } }
  var noticed: Int? { nil }

  func wait(until time: Int) -> Exit? {
    state.withLock { state in
      if let next = state.exits.first, state.began + next.time <= max(time, state.now) {
        state.now = max(state.now, state.began + next.time)
        state.exits.removeFirst()
        return next.exit
      }
      guard time > state.now else { return nil }
      state.waits += 1
      state.now = time + (state.delays[state.waits] ?? 20_000)
      return nil
    }
  }

  func suspend() { state.withLock { $0.now += 3_000_000_000 } }
}

/// Performances at the pace of a wall.
struct LiveTests {
  private static let show = "pan to 30deg right over 2s easing smooth\npan to home over 1s"

  @Test("on time, it leaves the trace of one in no time")
  func onTime() throws {
    let schedule = try compile(LiveTests.show, for: .flow2pro)
    let moments = Mutex<[Moment]>([])
    let live = rehearseLive(
      Cue(schedule), wall: StagedWall(), rate: 100,
      watching: { moment in moments.withLock { $0.append(moment) } })
    #expect(live.run == (rehearse(schedule)))
    #expect(live.happenings == [] && live.interruption == nil)
    #expect(live.lateness.median == 20_000 && live.lateness.drift == 0)
    let times = moments.withLock { $0.map(\.time) }
    #expect(times == times.sorted())
    #expect(
      Set(times).isSuperset(of: stride(from: 10_000_000, through: 300_000_000, by: 10_000_000)))
  }

  @Test("what is late stays late: nothing is hurried to catch up")
  func stretch() throws {
    let ways = "pan to 30deg right over 2s easing smooth\npan to home over 2s easing smooth"
    let schedule = try compile(ways)
    let live = rehearseLive(Cue(schedule), wall: StagedWall(delays: [4: 400_000_000]))
    let late = live.run.outcome.stretches.filter { $0.reason == .late }
    #expect(late.map(\.length) == [400_000_000])
    #expect(live.lateness.greatest == 400_000_000)
    let planned = rehearse(schedule)
    let gaps = LiveTests.gaps(in: live.run.trace)
    for (gap, plannedGap) in zip(gaps, LiveTests.gaps(in: planned.trace)) {
      #expect(gap >= plannedGap - 1)
    }
    // After it has been brought back to its position it is told to stop, as after any motion.
    #expect(gaps.count == LiveTests.gaps(in: planned.trace).count + 1)
    #expect(live.run.outcome.ending == .done)
  }

  /// The times between the speeds that `trace` calls for, in nanoseconds.
  private static func gaps(in trace: Trace) -> [Int] {
    let times = trace.events.compactMap { event -> Int? in
      if case .call(.setAngularVelocity, _) = event.kind { event.time } else { nil }
    }
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }

  @Test("a live run is repeated to the byte from its recording", arguments: [0, 1, 2, 3])
  func replay(kind: Int) throws {
    let schedule = try compile(LiveTests.show)
    let wall =
      switch kind {
      case 0: StagedWall(delays: [9: 300_000_000, 30: 77_000_001])
      case 1: StagedWall(exits: [(.terminate, 1_234_567_891)])
      case 2: StagedWall(exits: [(.suspend, 987_654_321), (.interrupt, 5_300_000_000)])
      default: StagedWall(exits: [(.interrupt, 700_000_001), (.kill, 702_000_000)])
      }
    let faults = [Fault(.late, at: .call(5))]
    let live = rehearseLive(Cue(schedule), isTracking: false, faults: faults, wall: wall)
    let recording = Recording(
      of: Cue(schedule), compiledFor: Compilation(seed: 7), from: .init(), isTracking: false,
      faults: faults, happenings: live.happenings, trace: live.run.trace)
    let read = try #require(Recording(recording.text.bytes))
    #expect(read == recording)
    let replayed = read.replay(Cue(schedule))
    #expect(replayed.trace.text == live.run.trace.text)
    #expect(replayed == live.run)
    #expect(Recording.hash(replayed.trace) == read.trace)
  }

  @Test("a recording of which a line was changed names that line")
  func changedLine() throws {
    let schedule = try compile(LiveTests.show)
    let run = rehearse(schedule, faults: [Fault(.late, at: .call(3))])
    let recording = Recording(
      of: Cue(schedule), compiledFor: Compilation(), from: .init(), isTracking: true,
      faults: [Fault(.late, at: .call(3))], happenings: [], trace: run.trace)
    let text = String(decoding: recording.text.bytes, as: UTF8.self)
    func flaw(_ old: String, _ new: String) -> Recording.Flaw? {
      let changed = text.replacing(old, with: new, maxReplacements: 1)
      #expect(changed != text)
      do throws(Recording.Flaw) {
        _ = try Recording(reading: Array(changed.utf8))
        return nil
      } catch {
        return error
      }
    }
    let changed = "this line has been changed since the run was recorded"
    #expect(flaw("seed 0", "seed 1") == .init(line: 2, message: changed))
    #expect(flaw("tracking on", "tracking off") == .init(line: 3, message: changed))
    #expect(flaw("within ", "within 1")?.line == 4)
    #expect(flaw("call 3", "call 4") == .init(line: 5, message: changed))
    #expect(flaw("fault", "faulty") == .init(line: 5, message: "this line cannot be read"))
    #expect(flaw("\ntrace ", "\ntrace 0")?.line == 6)
    #expect(flaw("\ntracking on", "")?.line == 3)
    #expect(flaw("dock-recording 2", "dock-recording 1")?.line == 1)
    #expect(flaw("dock-recording 2", "hello")?.message == "this is not a recording")
    let last = text.split(separator: "\n").count
    #expect(flaw("\nchecks ", "\nchecks 0")?.line ?? 0 >= last)
  }

  @Test("a recording that was changed is none")
  func changedRecording() throws {
    let schedule = try compile(LiveTests.show)
    let run = rehearse(schedule)
    let recording = Recording(
      of: Cue(schedule), compiledFor: Compilation(), from: .init(), isTracking: true, faults: [],
      happenings: [], trace: run.trace)
    var bytes = recording.text.bytes
    let last = bytes.count - 20
    bytes[last] ^= 1
    #expect(Recording(bytes) == nil)
    for count in stride(from: 0, to: recording.text.count - 1, by: 97) {
      #expect(Recording(Array(recording.text.bytes.prefix(count))) == nil)
    }
  }

  @Test("an exit after calls of the phone is read as it was written")
  func exitAfterPhoneCalls() throws {
    let schedule = try compile(LiveTests.show)
    let run = rehearse(schedule)
    let recording = Recording(
      of: Cue(schedule), compiledFor: Compilation(), from: .init(), isTracking: true, faults: [],
      happenings: [
        .exitAfter(.suspend, calls: 4), .exitAfter(.fullDisk, calls: 4, phoneCalls: 2),
      ], trace: run.trace)
    let text = String(decoding: recording.text.bytes, as: UTF8.self)
    #expect(text.contains("\nexit SIGTSTP call 4\nexit full-disk call 4 phone 2\n"))
    #expect(Recording(recording.text.bytes) == recording)
  }

  @Test(
    "a time that no run can have is no recording",
    arguments: [
      "late 800000000 %", "late % %", "exit SIGINT time %", "resumed %",
      "exit SIGINT call 1 phone %",
    ])
  func endlessTime(line: String) throws {
    let schedule = try compile(LiveTests.show)
    let run = rehearse(schedule)
    let recording = Recording(
      of: Cue(schedule), compiledFor: Compilation(), from: .init(), isTracking: true, faults: [],
      happenings: [], trace: run.trace)
    for time in [Int.max, Int.max - 1, Int.max / 2, Int.max / 4, 2_000_000_000_000_000_000] {
      let words = line.split(separator: "%", omittingEmptySubsequences: false)
      let happening = words.joined(separator: "\(time)")
      let text = String(decoding: recording.text.bytes, as: UTF8.self)
      let changed = text.replacing("tracking on\n", with: "tracking on\n\(happening)\n")
      #expect(changed != text)
      #expect(
        throws: Recording.Flaw(line: 4, message: "this line cannot be read"), "\(happening)"
      ) { try Recording(reading: Array(changed.utf8)) }
    }
  }

  @Test("an exit is answered at once, and the time to the first zero is taken")
  func interruption() throws {
    let schedule = try compile("pan to 60deg right over 40s")
    let live = rehearseLive(
      Cue(schedule), wall: StagedWall(exits: [(.terminate, 3_000_000_000)]))
    let interruption = try #require(live.interruption)
    #expect(interruption.exit == .terminate)
    #expect(interruption.time == 3_000_000_000)
    #expect((interruption.zeroAfter ?? .max) <= 100_000_000)
    #expect(interruption.restoredAfter <= 2_000_000_000)
    #expect(live.run.outcome.ending == .cancelled)
    #expect(live.run.outcome.isStopConfirmed)
    #expect(live.run.findings == [])
  }
}

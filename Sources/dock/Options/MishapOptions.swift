import ArgumentParser
import Playback
import Quantities
import Rehearsal
import Schedules
import Simulation

/// The events from outside: the options that repeat a failure of a sweep.
struct MishapOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A fault of the dock, and the call or time at which it begins, as in 'late@12' or \
      'stall@1.5s'. There are \(FaultOption.names).
      """,
      valueName: "fault"), transform: FaultOption.init(reading:))
  var fault: [FaultOption] = []

  @Option(
    help: ArgumentHelp(
      """
      An event and its time: 'button 1@3s', 'zoom -1@9s', 'battery 18%@12s', 'person \
      lost@4s', or a line of a scene: 'at 3s press button 1'. All lines are one scene, \
      and are added to the script's own.
      """,
      valueName: "event"), transform: EventOption.init(reading:))
  var event: [EventOption] = []

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The longest time to play, as in '20s'.", valueName: "time"),
    transform: TimeSpan.init(reading:))
  var length: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "When to interrupt the show: at a time, as '1.5s', or after a call, as 'call:12'.",
      valueName: "moment"), transform: CutMoment.init(reading:))
  var cut: CutMoment?

  @Option(help: ArgumentHelp("What interrupts the show.", valueName: "exit"))
  var by = Exit.interrupt

  @Option(help: "Whether system tracking is on before the show.")
  var tracking = TrackingBefore.on

  /// Whether the system tracker has the motors before the show.
  enum TrackingBefore: String, CaseIterable, ExpressibleByArgument {
    case on
    case off
  }

  /// True if any of them is given.
  var isUsed: Bool {
    !fault.isEmpty || !event.isEmpty || length != nil || cut != nil || tracking != .on
  }

  /// The faults of the dock.
  var faults: [Fault] { fault.map(\.fault) }

  /// The scene `own`, in which the lines of events happen, too.
  func scene(joining own: Rehearsal.Scene?) -> Rehearsal.Scene? {
    guard let lines = event.scene()?.scene else { return own }
    return own?.joined(with: lines) ?? lines
  }

  /// The events from outside and from `scene`, by time, and the end of the time to play: after
  /// `longest`, if the options do not say when.
  func happenings(in scene: Rehearsal.Scene?, forAtMost longest: TimeSpan?) -> [Happening] {
    let end = (length ?? longest).map {
      Happening.exit(.timeUp, at: Milliseconds($0.milliseconds).nanoseconds)
    }
    var timed = (scene?.happenings ?? []) + (end.map { [$0] } ?? []) + event.told
    switch cut {
    case nil: break
    case .time(let time): timed.append(.exit(by, at: time))
    case .call(let number): timed.append(.exitAfter(by, calls: number))
    }
    return timed.inOrder
  }

  /// The run of the show that begins with `cue` in `scene`, with what these options say; `note` is
  /// told what happens in it, and a terminal how far it is.
  ///
  /// A show that could go on for ever is played for `longest`, if the options do not say how long.
  func rehearse(
    _ cue: Cue, in scene: Rehearsal.Scene?, _ options: CompilationOptions,
    forAtMost longest: TimeSpan? = nil, noting note: @escaping (PlaybackEvent) -> Void
  ) -> RunRecord {
    let progress = PlayingProgress(of: cue, options, self)
    defer { progress?.erase() }
    let (run, _) = Rehearsal.rehearse(
      cue, isTracking: tracking == .on, company: scene?.company ?? Company(),
      faults: faults + (scene?.faults ?? []),
      happenings: happenings(
        in: scene, forAtMost: cue.rest == nil ? nil : longest ?? options.bounds.maxLength)
    ) { event in
      progress?.show(event)
      note(event)
      return nil
    }
    return run
  }

  /// Says which of these options came too late for `run`.
  func tellUnmet(by run: RunRecord) {
    let calls = run.trace.events.count { if case .call = $0.kind { true } else { false } }
    let isCutLate =
      switch cut {
      case nil: false
      case .time(let time): time > run.trace.end
      case .call(let number): number > calls
      }
    if isCutLate { Console.say("'--cut' had no effect: the show was over before") }
    for fault in faults {
      let isLate =
        switch fault.moment {
        case .time(let time): time > run.trace.end
        case .call(let number): number > calls
        }
      if isLate {
        Console.say("'--fault \(fault.kind.name)' had no effect: the show was over before")
      }
    }
  }

  func validate() throws {
    if cut == nil, by != .interrupt {
      throw ValidationError("'--by' says who; '--cut' gives the time")
    }
    if let mistake = event.mistake { throw ValidationError(mistake) }
  }
}

extension Exit: ExpressibleByArgument {}

/// A moment as an option gives it: `1.5s`, `1234ms`, or `call:12`.
enum CutMoment {
  /// At so many nanoseconds.
  case time(Int)
  /// Right after the call of this number.
  case call(Int)

  init(reading argument: String) throws(RefusedValue) {
    if argument.hasPrefix("call:") {
      guard let number = Int(argument.dropFirst(5)), number >= 0 else {
        throw RefusedValue("behind 'call:' stands the number of a call, as in 'call:12'")
      }
      self = .call(number)
    } else {
      self = .time(try nanoseconds(argument))
    }
  }
}

/// A fault as an option gives it: its name, `@`, and the number of a call or a time.
struct FaultOption {
  let fault: Fault

  /// The names of all faults, with commas between them.
  static var names: String { Fault.Kind.all.map(\.name).joined(separator: ", ") }

  init(reading argument: String) throws(RefusedValue) {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw RefusedValue("write the fault, '@', and a call or a time: 'late@12', 'stall@1.5s'")
    }
    guard let kind = Fault.Kind.named(String(parts[0])) else {
      throw RefusedValue("there are \(FaultOption.names)")
    }
    if let number = Int(parts[1]) {
      guard number > 0 else { throw RefusedValue("the calls are numbered from 1") }
      fault = Fault(kind, at: .call(number))
    } else {
      fault = Fault(kind, at: .time(try nanoseconds(String(parts[1]))))
    }
  }
}

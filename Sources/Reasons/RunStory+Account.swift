import Hardware
import Motion
import Playback
import Printing
import Quantities
import Schedules
import Simulation
import Vocabulary

extension RunStory {
  /// What the dock and its phone do at `time` nanoseconds, and why.
  package func account(at time: Int) -> Account {
    let isHeld = holds.last { $0.time <= time }?.isHeld ?? false
    let phase: Account.Phase =
      time < outcome.start ? .before : isOver(at: time) ? .after : isHeld ? .held : .playing
    // Of a show that waits for what never comes, the end is not known before.
    let end = phase == .after || !isOpen ? self.end : nil
    // What it still waits for is why such a show is over.
    let waiting = phase != .after ? time : isOpen ? self.end : nil
    return Account(
      time: time, phase: phase, start: outcome.start, end: end,
      failure: failure.flatMap { $0.time <= time ? $0.failure.message : nil },
      profile: model.name, files: files, mode: phase == .after ? nil : mode(at: time),
      motors: motors(at: time),
      axes: axes.map { state(of: $0, at: time) },
      phone: PhoneCall.Track.allCases.map { part($0, at: time) }.filter {
        $0.track != PhoneCall.Track.sound.rawValue || !$0.words.isEmpty
      },
      waits: waiting.map { waits(at: $0) } ?? [],
      handlers: waiting.map { handlers(at: $0) } ?? [], faults: faults(until: time))
  }

  // MARK: - Who has the motors

  private func motors(at time: Int) -> Account.Motors {
    var (tracks, since) = (trace.beganTracking, 0)
    for event in trace.events where event.time <= time {
      guard case .tracking(let isOn) = event.kind, isOn != tracks else { continue }
      (tracks, since) = (isOn, event.time)
    }
    // Without tracking, whoever moved last has them.
    let holder = step(at: time) { step, _ in step.kind == .take || step.kind == .giveBack }
    let isScript = !tracks && holder?.step.kind == .take && !isOver(at: time)
    let handback = firstStep(after: time) { step, _ in step.kind == .giveBack }
    return Account.Motors(
      isScript: isScript, isTracking: tracks, since: since,
      until: isScript ? handback?.start : nil)
  }

  /// True if the show is over at `time`.
  private func isOver(at time: Int) -> Bool { time >= end }

  private func faults(until time: Int) -> [(name: String, time: Int)] {
    trace.events.compactMap { event in
      guard event.time <= time, case .fault(let fault) = event.kind else { return nil }
      return (fault.name, event.time)
    }
  }

  // MARK: - Steps

  /// A step of a cue.
  struct Found {
    var cue: Int
    /// Its index; nil if it was put in.
    var index: Int?
    var step: Step
    var start: Int
    var end: Int
  }

  /// The last step that began by `time` and for which `isMeant` holds in its schedule.
  func step(at time: Int, where isMeant: (Step, Schedule) -> Bool) -> Found? {
    for cue in cues.indices.reversed() where cues[cue].start <= time || cue == 0 {
      let played = cues[cue]
      let next = cue + 1 < cues.count ? cues[cue + 1].start : end
      var found: Found?
      for index in played.schedule.steps.indices.reversed() {
        let step = played.schedule.steps[index]
        guard let start = played.beginning(of: index), start <= time, start <= next,
          !played.skipped.contains(index), isMeant(step, played.schedule)
        else { continue }
        found = Found(
          cue: cue, index: index, step: step, start: start,
          end: min(next, played.end(of: index)))
        break
      }
      for (start, step) in played.inserted where start <= time && isMeant(step, played.schedule) {
        guard start >= found?.start ?? .min else { continue }
        let end = start + Milliseconds(step.length).nanoseconds
        found = Found(cue: cue, index: nil, step: step, start: start, end: min(next, end))
      }
      if let found { return found }
    }
    return nil
  }

  /// The first step that began after `time`, and for which `isMeant` holds in its schedule.
  private func firstStep(after time: Int, where isMeant: (Step, Schedule) -> Bool) -> Found? {
    for number in cues.indices.dropFirst(cue(at: time)) {
      let played = cues[number]
      let begun = played.began.map { ($0.value, $0.key as Int?, played.schedule.steps[$0.key]) }
      let steps = begun + played.inserted.map { ($0.time, nil, $0.step) }
      let later = steps.filter { start, _, step in start > time && isMeant(step, played.schedule) }
      guard let (start, index, step) = later.min(by: { ($0.0, $0.1 ?? -1) < ($1.0, $1.1 ?? -1) })
      else { continue }
      let end = start + Milliseconds(step.length).nanoseconds
      return Found(cue: number, index: index, step: step, start: start, end: end)
    }
    return nil
  }

  /// `found` as a reason.
  func cause(_ found: Found, until end: Int?) -> Account.Cause {
    let schedule = cues[found.cue].schedule
    return Account.Cause(
      words: schedule.words(for: found.step), line: found.step.line, start: found.start, end: end,
      around: around(found))
  }

  /// What is around the statement of `found`.
  private func around(_ found: Found) -> [Account.Around] {
    let schedule = cues[found.cue].schedule
    guard let index = found.index, let provenance = schedule.provenance,
      provenance.isOf(steps: schedule.steps.count)
    else { return [] }
    return provenance.surroundings(ofStep: index).map { surrounding in
      var around = Account.Around(
        kind: surrounding.kind, words: surrounding.sentence, line: surrounding.line)
      if surrounding.kind == .handler || surrounding.kind == .choice {
        let event = occurred.last {
          $0.time <= found.start && $0.lines.contains(surrounding.line)
        }
        around.event = event.map { ($0.event.description, $0.time) }
      }
      return around
    }
  }

  // MARK: - Axes

  private func state(of axis: Axis, at time: Int) -> Account.AxisState {
    let motion = trace.motion(of: DockAxis(rawValue: axis.rawValue) ?? .yaw)
    // Where the tracker turns it when the run is over is not known.
    let seconds = Nanoseconds(min(time, trace.end)).seconds
    let isKnown = time <= trace.end
    var state = Account.AxisState(
      axis: axis, position: motion?.position(at: seconds) ?? 0,
      speed: isKnown ? motion?.speed(at: seconds) ?? 0 : 0, doing: .rests)
    guard let found = step(at: time, where: { affects($0, axis, in: $1) }) else {
      state.doing = motors(at: time).isTracking ? .tracked : .free
      state.next = next(of: axis, after: time)
      return state
    }
    describe(found, at: time, &state)
    state.next = next(of: axis, after: time)
    if isOver(at: time) {
      let isTracking = motors(at: time).isTracking
      if found.step.kind == .giveBack || isTracking {
        state.doing = isTracking ? .tracked : .free
      } else if abs(state.speed) > 0.0005 {
        // What is cut off is brought to rest before the motors are given back.
        state.doing = .brakes
      }
      if found.step.kind != .giveBack, state.cause?.end == nil { state.cause?.end = end }
    }
    let isOwn = ![.tracked, .free, .rests].contains(state.doing)
    if isOwn { state.limits = limits(near: state, at: time, in: found.cue) }
    return state
  }

  /// True if `step` decides what `axis` does.
  private func affects(_ step: Step, _ axis: Axis, in schedule: Schedule) -> Bool {
    switch step.kind {
    case .move, .through, .ramp, .cut, .warp: step.axes.contains(axis)
    case .take, .giveBack, .animate: true
    case .action: schedule.following(of: step)?.axes.contains(axis) ?? false
    case .wait, .limit, .tracking: false
    }
  }

  private func describe(_ found: Found, at time: Int, _ state: inout Account.AxisState) {
    let isUnderWay = time < found.end
    state.cause = cause(found, until: found.end)
    switch found.step.kind {
    case .giveBack:
      state.doing = motors(at: time).isTracking ? .tracked : .free
      state.cause?.end = nil
    // What is taken, and has not been moved since, rests without a reason.
    case .take: state.cause = nil
    case .animate: state.doing = isUnderWay ? .performs : .rests
    case .cut: state.doing = isUnderWay ? .brakes : .rests
    case .warp:
      let schedule = cues[found.cue].schedule
      let isAtPace = schedule.isAtPace(found.step, at: Nanoseconds(time - found.start))
      state.doing = !isUnderWay ? .rests : isAtPace ? .moves : .pauses
    case .ramp:
      guard isUnderWay || found.step.to[state.axis] == 0 else {
        state.doing = .turns
        state.cause?.end = nil
        break
      }
      state.doing = isUnderWay ? .turns : .rests
    case .action:
      // The tracker lets go of an axis, which comes to rest; or it has it without an end.
      state.doing = isUnderWay ? .brakes : .rests
      guard cues[found.cue].schedule.following(of: found.step)?.subject != nil else { break }
      state.doing = .follows
      state.cause?.end = nil
    default:
      // What it has to go may be another way than planned, from where it was thought to be.
      let isStill = abs(state.speed) < 0.0005 && found.step.way(state.axis) == 0
      let moves = found.step.kind != .move || !isStill
      state.doing = isUnderWay && moves ? .moves : .rests
      state.together = found.step.axes.members.filter { $0 != state.axis && axes.contains($0) }
    }
  }

  /// What `axis` did next.
  private func next(of axis: Axis, after time: Int) -> Account.Cause? {
    let found = firstStep(after: time) { step, schedule in
      step.kind != .take && step.kind != .giveBack && affects(step, axis, in: schedule)
    }
    return found.map { cause($0, until: $0.end) }
  }

  /// The limits of which less than a tenth is left.
  private func limits(near state: Account.AxisState, at time: Int, in cue: Int) -> [String] {
    let (limit, line) = limit(of: state.axis, at: time, in: cue)
    guard let limit else { return [] }
    let own = limit.inDegrees
    var sentences: [String] = []
    func add(_ value: Double, of most: Double, _ what: String, _ unit: String) {
      let share = abs(value) / most
      guard share >= 0.9, share.isFinite else { return }
      let percent = decimal((share * 100).rounded(.down))
      let place = files.place(of: line)
      let reason = line == 0 || place.isEmpty ? "of the dock" : "that '\(place)' sets"
      sentences.append(
        "it is at \(percent) % of the \(what) limit \(reason), \(decimal(most))\(unit)")
    }
    add(state.speed, of: own.speed, "speed", "deg/s")
    return sentences
  }

  /// The limits of `axis` at `time`, and the line that set its speed; 0 if that is the dock's own.
  private func limit(of axis: Axis, at time: Int, in cue: Int) -> (Schedule.Limit?, line: UInt32) {
    let first = cues[0].schedule
    let own = first.limits.first?[axis]
    let begin = first.provenance?.limits ?? 0
    var limit = first.limits.indices.contains(begin) ? first.limits[begin][axis] : own
    var line: UInt32 = 0
    for (number, played) in cues[...cue].enumerated() {
      let schedule = played.schedule
      for (index, step) in schedule.steps.enumerated() where step.kind == .limit {
        guard number == cue ? played.start(of: index) <= time : played.began[index] != nil else {
          continue
        }
        let next = schedule.limits(of: step)?[axis]
        if next?.inDegrees.speed != limit?.inDegrees.speed { line = step.line }
        limit = next
      }
    }
    return (limit, limit?.inDegrees.speed == own?.inDegrees.speed ? 0 : line)
  }
}

extension Provenance.Surrounding {
  /// It as a part of a sentence.
  fileprivate var sentence: String {
    let text = statement.count > 60 ? statement.prefix(59) + "…" : statement[...]
    let named = "'\(text)'"
    return switch kind {
    case .handler: "the handler \(named)"
    case .call, .choice: named
    case .turn, .branch, .race: "\(words) \(named)"
    }
  }
}

extension [String] {
  /// The place that steps carry as `line`, in the file of these names; empty if there is none.
  func place(of line: UInt32) -> String {
    let (file, number) = (Int(line >> 24), Int(line & 0xFF_FFFF))
    return number > 0 && file < count ? "\(self[file]):\(number)" : ""
  }
}

import Hardware
import Quantities
import Schedules
import Simulation
import Vocabulary

// What the phone does, what the script waits for, and which handlers may be called.
extension RunStory {
  /// The state of a part of the phone.
  func part(_ track: PhoneCall.Track, at time: Int) -> Account.PhonePart {
    if track == .sound { return sounds(at: time) }
    var states: [(key: String, call: PhoneCall, time: Int)] = []
    for event in trace.events where event.time <= time {
      guard case .phone(let call) = event.kind, call.track == track else { continue }
      if let length = call.passing, event.time + Milliseconds(length).nanoseconds <= time {
        continue
      }
      let key = track == .camera ? String(call.words.prefix { $0 != " " }) : ""
      states.removeAll { $0.key == key }
      states.append((key, call, event.time))
    }
    guard let last = states.last else {
      return Account.PhonePart(track: track.rawValue, words: "", cause: nil)
    }
    let length = last.call.passing ?? last.call.length
    let end = last.time + Milliseconds(length).nanoseconds
    let words = states.map {
      self.words(for: $0.call, isUnderWay: time < end && $0.key == last.key)
    }
    let found = step(at: last.time) { step, schedule in
      guard case .phone(let call)? = schedule.action(of: step) else { return false }
      return call.track == track && (call.passing == nil) == (last.call.passing == nil)
    }
    return Account.PhonePart(
      track: track.rawValue, words: words.joined(separator: ", "),
      cause: found.map { cause($0, until: time < end ? end : nil) })
  }

  /// What is heard.
  private func sounds(at time: Int) -> Account.PhonePart {
    var heard: [(sound: PhoneCall.Sound, time: Int, end: Int)] = []
    for event in trace.events where event.time <= time {
      if case .phone(.sound(let sound)) = event.kind {
        let end = event.time + Milliseconds(sound.length).nanoseconds
        heard.removeAll { $0.sound.number == sound.number }
        heard.append((sound, event.time, end))
      } else if case .phone(.endSound(let number, _)) = event.kind {
        heard.removeAll { $0.sound.number == number }
      }
    }
    heard.removeAll { $0.end <= time }
    let cause = heard.last.flatMap { last in
      let found = step(at: last.time) { step, schedule in
        schedule.action(of: step) == .phone(.sound(last.sound))
      }
      return found.map { self.cause($0, until: last.end) }
    }
    return Account.PhonePart(
      track: PhoneCall.Track.sound.rawValue,
      words: heard.map { "\"\($0.sound.file)\"" }.joined(separator: ", "), cause: cause)
  }

  private func words(for call: PhoneCall, isUnderWay: Bool) -> String {
    let words = Schedule.Action.phone(call.lasting(0)).words
    let state = words.split(separator: " ").dropFirst().joined(separator: " ")
    return isUnderWay && call.length > 0 ? "on its way to \(state)" : state
  }

  // MARK: - Waits

  /// What the script waits for at `time`.
  func waits(at time: Int) -> [Account.Wait] {
    let number = cue(at: time)
    let played = cues[number]
    var found: [Account.Wait] = []
    for (index, step) in played.schedule.steps.enumerated() where step.kind == .wait {
      let (start, end) = (played.start(of: index), played.end(of: index))
      guard start <= time, time < end else { continue }
      let step = Found(cue: number, index: index, step: step, start: start, end: end)
      found.append(Account.Wait(event: nil, cause: cause(step, until: end)))
    }
    for rest in played.schedule.provenance?.rests ?? [] {
      let (start, end) = (played.time(of: rest.start), played.time(of: rest.end))
      guard start <= time, time < end else { continue }
      var step = Step(.wait, start: rest.start)
      (step.length, step.line) = (rest.end - rest.start, rest.line)
      let part = Found(cue: number, index: nil, step: step, start: start, end: end)
      found.append(Account.Wait(event: nil, cause: cause(part, until: end)))
    }
    for wait in awaited(at: time) where wait.policy == nil {
      let end = wait.end.map { played.time(of: $0) + delay(of: wait, in: number) }
      let cause = Account.Cause(
        words: wait.waitWords, line: wait.line,
        start: start(of: wait, in: number), end: end)
      found.append(Account.Wait(event: wait.description, cause: cause))
    }
    return found
  }

  /// What leads on from the cue in progress at `time`, as far as it is open then.
  private func awaited(at time: Int) -> [Awaited] {
    let played = cues[cue(at: time)]
    let local = Int32(clamping: Nanoseconds(time - played.start).wholeMilliseconds)
    guard let provenance = played.schedule.provenance else {
      // A compiled show tells only of waits.
      return waits.filter { $0.time <= time && $0.time >= played.start }.map(\.wait)
        .filter { $0.isOpen(at: local) }
    }
    return provenance.awaited.filter { $0.isOpen(at: local) }
  }

  /// By how much `wait`, which begins in the cue number `number`, began later than planned there.
  private func delay(of wait: Awaited, in number: Int) -> Int {
    let planned = cues[number].time(of: wait.start)
    let last = number + 1 < cues.count ? cues[number + 1].start : end
    // One that goes on from the cue before is not told of.
    let told = waits.first {
      wait.start > 0 && (planned...max(planned, last)).contains($0.time)
        && $0.wait.line == wait.line && $0.wait.sign == wait.sign
    }
    return told.map { $0.time - planned } ?? 0
  }

  /// When `wait`, which is open in the cue number `number`, began.
  private func start(of wait: Awaited, in number: Int) -> Int {
    var start = cues[number].time(of: wait.start) + delay(of: wait, in: number)
    var before = number
    // A cue that begins meanwhile waits on.
    while before > 0, start == cues[before].start {
      before -= 1
      let old = cues[before].schedule.provenance?.awaited.last {
        $0.line == wait.line && $0.sign == wait.sign
      }
      guard let old,
        old.end.map({ cues[before].start + Milliseconds($0).nanoseconds > start }) ?? true
      else { break }
      let isWorkedOff = occurred.contains { $0.time == start && $0.lines.contains(wait.line) }
      if isWorkedOff { break }
      start = cues[before].time(of: old.start) + delay(of: old, in: before)
    }
    return start
  }

  /// The handlers that may be called at `time`.
  func handlers(at time: Int) -> [Account.Handler] {
    let awaited = awaited(at: time)
    let played = cues[cue(at: time)]
    let provenance = played.schedule.provenance
    let running = provenance?.handlings.filter { handling in
      played.time(of: handling.start) <= time
        && handling.end.map { time < played.time(of: $0) } ?? true
    }
    return awaited.filter { call in !awaited.contains { $0.keeps(call) } }.compactMap { wait in
      wait.policy.map {
        Account.Handler(
          event: wait.description, policy: $0, mode: provenance?.destinations[wait.node],
          line: wait.line,
          since: running?.first { $0.line == wait.line && $0.event == wait.event }
            .map { played.time(of: $0.start) })
      }
    }
  }

  /// The mode that the show is in at `time`, and since when; nil if it is in none.
  func mode(at time: Int) -> (name: String, since: Int)? {
    let found = step(at: time) { step, schedule in
      if case .note(let note)? = schedule.action(of: step) { note.kind == .mode } else { false }
    }
    guard let found, case .note(let note)? = cues[found.cue].schedule.action(of: found.step) else {
      return nil
    }
    return (note.text, found.start)
  }
}

import Hardware
import Language
import Motion
import Quantities
import Schedules

// A sound lasts as long as its file, whatever the pace; other sounds may be heard meanwhile.

extension Scheduler {
  /// Carries out `sound`.
  mutating func perform(_ sound: SoundStatement) throws(Halt) {
    // One that was not found has been reported.
    guard let file = program.program.sounds[sound.id] else { throw Halt() }
    let length = spend(file.wave)
    let shown = self.length(of: length)
    try begin(
      PhoneCall.Sound(number: freeSoundNumber, file: file.name, from: 0, length: shown),
      from: tasks.running.origin, late: tasks.running.late.rule, of: tasks.running.slot)
    if length > .zero { try pass(length, moving: .none) }
  }

  /// The length of `wave`, as `spend` of a time in seconds.
  private mutating func spend(_ wave: WaveFile) -> Nanoseconds {
    let (whole, rest) = wave.nanoseconds
    let exact = rest + tasks.running.remainder
    let more = exact.rounded()
    tasks.running.remainder = exact - more
    return Nanoseconds(Int(whole) + Int(more))
  }

  /// The least number that no other sound has now, not even one that is held.
  private var freeSoundNumber: Int32 {
    let heard = phone.sounds.filter { $0.end > milliseconds }.map(\.sound.number)
    let taken = heard + pauses.flatMap(\.sounds).map(\.sound.number)
    var number: Int32 = 1
    while taken.contains(number) { number += 1 }
    return number
  }

  /// Appends the step of `sound`, for which the task at `owner` waits.
  private mutating func begin(
    _ sound: PhoneCall.Sound, from origin: UInt32, late: UInt8, of owner: Int
  ) throws(Halt) {
    try emit(.sound(sound), from: origin, late: late)
    let start = milliseconds
    phone.sounds.removeAll { $0.end <= start }
    phone.sounds.append(
      PhoneTracking.Sounding(
        sound: sound, owner: owner, origin: origin, start: start,
        step: builder.schedule.steps.count - 1))
  }

  /// Ends the sounds for which the tasks at `slots` wait.
  mutating func silence(_ slots: [Int]) throws(Halt) { _ = try takeAway { slots.contains($0) } }

  /// Ends the sounds for which the tasks of the latest pause wait, until it is over.
  mutating func pauseSounds() throws(Halt) {
    guard let last = pauses.indices.last else { return }
    let slots = pauses[last].tasks
    pauses[last].sounds = try takeAway { slots.contains($0) }
  }

  /// Lets the sounds that were held with `show` go on where they were.
  mutating func resumeSounds(_ show: PausedScript) throws(Halt) {
    for held in show.sounds {
      guard let task = tasks.others[held.owner] else { continue }
      try begin(held.sound, from: held.origin, late: task.late.rule, of: held.owner)
    }
  }

  /// Ends the sounds in progress whose owners are `chosen`; gives what is left of them.
  ///
  /// One that begins at this instant is left out.
  private mutating func takeAway(
    _ chosen: (Int) -> Bool
  ) throws(Halt) -> [PhoneTracking.Sounding] {
    var ended: [PhoneTracking.Sounding] = []
    for sounding in phone.sounds where chosen(sounding.owner) && sounding.end > milliseconds {
      var rest = sounding
      rest.sound = sounding.sound.rest(after: milliseconds - sounding.start)
      ended.append(rest)
      if let step = sounding.step, sounding.start >= milliseconds {
        builder.drop(step)
        continue
      }
      if let step = sounding.step { builder.end(step, at: milliseconds) }
      // However late it is, it is not left out.
      let (origin, late) = (tasks.running.origin, tasks.running.late)
      (tasks.running.origin, tasks.running.late) = (sounding.origin, ScriptTask.Lateness())
      defer { (tasks.running.origin, tasks.running.late) = (origin, late) }
      try act(.phone(.endSound(sounding.sound.number, file: sounding.sound.file)))
    }
    phone.sounds.removeAll { chosen($0.owner) }
    return ended
  }
}

import Hardware
import Quantities
import Schedules

// A change of the phone pauses with the show, and resumes with it; so does a sound.

extension Scheduler {
  /// Pauses the changes of the phone by the tasks of the latest pause.
  ///
  /// A phone slows nothing down: it changes evenly, or it stands. It stands as soon as the show's
  /// own time does, so that as much of the change is left to do as there is time left for it.
  mutating func pausePhone() throws(Halt) {
    try pauseSounds()
    guard let last = pauses.indices.last else { return }
    for part in PhoneTracking.Part.allCases {
      let change = phone[part]
      guard change.end > milliseconds, pauses[last].tasks.contains(change.owner),
        let call = change.rest(at: milliseconds)
      else { continue }
      let hasBegun = endStep(of: part)
      pauses[last].phoneChanges.append(
        PausedScript.PhoneChange(part: part, change: change, call: call, hasBegun: hasBegun))
      phone[part] = PhoneTracking.Change()
      guard hasBegun else { continue }
      try hold(part)
      phone[part].call = part.hold
    }
  }

  /// Resumes the changes of the phone that were in progress when `show` was paused: each is
  /// complete when the task that waits for it continues.
  mutating func resumePhone(_ show: PausedScript) throws(Halt) {
    try resumeSounds(show)
    for held in show.phoneChanges {
      guard let end = tasks.others[held.change.owner]?.now else { continue }
      try goOn(with: held, over: end.milliseconds - milliseconds)
    }
  }

  /// Completes a paused change of the face, because its show is about to end, or the tasks at
  /// `losers`, if these are given.
  mutating func releaseFace(of losers: Set<Int>? = nil) throws(Halt) {
    guard phone.face.call == .holdFace else { return }
    let faces = pauses.flatMap(\.phoneChanges).filter { held in
      held.part == .face && losers?.contains(held.change.owner) != false
    }
    if let held = faces.last { try goOn(with: held, over: held.call.length) }
  }

  /// Asks for what is left of `held`, in `length` milliseconds.
  private mutating func goOn(with held: PausedScript.PhoneChange, over length: Int32) throws(Halt) {
    let call = held.call.lasting(length)
    let isAsLeft = phone[held.part].call == .holdFace
    let (owner, origin) = (held.change.owner, held.change.origin)
    var asked = call
    if case .nextFace = call, held.hasBegun, isAsLeft { asked = .sameFace(over: length) }
    let late = tasks.others[owner]?.late ?? tasks.running.late
    try emit(asked, from: origin, of: owner, late: late.rule)
    phone[held.part] = change(by: call, of: owner, from: origin)
    phone[held.part].goesOn = held.hasBegun
  }
}

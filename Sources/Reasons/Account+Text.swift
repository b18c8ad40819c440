import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

extension Account {
  /// The account in sentences, for people.
  package var text: TextBuffer {
    var page = AccountPage(self)
    page.write()
    return page.buffer
  }
}

/// Writes an account: a name at the left of each row, and sentences beside it.
private struct AccountPage {
  let account: Account
  var buffer = TextBuffer()
  /// The name that stands before the next row.
  private var name = ""
  private static let column = 8

  init(_ account: Account) { self.account = account }

  mutating func write() {
    buffer.write(sanitizedLine: headline)
    buffer.write("\n\n")
    if let mode = account.mode {
      name = "mode"
      row("\(mode.name), since \(seconds(mode.since))")
    }
    for state in account.axes {
      name = state.axis.scriptName
      write(state)
    }
    name = "motors"
    row(motors)
    writePhone()
    name = "waits"
    for wait in account.waits { row(words(for: wait)) }
    name = "stops"
    writeHandlers()
    name = "faults"
    for fault in account.faults { row("\(fault.name) since \(seconds(fault.time))") }
  }

  /// Writes a row behind `name`, which is said once.
  private mutating func row(_ text: String) {
    let start = buffer.count
    buffer.write(string: name)
    buffer.pad(to: AccountPage.column, from: start)
    buffer.write(sanitizedLine: text)
    buffer.write("\n")
    name = ""
  }

  // MARK: - Sentences

  private var headline: String {
    let moment = "at \(seconds(account.time))"
    switch account.phase {
    case .before:
      return "\(moment) the show has not begun; it begins at \(seconds(account.start))"
    case .after:
      let reason = account.failure.map { ", because of an error: \($0)" } ?? ""
      let since = account.end.map { ", since \(seconds($0))" } ?? ""
      let wait = account.waits.first.map { ": it waits \(what($0)), and nothing more happens" }
      return "\(moment) the show is over\(since)\(wait ?? reason)"
    case .held: return "\(moment) the show is paused from outside"
    case .playing: break
    }
    guard account.isStill else {
      return moment + (account.end.map { ", of a show of \(seconds($0))" } ?? "")
    }
    guard let wait = account.waits.first else { return "\(moment) nothing moves" }
    return "\(moment) nothing moves; it waits \(what(wait))"
  }

  /// What `wait` is for, after 'waits'.
  private func what(_ wait: Account.Wait) -> String {
    wait.event.map { "for \($0)" } ?? "for time to pass"
  }

  private mutating func write(_ state: Account.AxisState) {
    let (place, speed) = (
      state.axis.directed(degrees: state.position),
      state.axis.directed(Int(Millidegrees.count(in: state.speed).rounded()), "deg/s")
    )
    let moving = "at \(place), \(speed)"
    switch state.doing {
    case .rests where state.cause == nil:
      row("rests at \(place); the script has not moved it since it took the motors")
    case .rests: row("rests at \(place)")
    case .moves: row("moves: \(moving)")
    case .turns: row("turns: \(moving)")
    case .brakes: row("is brought to rest as quickly as it can be: \(moving)")
    case .pauses: row("changes its pace because the show is paused: \(moving)")
    case .follows: row("is turned by the tracker for the script: \(moving)")
    case .performs: row("performs an animation of the dock: \(moving)")
    case .tracked: row("the tracker has it: \(moving)")
    case .free: row("nobody turns it: \(moving)")
    }
    if let cause = state.cause, ![.tracked, .free].contains(state.doing) || cause.line != 0 {
      let goesOn = [.turns, .follows].contains(state.doing)
      write(cause, isOver: cause.end.map { $0 <= account.time } ?? !goesOn)
    }
    if !state.together.isEmpty, state.doing == .moves {
      let others = state.together.map(\.scriptName).joined(separator: " and ")
      row("it arrives together with \(others)")
    }
    for limit in state.limits { row(limit) }
    if let next = state.next {
      row("next \(quoted(next)) at \(seconds(next.start))")
    } else if state.doing == .turns || state.doing == .follows, account.phase == .playing {
      row("no end of it is planned so far")
    }
  }

  private mutating func write(_ cause: Account.Cause, isOver: Bool) {
    let until = cause.end.map { ", until \(seconds($0))" } ?? ""
    row("\(isOver ? "after" : "by") \(quoted(cause)), since \(seconds(cause.start))\(until)")
    for around in cause.around { row(words(for: around)) }
  }

  private func words(for around: Account.Around) -> String {
    let place = account.files.place(of: around.line)
    let event = around.event.map { ", since \($0.words) at \(seconds($0.time))" } ?? ""
    let verb = around.kind == .call ? "called by" : "inside"
    let race = around.kind == .race ? "; it ends when another branch ends first" : ""
    return "\(verb) \(around.words), \(place)\(event)\(race)"
  }

  private func quoted(_ cause: Account.Cause) -> String {
    let place = account.files.place(of: cause.line)
    return "'\(cause.words)'" + (place.isEmpty ? "" : ", \(place)")
  }

  private var motors: String {
    let since = account.motors.since > 0 ? ", since \(seconds(account.motors.since))" : ""
    if account.motors.isScript {
      return "the script has them\(since)"
        + (account.motors.until.map { ", until \(seconds($0))" } ?? "")
    }
    return account.motors.isTracking
      ? "the tracker has them\(since)" : "nobody has them: tracking is off\(since)"
  }

  private mutating func writePhone() {
    let untouched = account.phone.filter(\.words.isEmpty).map(\.track)
    for part in account.phone where !part.words.isEmpty {
      name = part.track
      row(part.words)
      if let cause = part.cause { write(cause, isOver: false) }
    }
    guard !untouched.isEmpty else { return }
    name = "phone"
    let names =
      untouched.dropLast().joined(separator: ", ")
      + (untouched.count > 1 ? " and " : "") + (untouched.last ?? "")
    row("nothing has changed the \(names)")
  }

  private func words(for wait: Account.Wait) -> String {
    let begin = "\(quoted(wait.cause)), since \(seconds(wait.cause.start))"
    guard wait.event != nil else {
      return begin + (wait.cause.end.map { ", until \(seconds($0))" } ?? "")
    }
    return begin
      + (wait.cause.end.map { "; it goes on at \(seconds($0)) if that does not come" }
        ?? "; it goes on when that comes, and not before")
  }

  private mutating func writeHandlers() {
    for handler in account.handlers where handler.policy != .alongside || handler.mode != nil {
      let place = account.files.place(of: handler.line)
      if let since = handler.since {
        row(
          "\(handler.event) is being handled, since \(seconds(since)); the next one is handled "
            + "afterwards, \(place)")
        continue
      }
      let what =
        switch handler.policy {
        case .alongside: ""
        case .pausing: "would pause the show"
        case .replacing where account.mode != nil:
          "would end what the mode does and take its place"
        case .replacing: "would end the show and take its place"
        case .queued: "would pause the show once its axes stand"
        case .ignoring: "would pause the show if its axes stand"
        }
      let joint = what.isEmpty ? "would" : what + ", and"
      let going = handler.mode.map { "\(joint) go to '\($0)'" }
      row("\(handler.event) \(going ?? what), \(place)")
    }
  }
}

/// So many nanoseconds as seconds, to a millisecond.
private func seconds(_ nanoseconds: Int) -> String {
  decimal(thousandths: Int(Nanoseconds(nanoseconds).nearestMilliseconds)) + " s"
}

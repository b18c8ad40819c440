import DockKit
import Hardware
import Printing
import Quantities
import Schedules
import Spatial
import Vocabulary

extension Performance {
  /// Carries out `action`, which turns no motor and comes from `line`, as in `Step.line`.
  mutating func perform(_ action: Schedule.Action, line: UInt32) throws {
    if case .finally(let final) = action { return debts.note(final, line: line) }
    try carryOut(action, line: line)
    debts.settle(action)
  }

  private mutating func carryOut(_ action: Schedule.Action, line: UInt32) throws {
    switch action {
    case .frame(let mode): try link.call(.frame(DockAccessory.FramingMode(mode)))
    case .region(let rectangle): try link.call(.region(CGRect(rectangle)))
    case .select(let selection): try select(selection)
    case .follow(let following): try follow(following)
    case .note(let note): tell(.note(note))
    case .log(let template):
      let note = template.note(in: try worldNow(reading: template.variables))
      tell(.wrote(note, line: line))
      tell(.note(note))
    case .count(let change): perform(change)
    case .phone(let call): try ask(for: call)
    case .finally, .hold: break
    }
  }

  /// Selects a subject; if there is none to select, that is reported and the show continues.
  private mutating func select(_ selection: Schedule.Selection) throws {
    do {
      switch selection {
      case .none: try link.call(.select(nil))
      case .point(let x, let y):
        try link.call(.select(CGPoint(x: Thousandths(x).number, y: Thousandths(y).number)))
      case .subject(let subject): try link.call(.selectSubject(subject))
      }
    } catch DockKitError.noSubjectFound {
      refuse(NobodySeen(selection: selection))
    }
  }

  /// Sends `call` to the phone; if the phone refuses, that is reported and the show continues.
  mutating func ask(for call: PhoneCall) throws {
    do {
      let answer = try link.call(.phone(call))
      if case .done = answer { note(call) }
    } catch let interruption as Interruption {
      throw interruption
    } catch {
      refuse(error)
    }
  }

  /// Records that the phone has been asked for `call`.
  mutating func note(_ call: PhoneCall) {
    switch call {
    case .record(let change): note(change)
    case .sound(let sound):
      look()
      record.sounds.removeAll { $0.sound.number == sound.number || $0.end <= timing.now }
      record.sounds.append(Sounding(sound: sound, start: timing.now))
    case .endSound(let number, _): record.sounds.removeAll { $0.sound.number == number }
    case .face, .nextFace, .sameFace, .holdFace, .restlessFace, .zoom, .zoomBy, .holdZoom:
      look()
      record.changes.removeAll { $0.call.track == call.track || $0.end <= timing.now }
      if call.length > 0 { record.changes.append(PhoneChange(call: call, start: timing.now)) }
    default: break
    }
  }

  /// Records that the camera has been asked to begin or end a recording.
  private mutating func note(_ change: PhoneCall.Recording) {
    let isBegun = record.recording != nil
    switch change {
    case .start where isBegun: break
    case .start: record.recording = showTime(show.time)
    case .stop: record.recording = nil
    case .toggle: record.recording = isBegun ? nil : showTime(show.time)
    }
    world.isRecording = record.recording != nil
    show.hasNews = true
  }

  /// Tells that `error` keeps a command from being carried out, which is not the end of the show.
  func refuse(_ error: any Error) {
    tell(.refused(Outcome.Failure(error, at: showTime(show.time), step: currentStep)))
  }
}

/// A sound that the phone plays.
struct Sounding: Equatable {
  let sound: PhoneCall.Sound
  /// When it began, in nanoseconds of the performance.
  let start: Int

  /// When it is over by itself.
  var end: Int { start + Int(sound.length) * millisecond }

  /// What is left of it at `time`; nil if it is over.
  func rest(at time: Int) -> PhoneCall.Sound? {
    time < end ? sound.rest(after: Int32(clamping: (time - start) / millisecond)) : nil
  }
}

/// A change of the face or of the zoom that takes time.
struct PhoneChange: Equatable {
  let call: PhoneCall
  /// When it began, in nanoseconds of the performance.
  let start: Int

  /// When it is over.
  var end: Int { start + Int(call.length) * millisecond }

  /// What is left of it at `time`; nil if it is over.
  func rest(at time: Int) -> PhoneCall? {
    let rest = call.rest(after: Int32(clamping: (time - start) / millisecond))
    if case .nextFace(let length, _) = rest { return .sameFace(over: length) }
    return rest
  }

  /// What holds it where it is.
  var hold: PhoneCall { call.track == .face ? .holdFace : .holdZoom }
}

extension Performance {
  /// Ends the sounds that are heard now, and holds the face and the zoom where they are; gives what
  /// is left of them.
  mutating func holdPhone() throws -> [PhoneCall] {
    look()
    let sounds = record.sounds.compactMap { $0.rest(at: timing.now) }
    for sound in sounds { try ask(for: .endSound(sound.number, file: sound.file)) }
    let changes = record.changes.filter { $0.end > timing.now }
    let rests = changes.compactMap { $0.rest(at: timing.now) }
    for change in changes { try ask(for: change.hold) }
    return sounds.map { .sound($0) } + rests
  }
}

/// Nobody is seen whom a script selects.
struct NobodySeen: Error, CustomStringConvertible {
  let selection: Schedule.Selection

  /// Who was meant.
  var description: String {
    switch selection {
    case .none: "nobody is selected"
    case .point(let x, let y):
      "nobody is seen at \(share(x)), \(share(y))"
    case .subject(.speaker): "nobody is seen who speaks"
    case .subject(let subject):
      "no \(subject.words)\(subject.name.map { " '\($0)'" } ?? "") is seen"
    }
  }

  /// `thousandths` as a percentage.
  private func share(_ thousandths: Int32) -> String {
    decimal(thousandths: Int(thousandths) * 100) + "%"
  }
}

extension DockAccessory.FramingMode {
  /// The value of DockKit for `mode`.
  fileprivate init(_ mode: FramingMode) {
    switch mode {
    case .automatic: self = .automatic
    case .center: self = .center
    case .left: self = .left
    case .right: self = .right
    }
  }
}

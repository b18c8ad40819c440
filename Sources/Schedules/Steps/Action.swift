import Hardware
import Printing
import Vocabulary

extension Schedule {
  /// The action of a step that turns no motor by itself.
  ///
  /// The form of each stands in a file of its own, named after it.
  public enum Action: Equatable, Sendable {
    /// The framing mode changes.
    case frame(FramingMode)
    /// The region of interest changes.
    case region(Rectangle)
    /// A subject is chosen, or the choice is returned to the system.
    case select(Selection)
    /// The tracker begins to turn axes of the script's, or lets go of them.
    case follow(Following)
    /// A line of text is left.
    case note(Note)
    /// A line for the log is filled in and left.
    case log(LogTemplate)
    /// A count of the show changes.
    case count(CountChange)
    /// The phone is asked for something; its change may take longer than the step, where a race is
    /// over before.
    case phone(PhoneCall)
    /// Something is owed when a block is left, or falls due.
    case finally(Final)
    /// The places where the axes of a paused script stand are about to be lost.
    case hold(Hold)

    /// Its form in text, in JSON and in words.
    var form: any ActionForm {
      switch self {
      case .frame(let mode): mode
      case .region(let rectangle): rectangle
      case .select(let selection): selection
      case .follow(let following): following
      case .note(let note): note
      case .log(let template): template
      case .count(let change): change
      case .phone(let call): call
      case .finally(let final): final
      case .hold(let hold): hold
      }
    }

    /// The words that begin an action, in text and in JSON.
    enum Verb: Hashable, CaseIterable, RawRepresentable {
      case frame, region, select, follow
      case note(NoteKind)
      case add, set
      case face, eyes, camera, sound, finally, hold

      static let allCases: [Verb] =
        [.frame, .region, .select, .follow] + NoteKind.allCases.map(Verb.note)
        + [.add, .set, .face, .eyes, .camera, .sound, .finally, .hold]

      init?(rawValue: String) {
        guard let verb = Verb.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = verb
      }

      var rawValue: String {
        switch self {
        case .frame: "frame"
        case .region: "region"
        case .select: "select"
        case .follow: "follow"
        case .note(let kind): kind.rawValue
        case .add: "add"
        case .set: "set"
        case .face: "face"
        case .eyes: "eyes"
        case .camera: "camera"
        case .sound: "sound"
        case .finally: "finally"
        case .hold: "hold"
        }
      }

      /// True if a 'finally' may hold the actions that it begins.
      var mayBeOwed: Bool { form.mayBeOwed(self) }

      /// The reader of the actions that it begins.
      var form: any ActionForm.Type {
        switch self {
        case .frame: FramingMode.self
        case .region: Rectangle.self
        case .select: Selection.self
        case .follow: Following.self
        case .note: Note.self
        case .add, .set: CountChange.self
        case .face, .eyes, .camera, .sound: PhoneCall.self
        case .finally: Final.self
        case .hold: Hold.self
        }
      }
    }
  }
}

/// The form of a kind of action in text, in JSON and in words.
protocol ActionForm {
  /// The word that begins it.
  var verb: Schedule.Action.Verb { get }
  /// The most bytes that its quoted texts take; 0 if it has none.
  var capacity: Int { get }
  /// The action in the words of scripts.
  var scriptWords: String { get }
  /// The fault of the action by itself; nil if there is none.
  var fault: Finding.Kind? { get }
  /// True if what it asks for stays so: a show that begins later asks for it first.
  var lasts: Bool { get }
  /// True if a 'finally' may hold actions that begin with `verb`, which take no time and turn
  /// nothing.
  static func mayBeOwed(_ verb: Schedule.Action.Verb) -> Bool

  /// Writes what follows the verb in text.
  func write(to cursor: inout TextCursor)
  /// Writes the members of its JSON object, all but the verb.
  func write(to json: inout JSONWriter)
  /// Reads what follows `verb` in text.
  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action
  /// Writes the text behind the verb of the action that the JSON object `json` stands for, each
  /// part after a space.
  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault)
}

extension ActionForm {
  var capacity: Int { 0 }
  var fault: Finding.Kind? { nil }
  var lasts: Bool { false }
  static func mayBeOwed(_ verb: Schedule.Action.Verb) -> Bool { false }
}

// MARK: - Writing

extension Schedule.Action {
  /// The action in the words of scripts.
  public var words: String { form.scriptWords }

  /// True if what it asks for of the phone, the counts or the tracker stays so.
  package var lasts: Bool { form.lasts }

  /// A number that actions with the same word share.
  package var number: Int { Verb.allCases.firstIndex(of: form.verb) ?? 0 }

  /// The word that JSON has for what it does.
  public var name: String { form.verb.rawValue }

  /// The most bytes that its text takes, beside a few words and numbers.
  public var capacity: Int { form.capacity }

  /// Writes it as schedules and commands show it.
  public func write(to cursor: inout TextCursor) {
    let form = form
    cursor.write(bytes: Array(form.verb.rawValue.utf8))
    cursor.write(byte: 0x20)
    form.write(to: &cursor)
  }

  /// Writes the members of its JSON object, all but its name.
  public func write(to json: inout JSONWriter) { form.write(to: &json) }
}

// MARK: - Actions of a schedule

extension Schedule {
  /// The action of `step`, if it is one.
  public func action(of step: Step) -> Action? {
    step.kind == .action && step.extra < actions.count ? actions[Int(step.extra)] : nil
  }

  /// A step that carries out `action` at `start` milliseconds, for no time.
  public mutating func step(_ action: Action, at start: Int32) -> Step {
    var step = Step(.action, start: start)
    step.extra = add(action)
    return step
  }

  /// Adds `action` and returns its index.
  public mutating func add(_ action: Action) -> UInt32 {
    switch action {
    case .note(let note) where note.kind == .choose: break
    case .note(let note):
      noteCount += 1
      noteBytes += note.text.utf8.count
    case .log(let template):
      noteCount += 1
      noteBytes += template.textSize
    default: break
    }
    actions.append(action)
    return UInt32(actions.count - 1)
  }

  /// Removes all actions; no step may have one.
  package mutating func removeActions() {
    (actions, noteCount, noteBytes) = ([], 0, 0)
  }

  /// The lines that are logged, in order.
  public var texts: [String] {
    actions.compactMap { action in
      if case .note(let note) = action, note.kind == .log { note.text } else { nil }
    }
  }
}

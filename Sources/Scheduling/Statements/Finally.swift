import Hardware
import Language
import Schedules
import Vocabulary

/// What a script owes when blocks of it are left: of each `finally` that holds, what it does.
struct Finals {
  /// An action, and the statement that it comes from.
  struct Owed: Equatable {
    let action: Schedule.Action
    let origin: UInt32
  }

  /// A `finally` that holds.
  struct Entry: Equatable {
    /// Its number in the schedule; nil if the player needs none, because it sees to it by itself.
    let number: Int32?
    /// The slot of the task that it belongs to, or `Finals.scriptSlot`, and how many blocks are
    /// around it there.
    var slot: Int
    let depth: Int
    let origin: UInt32
    let owed: [Owed]

    /// True if it stands above the modes, if there are any.
    fileprivate var isOfScript: Bool {
      slot == Finals.scriptSlot || slot == Scheduler.showSlot && depth == 0
    }
  }

  /// The slot of those that stand above the modes, which belong to the script as a whole: it is
  /// that of no task, for a test which performs the script has a `finally` of its own.
  static let scriptSlot = -1

  /// Those that hold, the latest last.
  private(set) var entries: [Entry] = []
  /// The numbers of those that hold, and the least number that none of them has.
  private var numbers: Set<Int32> = []
  private(set) var freeNumber: Int32 = 1
  /// What the statements in hand would do, which is not done now; nil if all is done at once.
  var captured: [Owed]?

  /// Those that stand above the modes: they hold to the end of the script.
  var ofScript: Finals {
    var finals = Finals()
    for var entry in entries where entry.isOfScript {
      entry.slot = Finals.scriptSlot
      finals.append(entry)
    }
    return finals
  }

  /// Lets those that stand above the modes belong to the script as a whole.
  mutating func handToScript() {
    for index in entries.indices where entries[index].isOfScript {
      entries[index].slot = Finals.scriptSlot
    }
  }

  /// Adds `entry`, which holds from now on.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if let number = entry.number { numbers.insert(number) }
    while numbers.contains(freeNumber) { freeNumber += 1 }
  }

  /// Removes the one with the index `index`, which holds no longer.
  mutating func remove(at index: Int) -> Entry {
    let entry = entries.remove(at: index)
    if let number = entry.number {
      numbers.remove(number)
      freeNumber = min(freeNumber, number)
    }
    return entry
  }
}

extension Scheduler {
  /// Carries out `finally`: what it holds is worked out now, and done when the block is left.
  mutating func perform(_ finally: FinallyStatement) throws(Halt) {
    let (before, outer) = (phone, finals.captured)
    finals.captured = []
    for node in finally.body.statements {
      try begin(node)
      // The checker lets nothing else pass.
      let statement = node.statement
      if case .log(let log) = statement { try perform(log) }
      if case .change(let change) = statement { try perform(change) }
      if case .face(let face) = statement { try perform(face) }
      if case .eyes(let eyes) = statement { try perform(eyes) }
      if case .camera(let camera) = statement { try perform(camera) }
    }
    let owed = finals.captured ?? []
    (phone, finals.captured) = (before, outer)
    let number = finals.freeNumber
    owe(owed, as: number, from: finally.start)
    if let entry = finals.entries.last, !owed.isEmpty { try arm(entry) }
  }

  /// Appends the steps that say what `entry` owes.
  mutating func arm(_ entry: Finals.Entry) throws(Halt) {
    guard let number = entry.number else { return }
    for owed in entry.owed {
      try act(.finally(.owes(number, owed.action)), unhurriedFrom: owed.origin)
    }
  }

  /// Lets what the script owes when the present block is left be `owed`.
  mutating func owe(_ owed: [Finals.Owed], as number: Int32?, from origin: UInt32) {
    guard !owed.isEmpty else { return }
    finals.append(
      Finals.Entry(
        number: number, slot: tasks.running.slot, depth: tasks.running.outer.count,
        origin: origin, owed: owed))
  }

  /// Does what is owed where the running task leaves its blocks inside of `depth` others, the
  /// latest first.
  mutating func settle(inside depth: Int) throws(Halt) {
    let slot = tasks.running.slot
    while let index = finals.entries.lastIndex(where: { $0.slot == slot && $0.depth >= depth }) {
      try settle(finals.remove(at: index))
    }
  }

  /// Does what the tasks at `slots` owe, which have been stopped; the latest first.
  mutating func settle(_ slots: Set<Int>) throws(Halt) {
    while let index = finals.entries.lastIndex(where: { slots.contains($0.slot) }) {
      try settle(finals.remove(at: index))
    }
  }

  /// The slots in `slots`, and those of all branches that they wait for, if any of these owes
  /// something.
  func owing(_ slots: [Int]) -> Set<Int> {
    finals.entries.isEmpty ? [] : family(of: slots)
  }

  /// The slots in `slots`, and those of all branches that they wait for.
  func family(of slots: [Int]) -> Set<Int> {
    var (found, rest): (Set<Int>, [Int]) = ([], slots)
    while let slot = rest.popLast() {
      found.insert(slot)
      rest += tasks.others[slot]?.fork?.branches ?? []
    }
    return found
  }

  private mutating func settle(_ entry: Finals.Entry) throws(Halt) {
    let (origin, late) = (tasks.running.origin, tasks.running.late)
    defer { (tasks.running.origin, tasks.running.late) = (origin, late) }
    if let number = entry.number {
      try act(.finally(.isDue(number)), unhurriedFrom: entry.origin)
    }
    // What has a number follows the step that says so.
    if entry.number != nil || keepsTime { tasks.running.late = neverSkipped }
    for owed in entry.owed {
      tasks.running.origin = owed.origin
      switch owed.action {
      case .note(let note): try leave(note.kind, note.text)
      case .phone(let call): try carryOut(call)
      case .log(let template): try leave(template)
      default: try act(owed.action)
      }
    }
  }

  /// Asks the phone for `call`, which takes no time.
  private mutating func carryOut(_ call: PhoneCall) throws(Halt) {
    switch call {
    case .record(let recording): try record(recording)
    case .face, .nextFace, .restlessFace: try ask(for: call, changing: .face)
    case .zoom, .zoomBy: try ask(for: call, changing: .zoom)
    default: try ask(for: call)
    }
  }

  /// Appends the step of `action`, which comes from the statement at `origin`; it is never left
  /// out, however late it is.
  private mutating func act(
    _ action: Schedule.Action, unhurriedFrom origin: UInt32
  ) throws(Halt) {
    let (before, late) = (tasks.running.origin, tasks.running.late)
    (tasks.running.origin, tasks.running.late) = (origin, neverSkipped)
    defer { (tasks.running.origin, tasks.running.late) = (before, late) }
    try act(action)
  }

  /// True if what is carried out now keeps its time, however late the dock is.
  private var keepsTime: Bool {
    builder.schedule.lateRules[Int(tasks.running.late.rule)].keepsTime
  }

  /// The policy of what is owed, which is never left out: it keeps its time if what is carried out
  /// now does.
  private var neverSkipped: ScriptTask.Lateness {
    mutating get {
      let rule = keepsTime ? builder.index(of: LateRule(.catchUp)) : nil
      return ScriptTask.Lateness(rule: rule ?? 0)
    }
  }
}

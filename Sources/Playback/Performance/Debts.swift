import Hardware
import Quantities
import Schedules

/// What a show owes when it ends before it has left its blocks, the oldest first.
struct Debts: Equatable {
  /// Something that is owed.
  struct Debt: Equatable {
    let number: Int32
    let action: Schedule.Action
    /// The line of its statement, as in `Step.line`.
    let line: UInt32
    /// True once the block is left: the show is about to do it.
    var isDue = false
  }

  private(set) var debts: [Debt] = []

  /// Takes note of `final`, which stands in `line`.
  mutating func note(_ final: Schedule.Final, line: UInt32) {
    switch final {
    case .owes(let number, let action):
      debts.append(Debt(number: number, action: action, line: line))
    case .isDue(let number):
      for index in debts.indices where debts[index].number == number {
        debts[index].isDue = true
      }
    }
  }

  /// Takes note that the show has done `action`.
  mutating func settle(_ action: Schedule.Action) {
    guard let index = debts.firstIndex(where: { $0.isDue && $0.action == action }) else { return }
    debts.remove(at: index)
  }

  /// All that is owed, in the order in which it is done: of each `finally` in its order, the latest
  /// of them first, but before them what is due.
  mutating func collect() -> [Debt] {
    var (due, rest) = (debts.filter(\.isDue), debts.filter { !$0.isDue })
    while let last = rest.last {
      due += rest.filter { $0.number == last.number }
      rest.removeAll { $0.number == last.number }
    }
    debts = []
    return due
  }
}

extension Performance {
  /// How long the phone may take for all that is owed, in nanoseconds.
  private static let patienceForDebts = Nanoseconds.second

  /// Does what the show owes, and ends the recording and the sounds that it has begun; the motors
  /// have been given back before.
  ///
  /// A sound that was begun late and is heard beyond the end of the whole show ends by itself.
  mutating func payDebts() {
    let deadline = link.now + Performance.patienceForDebts
    for debt in debts.collect() { pay(debt.action, line: debt.line, by: deadline) }
    if ending != .done {
      for sound in record.sounds.compactMap({ $0.rest(at: link.now) }) {
        pay(.phone(.endSound(sound.number, file: sound.file)), line: 0, by: deadline)
      }
    }
    // The next entry at a prompt may end it.
    guard let start = record.recording, ending != .done || !show.cue.isEntered else { return }
    pay(.phone(.record(.stop)), line: 0, by: deadline)
    if record.recording == nil { record.stoppedRecording = start }
  }

  private mutating func pay(_ action: Schedule.Action, line: UInt32, by deadline: Int) {
    look()
    var action = action
    if case .log(let template) = action { action = .note(template.note(in: worldHeard)) }
    tell(.owed(action, line: line))
    switch action {
    case .note(let note): tell(.note(note))
    case .count(let change): perform(change)
    case .phone(let call):
      let input = link.carryOut(.call(.phone(call), within: max(0, deadline - link.now)))
      if case .refused(let error) = input { refuse(error) }
      if case .answered(.done) = input { note(call) }
    default: break  // Nothing else may be owed.
    }
  }
}

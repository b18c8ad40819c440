extension CueSheet {
  /// The indices of the cues of `entries` that never lead to another turn of their loop: however
  /// the show comes to one of them, the loop has had all its other turns.
  static func spentTurns(in entries: [Entry]) -> Set<Int> {
    var spent: Set<Int> = []
    for loop in Set(entries.compactMap(\.cue.again?.loop)) {
      let counted = leastTurns(of: loop, in: entries)
      for (index, entry) in entries.enumerated() where entry.cue.again?.loop == loop {
        if let turns = counted[index], let again = entry.cue.again, turns + 1 >= again.times {
          spent.insert(index)
        }
      }
    }
    return spent
  }

  /// How many turns of the loop number `loop` are over at least when each cue of `entries` begins;
  /// nil of one to which nothing leads.
  private static func leastTurns(of loop: Int, in entries: [Entry]) -> [Int?] {
    var turns = [Int?](repeating: nil, count: entries.count)
    guard !entries.isEmpty else { return turns }
    turns[0] = 0
    var (waiting, next) = ([0], 0)
    while next < waiting.count {
      let index = waiting[next]
      next += 1
      let counted = entries[index].cue.again?.loop == loop
      let (before, times) = (turns[index] ?? 0, entries[index].cue.again?.times ?? 0)
      for exit in entries[index].exits where entries.indices.contains(exit.target - 1) {
        let turn = counted && exit.isAgain
        if turn, before + 1 >= times { continue }
        let isAnew = exit.anew.contains(loop) || counted && exit.isOnward
        let after = isAnew ? 0 : turn ? before + 1 : before
        if let known = turns[exit.target - 1], known <= after { continue }
        turns[exit.target - 1] = after
        waiting.append(exit.target - 1)
      }
    }
    return turns
  }
}

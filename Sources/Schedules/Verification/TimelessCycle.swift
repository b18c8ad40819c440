extension CueSheet {
  /// The index of a cue of `entries` from which the show comes back to it without an event and in
  /// no time, and would go round for ever; nil if there is none.
  ///
  /// The turns of a counted loop come to an end.
  static func timelessCycle(in entries: [Entry]) -> Int? {
    /// How far the ways from a cue have been followed.
    enum Mark { case untouched, underWay, done }
    var marks = Array(repeating: Mark.untouched, count: entries.count)
    let nexts = entries.map { entry in
      let exits = entry.exits.filter { $0.event == nil && !$0.isAgain && $0.target > 0 }
      return entry.cue.goesOn == 0 ? exits.map { $0.target - 1 } : []
    }
    for start in entries.indices where marks[start] == .untouched {
      var way = [(index: start, next: 0)]
      marks[start] = .underWay
      while let (index, next) = way.last {
        guard next < nexts[index].count else {
          marks[index] = .done
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let target = nexts[index][next]
        switch marks[target] {
        case .underWay: return target
        case .done: break
        case .untouched:
          marks[target] = .underWay
          way.append((target, 0))
        }
      }
    }
    return nil
  }
}

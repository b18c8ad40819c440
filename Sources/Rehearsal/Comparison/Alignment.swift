/// Two lists side by side: equal elements beside each other, the others opposite nothing.
struct Alignment {
  /// One row; at least one side is there.
  struct Row: Equatable {
    var old: Int?
    var new: Int?
  }

  private(set) var rows: [Row] = []

  /// Beyond so many elements that differ, lists are put side by side in order, as they come.
  private static let greatestDifference = 2000

  /// Aligns `old` and `new` so that as few elements as possible stand alone (Myers, 1986).
  init<Element: Equatable>(_ old: some Collection<Element>, _ new: some Collection<Element>) {
    let (old, new) = (Array(old), Array(new))
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old[head...].reversed(), new[head...].reversed()).prefix { $0 == $1 }.count
    rows = (0..<head).map { Row(old: $0, new: $0) }
    alignMiddle(old, head..<old.count - tail, new, head..<new.count - tail)
    rows += (0..<tail).map { Row(old: old.count - tail + $0, new: new.count - tail + $0) }
  }

  private mutating func alignMiddle<Element: Equatable>(
    _ old: [Element], _ olds: Range<Int>, _ new: [Element], _ news: Range<Int>
  ) {
    guard max(olds.count, news.count) <= Alignment.greatestDifference else {
      return alignInOrder(olds, news)
    }
    let changes = new[news].difference(from: old[olds])
    let removed = Set(changes.removals.map { $0.offset + olds.lowerBound })
    let inserted = Set(changes.insertions.map { $0.offset + news.lowerBound })
    var (oldIndex, newIndex) = (olds.lowerBound, news.lowerBound)
    while oldIndex < olds.upperBound || newIndex < news.upperBound {
      let isGone = removed.contains(oldIndex)
      let isNew = !isGone && inserted.contains(newIndex)
      rows.append(Row(old: isNew ? nil : oldIndex, new: isGone ? nil : newIndex))
      if !isNew { oldIndex += 1 }
      if !isGone { newIndex += 1 }
    }
  }

  private mutating func alignInOrder(_ olds: Range<Int>, _ news: Range<Int>) {
    for place in 0..<max(olds.count, news.count) {
      rows.append(
        Row(
          old: place < olds.count ? olds.lowerBound + place : nil,
          new: place < news.count ? news.lowerBound + place : nil))
    }
  }
}

extension Alignment {
  /// Puts elements that stand alone beside each other where they are near and `areAlike`.
  mutating func pair(_ key: (_ old: Int) -> Int, with newKey: (_ new: Int) -> Int) {
    var result: [Row] = []
    var rest = rows[...]
    while let row = rest.first {
      if row.old != nil, row.new != nil {
        result.append(row)
        rest.removeFirst()
        continue
      }
      let gap = rest.prefix { $0.old == nil || $0.new == nil }
      rest = rest.dropFirst(gap.count)
      let (olds, news) = (gap.compactMap(\.old), gap.compactMap(\.new))
      let inner = Alignment(olds.map(key), news.map(newKey))
      result += inner.rows.map { Row(old: $0.old.map { olds[$0] }, new: $0.new.map { news[$0] }) }
    }
    rows = result
  }
}

extension CollectionDifference.Change {
  /// Where the element is in the list it is removed from or inserted into, counted from 0.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

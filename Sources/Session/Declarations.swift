import Language
import Schedules
import Vocabulary

/// A statement that a session remembers: a declaration or a limit.
final class Declaration: Sendable {
  let kind: Outline.Kind
  let names: [String]
  let parameters: [String]
  /// The words in it, some of which name other declarations.
  let words: Set<String>
  /// The comment above it, without its signs; empty if there is none.
  let comment: String
  /// The statement with its comment.
  let text: String
  /// The number that random values in it begin with.
  let seed: UInt64
  /// The kind of handler; nil if it is not a handler.
  let handler: EventHandler?
  /// The line of `text` at which the statement begins, from 1.
  let line: Int
  /// Of a `use` without a list, what the file declares.
  let offered: [Declaration]
  /// Of a tempo, when its first bar began, in nanoseconds of what is saved; nil of anything else.
  let firstBar: Int?

  /// Remembers `statement`, which begins at the byte `start` of `text`.
  init(
    _ statement: Outline.Statement, text: [UInt8], from start: Int, comment: String,
    seed: UInt64, offered: [Declaration] = [], firstBar: Int? = nil
  ) {
    (self.offered, self.firstBar) = (offered, firstBar)
    (kind, parameters) = (statement.kind, statement.parameters)
    let parts = statement.handler?.shifted(by: start - statement.range.lowerBound)
    handler = parts.map { EventHandler($0, in: text) }
    names = handler.map { ["\"\($0.title)\""] } ?? statement.names
    line = text[..<start].lineCount
    self.comment = comment
    self.seed = seed
    words = Outline.words(in: text)
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// True if a random number may be drawn where it is read.
  var mayDraw: Bool {
    words.contains("random") || words.contains("choose")
      || words.contains("wait") && text.contains("..")
  }

  /// The statement with its comment, as it is read and saved.
  var source: [UInt8] { source(renaming: [:]) }

  /// The same with other names in it than its own parameters.
  func source(renaming names: [String: String]) -> [UInt8] {
    let names = names.filter { !parameters.contains($0.key) }
    let head = isEvaluated && mayDraw ? "seed \(seed)\n" : ""
    return head.utf8 + Outline.renaming(names, in: Array(text.utf8)) + [0x0A]
  }

  /// True if it is read again with every entry, so that its random values must not change.
  var isEvaluated: Bool { kind == .value || kind == .limit }
}

/// The declarations of a session, in an order in which they can be read.
///
/// A new declaration of a name replaces the former one; the declarations that use it follow it.
struct Declarations: Sendable {
  private(set) var items: [Declaration] = []
  /// The names of values, of gestures and of functions, sorted.
  private(set) var names: [Outline.Kind: [String]] = [:]
  private var owners: [String: Declaration] = [:]
  private var handlerCount = 0
  /// All of them but the handlers as a text.
  private var text: [UInt8] = []

  /// The declarations before an entry that declares `names`, the last of them in its statement
  /// number `place`.
  struct Surroundings {
    var before: [UInt8]
    /// The declarations to read again after that statement, because they use a redeclared name.
    var amid: [UInt8]
    var place: Int
    /// The handlers in all of that and in the entry, in the order of the script.
    var handlers: [PlacedHandler]
  }

  /// The handlers, in the order in which they were given.
  var handlers: [EventHandler] { items.compactMap(\.handler) }

  /// When the first bar of the tempo in force began, in nanoseconds of what is saved; nil without
  /// one.
  var firstBar: Int? { items.last { $0.firstBar != nil }?.firstBar }

  /// True if an event of one of these `kinds` may call a handler.
  func handles(_ kinds: Set<AwaitedEvent.Kind>) -> Bool {
    !kinds.isEmpty && handlerCount > 0
      && items.contains { $0.handler?.kind.map(kinds.contains) == true }
  }

  /// The declaration of `name`; nil if there is none.
  subscript(name: String) -> Declaration? { owners[name] }

  /// The declarations for `entry`, with the handlers that events of these `kinds` may call.
  func surroundings(
    of entry: Entry, calledBy kinds: Set<AwaitedEvent.Kind> = []
  ) -> Surroundings {
    let (own, statements) = (entry.handlers, entry.outline.statements)
    var given = Set(statements.flatMap { $0.isRemembered ? $0.names : [] })
    given.formUnion(own.map { "\"\($0.handler.title)\"" })
    let (kept, moved) = parted(by: given)
    let isCalled = handles(kinds)
    guard kept.count < items.count || isCalled else {
      return Surroundings(before: text, amid: [], place: 0, handlers: own)
    }
    let place =
      statements.lastIndex {
        $0.isRemembered && ($0.names.contains(where: isGiven))
      }.map { $0 + 1 } ?? 0
    var found = Surroundings(before: [], amid: [], place: place, handlers: [])
    let wanted = isCalled ? kinds : []
    found.before = Declarations.text(of: kept, wanted, .before, &found.handlers)
    let first = statements[..<place].count { $0.kind == .handler }
    found.handlers += own[..<first]
    found.amid = Declarations.text(of: moved, wanted, .amid, &found.handlers)
    found.handlers += own[first...]
    return found
  }

  /// The declarations that change when `added` is remembered, in order: those with a new meaning,
  /// and those that use them.
  func changed(by added: [Declaration]) -> [Declaration] {
    let (kept, _) = parted(by: Set(added.flatMap(\.names)))
    guard kept.count < items.count else { return [] }
    let same = Set(kept.map(ObjectIdentifier.init))
    return items.filter { !same.contains(ObjectIdentifier($0)) }
  }

  /// Remembers `added`, which may redeclare names.
  mutating func remember(_ added: [Declaration]) {
    guard !added.isEmpty else { return }
    let (kept, moved) = parted(by: Set(added.flatMap(\.names)))
    if kept.count == items.count {
      items += added
      text += added.flatMap { $0.kind == .handler ? [] : $0.source }
      for item in added { enter(item) }
    } else {
      items = kept + added + moved
      text = items.flatMap { $0.kind == .handler ? [] : $0.source }
      (owners, names, handlerCount) = ([:], [:], 0)
      for item in items { enter(item) }
    }
  }

  /// Enters the names of `item` into the lists.
  private mutating func enter(_ item: Declaration) {
    if item.kind == .handler { handlerCount += 1 }
    for item in [item] + item.offered {
      for name in item.names where owners.updateValue(item, forKey: name) == nil {
        let place = names[item.kind, default: []].firstPlace(of: name)
        names[item.kind, default: []].insert(name, at: place)
      }
    }
  }

  /// True if a random number may be drawn by something with `words`.
  func mayDraw(_ words: Set<String>) -> Bool {
    names(usedBy: words).contains { owners[$0].map { $0.mayDraw && !$0.isEvaluated } ?? false }
  }

  /// The names that something with `words` uses, or what it uses.
  func names(usedBy words: Set<String>) -> Set<String> {
    var (seen, open) = (Set<String>(), Array(words))
    while let word = open.popLast() {
      guard let item = owners[word], seen.insert(word).inserted else { continue }
      open += item.words
    }
    return seen
  }

  private func isGiven(_ name: String) -> Bool { owners[name] != nil }

  /// The items that stay in place when `names` are redeclared, and those that use these names.
  private func parted(by names: Set<String>) -> (kept: [Declaration], moved: [Declaration]) {
    guard names.contains(where: isGiven) else { return (items, []) }
    var touched = names
    var (kept, moved): ([Declaration], [Declaration]) = ([], [])
    for item in items
    where item.names.isEmpty || item.names.contains(where: { !names.contains($0) }) {
      if item.words.isDisjoint(with: touched) {
        kept.append(item)
      } else {
        moved.append(item)
        touched.formUnion(item.names)
      }
    }
    return (kept, moved)
  }

  /// `items` as a text, with the handlers for events of these `kinds`, which are added to `placed`.
  private static func text(
    of items: [Declaration], _ kinds: Set<AwaitedEvent.Kind>, _ place: PlacedHandler.Place,
    _ placed: inout [PlacedHandler]
  ) -> [UInt8] {
    var (text, lines): ([UInt8], Int) = ([], 0)
    for item in items {
      if let handler = item.handler {
        guard let kind = handler.kind, kinds.contains(kind) else { continue }
        placed.append(PlacedHandler(handler: handler, place: place, line: lines + item.line))
      }
      let source = item.source
      lines += source[...].lineCount - 1
      text += source
    }
    return text
  }

  /// The names of every kind, sorted.
  var allNames: [String] {
    [.value, .gesture, .function, .use].flatMap { names[$0] ?? [] }
      .filter { $0.utf8.first != 0x22 }.sorted()
  }
}

extension Outline.Handler {
  /// The same in a text that begins so much later.
  fileprivate func shifted(by way: Int) -> Outline.Handler {
    func shifted(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + way..<range.upperBound + way
    }
    return Outline.Handler(
      event: shifted(event), condition: condition.map(shifted), interval: interval.map(shifted),
      body: shifted(body))
  }
}

extension Outline.Statement {
  /// True if a session remembers it.
  var isRemembered: Bool {
    switch kind {
    case .value, .gesture, .function, .use, .handler, .limit: true
    case .test, .action, .scene: false
    }
  }
}

extension [String] {
  /// The place in this sorted list of the first text that is not less than `text`.
  func firstPlace(of text: String) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < text { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The texts of this sorted list that begin with `prefix`: the first few, and the last.
  ///
  /// The first and the last give the common beginning of all of them.
  func beginning(with prefix: String, limit: Int) -> [String] {
    let first = firstPlace(of: prefix)
    var (low, high) = (first, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].hasPrefix(prefix) { low = middle + 1 } else { high = middle }
    }
    guard low - first > limit else { return Array(self[first..<low]) }
    return self[first..<(first + limit)] + [self[low - 1]]
  }
}

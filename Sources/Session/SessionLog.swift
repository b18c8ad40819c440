import Language
import Motion
import Rehearsal
import Schedules

/// The pose of a dock between two entries, and whether the tracker has it.
struct Standing: Equatable, Sendable {
  /// The pose, in millidegrees.
  var pose: PerAxis<Int32>
  var isTracking: Bool
}

/// The statements of the successful entries of a session, in order: everything that a script needs
/// except the declarations.
struct SessionLog: Sendable {
  /// The most it keeps, in bytes.
  static let capacity = 4 << 20

  /// The length of the log.
  struct Mark: Sendable {
    let parts: Int
    let changes: Int
  }

  /// The statements of an entry.
  private struct Part: Sendable {
    let start: Int
    /// The end of the log before, its length, and how many `choose` are in it.
    let standing: Standing
    let length: Int
    let choices: Int
  }

  /// Names that were redeclared, and their former declarations.
  private struct Change: Sendable {
    let place: Int
    let former: [Declaration]
  }

  private var text: [UInt8] = []
  private var parts: [Part] = []
  private var changes: [Change] = []
  /// The number of parts and changes that were dropped for lack of room.
  private var lost = (parts: 0, changes: 0)
  private let beginning: Standing
  /// The pose at its end.
  private(set) var standing: Standing
  /// The duration, in nanoseconds.
  private(set) var length = 0
  /// How many `choose` are in it.
  private(set) var choices = 0
  /// The names that it uses with their present declarations.
  private var used: Set<String> = []

  /// Begins with a dock in the state `standing`.
  init(from standing: Standing) { (beginning, self.standing) = (standing, standing) }

  /// True if more was done than is kept.
  var isCut: Bool { lost.parts > 0 }

  var isEmpty: Bool { parts.isEmpty }

  var mark: Mark {
    Mark(parts: lost.parts + parts.count, changes: lost.changes + changes.count)
  }

  /// Adds the `actions` of an entry, which use `names`, begin and lead as said, took `length`
  /// nanoseconds, and have so many `choose`.
  mutating func append(
    _ actions: [UInt8], using names: Set<String>, from start: Standing, to end: Standing,
    lasting length: Int, choosing choices: Int
  ) {
    guard !actions.isEmpty else { return }
    let way = way(to: start)
    if text.count + way.count + actions.count > SessionLog.capacity { empty() }
    parts.append(
      Part(start: text.count, standing: standing, length: self.length, choices: self.choices))
    self.length += length
    self.choices += choices
    text += self.way(to: start) + actions + [0x0A]
    used.formUnion(names)
    standing = end
  }

  /// Records that the `former` declarations are replaced from now on.
  mutating func change(_ former: [Declaration]) {
    let former = former.filter { $0.isNaming && !used.isDisjoint(with: $0.names) }
    guard !former.isEmpty else { return }
    changes.append(Change(place: lost.parts + parts.count, former: former))
    used.subtract(former.flatMap(\.names))
  }

  /// Removes everything after `mark`.
  mutating func cut(to mark: Mark) {
    let undone = max(0, mark.changes - lost.changes)
    for change in changes.dropFirst(undone) { used.formUnion(change.former.flatMap(\.names)) }
    changes.removeLast(max(0, changes.count - undone))
    let count = max(0, mark.parts - lost.parts)
    guard count < parts.count else { return }
    (standing, length, choices) = (parts[count].standing, parts[count].length, parts[count].choices)
    text.removeSubrange(parts[count].start...)
    parts.removeSubrange(count...)
  }

  private mutating func empty() {
    (lost.parts, lost.changes) = (mark.parts, mark.changes)
    (text, parts, changes, used, standing, choices) = ([], [], [], [], beginning, 0)
  }

  // MARK: - As a script

  /// The statements that move a dock from the end of the log to its present pose, when something
  /// other than the entries has moved it.
  private func way(to other: Standing) -> [UInt8] {
    var lines: [String] = []
    if other.isTracking != standing.isTracking { lines.append("tracking \(other.isTracking.word)") }
    if let move = Standing.move(from: standing.pose, to: other.pose) {
      lines += ["# To where what happened around the dock had left it.", move]
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// The statements of the log, up to the pose `end`; the former declarations of redeclared names
  /// come first, under names that are not `taken`.
  func script(to end: Standing, among taken: Set<String>) -> [UInt8] {
    var taken = changes.isEmpty ? taken : taken.union(Outline.words(in: text))
    var (names, formers, pieces) = ([String: String](), [[UInt8]](), [[UInt8]]())
    var last = text.count
    for (number, change) in changes.enumerated().reversed() {
      let place = change.place - lost.parts
      let start = place < parts.count ? parts[place].start : text.count
      pieces.append(Outline.renaming(names, in: Array(text[start..<last])))
      last = start
      for name in change.former.flatMap(\.names) {
        names[name] = SessionLog.freshName(for: name, number + 1, &taken)
      }
      formers += change.former.map { $0.source(renaming: names) }
    }
    pieces.append(Outline.renaming(names, in: Array(text[..<last])))
    let actions = pieces.reversed().joined() + way(to: end)
    let blank: [UInt8] = formers.isEmpty || actions.isEmpty ? [] : [0x0A]
    return formers.joined() + blank + actions
  }

  /// A name like `name` that is not `taken`.
  private static func freshName(
    for name: String, _ number: Int, _ taken: inout Set<String>
  ) -> String {
    var number = number
    while !taken.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }
}

extension Standing {
  /// The statement that goes from one pose to another; nil if they are the same.
  static func move(from: PerAxis<Int32>, to: PerAxis<Int32>) -> String? {
    let parts = Axis.allCases.filter { from[$0] != to[$0] }.map { axis in
      "\(axis.scriptName): \(axis.directed(to[axis], "deg"))"
    }
    return parts.isEmpty ? nil : "move to pose(\(parts.joined(separator: ", ")))"
  }
}

extension Declaration {
  /// True if statements use its names.
  fileprivate var isNaming: Bool { kind == .value || kind == .gesture || kind == .function }
}

/// What the good entries of a session did, in order: all that a script needs beside their names.
struct SessionLog: Sendable {
  /// The most it keeps, in bytes.
  static let capacity = 4 << 20

  private var text: [UInt8] = []
  private var starts: [Int] = []
  /// True iff more was done than is kept.
  private(set) var isCut = false

  /// How many entries it holds.
  var count: Int { starts.count }

  /// Its text.
  var bytes: [UInt8] { text }

  /// Adds what an entry did; random values in it begin with `seed`, if there are any.
  mutating func append(_ actions: [UInt8], seed: UInt64?) {
    guard !actions.isEmpty else { return }
    if text.count + actions.count > SessionLog.capacity {
      (text, starts, isCut) = ([], [], true)
    }
    starts.append(text.count)
    if let seed { text += "seed \(seed)\n".utf8 }
    text += actions
    text.append(0x0A)
  }

  /// Takes back all but the first `count` entries.
  mutating func cut(to count: Int) {
    guard count < starts.count else { return }
    text.removeSubrange(starts[count]...)
    starts.removeSubrange(count...)
  }
}

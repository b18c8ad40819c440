/// The words of a program, each once; the symbol of a word is its index, keywords first.
///
/// Open addressing over one flat array: a look-up is a compare, and allocates nothing. The table is
/// a handle on memory that `ProgramMemory` frees, so copies of it cost nothing.
struct SymbolTable: @unchecked Sendable {
  private struct Entry {
    /// The first eight bytes, the first lowest; what a shorter word lacks is 0.
    var head: UInt64
    var start: UInt32
    var length: UInt32
  }

  private struct Storage {
    var slots: UnsafeMutablePointer<UInt32>
    var mask: Int
    var entries: UnsafeMutablePointer<Entry>
    var entryCount = 0
    var characters: UnsafeMutablePointer<UInt8>
    var characterCount = 0
    var characterCapacity = 4096
  }

  private let storage: UnsafeMutablePointer<Storage>

  /// The number of symbols that are keywords.
  static let keywordCount = UInt32(Keyword.allCases.count)

  init() {
    let mask = 1023
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        slots: SymbolTable.emptySlots(mask + 1), mask: mask,
        entries: .allocate(capacity: (mask + 1) / 2 + 1), characters: .allocate(capacity: 4096)))
    _ = symbols(of: Keyword.words)
  }

  /// Gives the memory back.
  func free() {
    storage.pointee.slots.deallocate()
    storage.pointee.entries.deallocate()
    storage.pointee.characters.deallocate()
    storage.deallocate()
  }

  /// The symbol of `word`; a new one if it was never seen.
  func symbol(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let start = word.baseAddress else { return 0 }
    var head: UInt64 = 0
    for (index, byte) in word.prefix(8).enumerated() { head |= UInt64(byte) << UInt64(8 * index) }
    return symbol(at: start, word.count, head, SymbolTable.hash(head, start, word.count))
  }

  /// The symbol of the word of `count` bytes at `word`, eight at most, which `head` holds.
  @inline(__always)
  func symbol(at word: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64) -> UInt32 {
    symbol(at: word, count, head, SymbolTable.hash(head))
  }

  /// The hash of a short word (Knuth's, by multiplication).
  @inline(__always)
  private static func hash(_ head: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (head &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// The hash of a word of any length; what is beyond `head` by FNV-1a (Fowler, Noll and Vo).
  private static func hash(_ head: UInt64, _ word: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    UnsafeBufferPointer(start: word, count: count).dropFirst(8).reduce(hash(head)) {
      ($0 ^ UInt32($1)) &* 16_777_619
    }
  }

  /// The symbols of the words in `list`, which single spaces part.
  func symbols(of list: StaticString) -> [UInt32] {
    list.withUTF8Buffer { words in
      var symbols: [UInt32] = []
      var start = 0
      for index in 0...words.count where index == words.count || words[index] == 0x20 {
        symbols.append(symbol(of: UnsafeBufferPointer(rebasing: words[start..<index])))
        start = index + 1
      }
      return symbols
    }
  }

  @inline(__always)
  private func symbol(
    at word: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64, _ hash: UInt32
  ) -> UInt32 {
    let slots = storage.pointee.slots
    let mask = storage.pointee.mask
    var slot = Int(hash ^ hash >> 15) & mask
    while slots[slot] != .max {
      if matches(Int(slots[slot]), word, count, head) { return slots[slot] }
      slot = (slot &+ 1) & mask
    }
    return add(word, count, head, at: slot)
  }

  @inline(__always)
  private func matches(
    _ index: Int, _ word: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64
  ) -> Bool {
    let entry = storage.pointee.entries + index
    guard entry.pointee.head == head, Int(entry.pointee.length) == count else { return false }
    if count <= 8 { return true }
    let known = storage.pointee.characters + Int(entry.pointee.start)
    return (8..<count).allSatisfy { known[$0] == word[$0] }
  }

  @inline(never)
  private func add(
    _ word: UnsafePointer<UInt8>, _ count: Int, _ head: UInt64, at slot: Int
  ) -> UInt32 {
    let start = storage.pointee.characterCount
    if start + count > storage.pointee.characterCapacity { growCharacters(by: count) }
    (storage.pointee.characters + start).update(from: word, count: count)
    storage.pointee.characterCount += count
    let symbol = storage.pointee.entryCount
    storage.pointee.entries[symbol] = Entry(
      head: head, start: UInt32(start), length: UInt32(count))
    storage.pointee.entryCount += 1
    storage.pointee.slots[slot] = UInt32(symbol)
    if storage.pointee.entryCount * 2 > storage.pointee.mask { grow() }
    return UInt32(symbol)
  }

  /// The text of `symbol`.
  func text(of symbol: UInt32) -> String {
    let entry = storage.pointee.entries[Int(symbol)]
    return String(
      decoding: UnsafeBufferPointer(
        start: storage.pointee.characters + Int(entry.start), count: Int(entry.length)),
      as: UTF8.self)
  }

  /// The number of symbols.
  var count: Int { storage.pointee.entryCount }

  /// The keyword that `symbol` is, or nil.
  @inline(__always)
  static func keyword(_ symbol: UInt32) -> Keyword? {
    symbol < keywordCount ? Keyword(rawValue: UInt8(truncatingIfNeeded: symbol)) : nil
  }

  // MARK: - Growing

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    slots.initialize(repeating: .max, count: count)
    return slots
  }

  private func grow() {
    let mask = storage.pointee.mask * 2 + 1
    let count = storage.pointee.entryCount
    let slots = SymbolTable.emptySlots(mask + 1)
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: (mask + 1) / 2 + 1)
    entries.initialize(from: storage.pointee.entries, count: count)
    for index in 0..<count {
      let entry = entries[index]
      let hash = SymbolTable.hash(
        entry.head, storage.pointee.characters + Int(entry.start), Int(entry.length))
      var slot = Int(hash ^ hash >> 15) & mask
      while slots[slot] != .max { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index)
    }
    storage.pointee.slots.deallocate()
    storage.pointee.entries.deallocate()
    (storage.pointee.slots, storage.pointee.entries, storage.pointee.mask) = (slots, entries, mask)
  }

  private func growCharacters(by count: Int) {
    let capacity = storage.pointee.characterCapacity * 2 + count
    let characters = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    characters.initialize(from: storage.pointee.characters, count: storage.pointee.characterCount)
    storage.pointee.characters.deallocate()
    storage.pointee.characters = characters
    storage.pointee.characterCapacity = capacity
  }
}

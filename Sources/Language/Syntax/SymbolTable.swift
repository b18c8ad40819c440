/// The words of a program, each once; a word's symbol is its place here, keywords first.
///
/// Open addressing over one flat array: a look-up is a hash and a compare, and allocates nothing.
final class SymbolTable: @unchecked Sendable {
  private struct Entry {
    var start: UInt32
    var length: UInt32
    var hash: UInt32
  }

  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private var mask: Int
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var entryCount = 0
  @exclusivity(unchecked) private var characters: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var characterCount = 0
  @exclusivity(unchecked) private var characterCapacity = 4096

  /// The number of symbols that are keywords.
  static let keywordCount = UInt32(Keyword.allCases.count)

  init() {
    mask = 1023
    slots = SymbolTable.emptySlots(mask + 1)
    entries = .allocate(capacity: (mask + 1) / 2 + 1)
    characters = .allocate(capacity: characterCapacity)
    for keyword in Keyword.allCases {
      var word = keyword.spelling
      word.withUTF8 { _ = symbol(of: $0) }
    }
  }

  deinit {
    slots.deallocate()
    entries.deallocate()
    characters.deallocate()
  }

  /// The symbol of `word`; a new one if it was never seen.
  func symbol(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in word { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    var slot = Int(hash ^ hash >> 15) & mask
    while slots[slot] != .max {
      if matches(entries[Int(slots[slot])], word, hash) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    return add(word, hash, at: slot)
  }

  @inline(never)
  private func add(_ word: UnsafeBufferPointer<UInt8>, _ hash: UInt32, at slot: Int) -> UInt32 {
    let symbol = UInt32(entryCount)
    if characterCount + word.count > characterCapacity { growCharacters(by: word.count) }
    for byte in word {
      characters[characterCount] = byte
      characterCount += 1
    }
    entries[entryCount] = Entry(
      start: UInt32(characterCount - word.count), length: UInt32(word.count), hash: hash)
    entryCount += 1
    slots[slot] = symbol
    if entryCount * 2 > mask { grow() }
    return symbol
  }

  /// The text of `symbol`.
  func text(of symbol: UInt32) -> String {
    let entry = entries[Int(symbol)]
    return String(
      decoding: UnsafeBufferPointer(
        start: characters + Int(entry.start), count: Int(entry.length)), as: UTF8.self)
  }

  /// The number of symbols.
  var count: Int { entryCount }

  /// The keyword that `symbol` is, or nil.
  @inline(__always)
  static func keyword(_ symbol: UInt32) -> Keyword? {
    symbol < keywordCount ? Keyword(rawValue: UInt8(truncatingIfNeeded: symbol)) : nil
  }

  @inline(__always)
  private func matches(
    _ entry: Entry, _ word: UnsafeBufferPointer<UInt8>, _ hash: UInt32
  ) -> Bool {
    guard entry.hash == hash, Int(entry.length) == word.count else { return false }
    let known = characters + Int(entry.start)
    for offset in 0..<word.count where known[offset] != word[offset] { return false }
    return true
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    slots.initialize(repeating: .max, count: count)
    return slots
  }

  private func grow() {
    mask = mask * 2 + 1
    slots.deallocate()
    slots = SymbolTable.emptySlots(mask + 1)
    let old = entries
    entries = .allocate(capacity: (mask + 1) / 2 + 1)
    entries.initialize(from: old, count: entryCount)
    old.deallocate()
    for index in 0..<entryCount {
      var slot = Int(entries[index].hash ^ entries[index].hash >> 15) & mask
      while slots[slot] != .max { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index)
    }
  }

  private func growCharacters(by count: Int) {
    let old = characters
    characterCapacity = characterCapacity * 2 + count
    characters = .allocate(capacity: characterCapacity)
    characters.initialize(from: old, count: characterCount)
    old.deallocate()
  }
}

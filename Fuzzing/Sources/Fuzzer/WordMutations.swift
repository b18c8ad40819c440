import CFuzzer

/// Changes words every other time, and bytes in libFuzzer's ways the other times.
///
/// Authors break a script by words: one is missing, doubled, out of place, or another one. Changes
/// of bytes seldom come to that, and the helpers that offer a fix for it are reached by it alone.
/// libFuzzer finds this function by its name.
@_cdecl("LLVMFuzzerCustomMutator")
public func changeWords(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  var random = SplitMix64(Int(seed))
  guard Bool.random(using: &random) else { return LLVMFuzzerMutate(data, size, capacity) }
  var text = Array(UnsafeBufferPointer(start: data, count: size))
  for _ in 0..<Int.random(in: 1...3, using: &random) { changeWord(of: &text, using: &random) }
  guard !text.isEmpty, text.count <= capacity else { return LLVMFuzzerMutate(data, size, capacity) }
  data.update(from: text, count: text.count)
  return text.count
}

/// Leaves out, doubles, moves or replaces a word of `text`, or ends its line behind it.
private func changeWord(of text: inout [UInt8], using random: inout SplitMix64) {
  let words = words(of: text)
  guard let index = words.indices.randomElement(using: &random),
    let other = words.randomElement(using: &random)
  else { return }
  let word = words[index]
  switch Int.random(in: 0..<8, using: &random) {
  case 0: text.removeSubrange(word)
  case 1: text.insert(contentsOf: [0x20] + text[word], at: word.upperBound)
  case 2:
    let next = words[min(index + 1, words.count - 1)]
    let between = text[min(word.upperBound, next.lowerBound)..<next.lowerBound]
    text.replaceSubrange(
      word.lowerBound..<next.upperBound, with: Array(text[next] + between + text[word]))
  case 3: text.replaceSubrange(word, with: Array(text[other]))
  case 4: text.insert(contentsOf: [0x20] + text[other] + [0x20], at: word.lowerBound)
  case 5:
    let end = text[word.upperBound...].firstIndex(of: 0x0A) ?? text.count
    text.removeSubrange(word.upperBound..<end)
  case 6:
    let numbers = words.filter { isDigit(text[$0.lowerBound]) }
    guard let number = numbers.randomElement(using: &random),
      let extreme = extremes.randomElement(using: &random)
    else { return }
    let digits = text[number].prefix(while: isDigit)
    text.replaceSubrange(digits.startIndex..<digits.endIndex, with: Array(extreme.utf8))
  default:
    let end = words[min(index + Int.random(in: 1...8, using: &random), words.count - 1)].upperBound
    text.insert(contentsOf: [0x20] + text[word.lowerBound..<end], at: other.upperBound)
  }
}

/// Numbers at and beyond the ends of what a type holds.
private let extremes = [
  "2147483647", "-2147483648", "1000000000", "9223372036854775807", "1e308", "0", "-1",
]

/// The places of the words, numbers and signs of `text`, in order.
private func words(of text: [UInt8]) -> [Range<Int>] {
  var (words, index): ([Range<Int>], Int) = ([], 0)
  while index < text.count {
    let start = index
    while index < text.count, isPart(text[index]) { index += 1 }
    if index == start { index += 1 }
    if text[start] > 0x20 { words.append(start..<index) }
  }
  return words
}

/// True if `byte` is part of a word or of a number: a letter, a digit, `_`, or not ASCII.
private func isPart(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte >= 0x80
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

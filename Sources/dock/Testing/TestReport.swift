import ArgumentParser
import Printing
import Rehearsal

/// How the results of tests are written.
enum TestFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people.
  case pretty
  /// The Test Anything Protocol, version 14.
  case tap
  /// The XML that JUnit began and build servers read.
  case junit
}

/// Writes the results of tests as they come, then the sum.
struct TestReport {
  private let format: TestFormat
  private let color: Bool
  private var results: [TestResult] = []
  private(set) var counts = TestCounts()
  /// What the tests have carried out.
  var coverage = Coverage()

  init(_ format: TestFormat, color: Bool) {
    self.format = format
    self.color = color
  }

  /// True if there was nothing to report.
  var isEmpty: Bool { results.isEmpty }

  /// Takes `result` and gives the text to show at once.
  mutating func add(_ result: TestResult) -> TextBuffer {
    counts.add(result)
    results.append(result)
    switch format {
    case .pretty: return pretty(result)
    case .tap:
      return results.count == 1 ? TextBuffer("TAP version 14\n") + tap(result) : tap(result)
    case .junit: return TextBuffer()
    }
  }

  /// Takes what share of the places tests carry out, of which `share` is asked for: a test of its
  /// own for build servers, which read nothing else.
  mutating func add(_ share: Double) -> TextBuffer {
    guard format != .pretty else { return TextBuffer() }
    let isBelow = coverage.share < share
    return add(
      TestResult(
        "coverage", "at least \(percent(share))", isBelow ? .failed : .passed,
        isBelow ? "the coverage is \(percent(coverage.share))" : ""))
  }

  /// The text that ends the report.
  func ending() -> TextBuffer {
    switch format {
    case .pretty:
      let sum = counts.status == .success ? counts.summary : "\n\(counts.summary)"
      return TextBuffer(sum + "\n")
    case .tap:
      return TextBuffer((results.isEmpty ? "TAP version 14\n" : "") + "1..\(results.count)\n")
    case .junit: return JUnitReport(results, counts).text
    }
  }

  /// The table of what no test carries out; `share` is what is asked for, from 0 to 1, if anything.
  ///
  /// In the form for build servers there is no place for it.
  func coverage(below share: Double?) -> TextBuffer {
    var lines: [String] = []
    let all = coverage.count
    for (path, places) in coverage.byFile where !places.isEmpty {
      let missing = places.filter { !$0.isCovered }
      lines.append(row(places.count - missing.count, places.count, path))
      lines += missing.map { "\(String(repeating: " ", count: 28))\($0.line): \($0.name)" }
    }
    lines.append(row(all.covered, all.all, "in all"))
    if let share, coverage.share < share {
      lines.append("the coverage is below \(percent(share))")
    }
    var text = TextBuffer()
    if format == .junit { return text }
    for line in lines {
      if format == .tap { text.write("# ") }
      text.write(sanitizedLine: line)
      text.write("\n")
    }
    return text
  }

  private func row(_ covered: Int, _ all: Int, _ name: String) -> String {
    let counts = "\(covered) of \(all)".leading(to: 10)
    let share = percent(all == 0 ? 1 : Double(covered) / Double(all)).leading(to: 6)
    return "coverage  \(counts)\(share)  \(name)"
  }

  /// The whole percents of `share`, rounded down: 100% is all.
  private func percent(_ share: Double) -> String { "\(Int(share * 100))%" }

  private func pretty(_ result: TestResult) -> TextBuffer {
    var text = TextBuffer()
    let (word, code) = mark(of: result.outcome)
    text.write(string: color ? "\u{1B}[\(code)m\(word)\u{1B}[0m  " : "\(word)  ")
    text.write(sanitizedLine: result.title)
    text.write("\n")
    // What is wrong in full says it, too.
    if !result.message.isEmpty, result.shown.first?.hasSuffix(result.message) != true {
      write([result.message], indent: 6, to: &text)
    }
    write(result.shown, indent: 6, to: &text)
    return text
  }

  private func mark(of outcome: TestResult.Outcome) -> (word: String, code: String) {
    switch outcome {
    case .passed: ("ok  ", "32")
    case .updated: ("set ", "33")
    case .new: ("new ", "33")
    case .failed: ("FAIL", "1;31")
    }
  }

  private func tap(_ result: TestResult) -> TextBuffer {
    var text = TextBuffer()
    text.write(string: result.fails ? "not ok " : "ok ")
    text.write(results.count)
    text.write(" - ")
    let title = result.title.flatMap { $0 == "#" || $0 == "\\" ? "\\\($0)" : "\($0)" }
    text.write(sanitizedLine: String(title))
    text.write("\n")
    guard result.fails else { return text }
    text.write("  ---\n  message: ")
    text.write(jsonString: result.message)
    text.write("\n")
    if !result.shown.isEmpty {
      text.write("  details: |2\n")
      write(result.shown, indent: 4, to: &text)
    }
    text.write("  ...\n")
    return text
  }

  private func write(_ lines: [String], indent: Int, to text: inout TextBuffer) {
    for line in lines {
      if !line.isEmpty { text.write(spaces: indent) }
      text.write(sanitizedLine: line)
      text.write("\n")
    }
  }
}

extension TestResult {
  /// What is wrong in full, where one reads the results one after the other.
  var shown: [String] { sameAs.map { ["the same as in '\($0)'"] } ?? details }

  /// The file and the name together.
  var title: String { name.isEmpty ? file : "\(file): \(name)" }
}

extension TextBuffer {
  static func + (one: TextBuffer, other: TextBuffer) -> TextBuffer {
    var text = one
    text.write(bytes: other.bytes)
    return text
  }
}

extension String {
  /// The text with spaces before it, `width` characters wide or more.
  fileprivate func leading(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

import Printing

/// The results of tests as the XML that build servers read.
///
/// There is no standard; this keeps to what all of them read: suites, cases, failures.
struct JUnitReport {
  private(set) var text = TextBuffer()

  init(_ results: [TestResult], _ counts: TestCounts) {
    let failures = counts.failed + counts.new
    text.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    open("testsuites", "", tests: results.count, failures: failures, indent: 0)
    var rest = results[...]
    while let first = rest.first {
      let suite = rest.prefix { $0.file == first.file }
      rest = rest.dropFirst(suite.count)
      let failures = suite.count { $0.fails }
      open("testsuite", first.file, tests: suite.count, failures: failures, indent: 2)
      for result in suite { write(result) }
      text.write("  </testsuite>\n")
    }
    text.write("</testsuites>\n")
  }

  private mutating func open(
    _ element: StaticString, _ name: String, tests: Int, failures: Int, indent: Int
  ) {
    text.write(spaces: indent)
    text.write("<")
    text.write(element)
    text.write(" name=\"")
    text.write(xml: name.isEmpty ? "dock" : name)
    text.write(string: "\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">\n")
  }

  private mutating func write(_ result: TestResult) {
    text.write("    <testcase classname=\"")
    text.write(xml: result.file)
    text.write("\" name=\"")
    text.write(xml: result.name.isEmpty ? result.file : result.name)
    guard result.fails else { return text.write("\"/>\n") }
    text.write("\">\n      <failure message=\"")
    text.write(xml: result.message)
    text.write("\">")
    text.write(xml: result.details.joined(separator: "\n"))
    text.write("</failure>\n    </testcase>\n")
  }
}

extension TextBuffer {
  /// Appends `content` for an attribute or an element of an XML 1.0 document.
  ///
  /// Characters that XML cannot hold, and those a terminal would act on, are shown as `\u{1b}`.
  mutating func write(xml content: String) {
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": write("&amp;")
      case "<": write("&lt;")
      case ">": write("&gt;")
      case "\"": write("&quot;")
      case "\n": write("&#10;")
      case _ where scalar.isUnprintable || scalar.value & 0xFFFE == 0xFFFE: write(escaped: scalar)
      default: write(string: String(scalar))
      }
    }
  }
}

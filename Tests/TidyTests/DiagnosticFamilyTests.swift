import Diagnosis
import Testing

/// A code that is declared is listed by its family, under a number of its own.
@Suite struct DiagnosticFamilyTests {
  @Test func everyDeclaredCodeIsListed() throws {
    var declared: [Int] = []
    for path in Tree.paths(under: "Sources/Diagnosis/Codes") where path.hasSuffix(".swift") {
      let text = try Tree.text(at: path).lines.joined(separator: "\n")
      for match in text.matches(of: /DiagnosticCode\(\s*([0-9]+),/) {
        declared.append(Int(match.1) ?? 0)
      }
    }
    #expect(declared.count > 90)
    #expect(declared.sorted() == DiagnosticCode.allCases.map(\.rawValue))
    #expect(Set(declared).count == declared.count, "a number is given twice")
  }

  @Test func numbersAreNotReused() {
    for retired in [801] {
      #expect(!DiagnosticCode.allCases.contains { $0.rawValue == retired })
    }
  }
}

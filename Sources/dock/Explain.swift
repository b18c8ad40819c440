import ArgumentParser
import Diagnosis
import Language
import Printing

/// `dock explain`: explains a diagnostic.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what a diagnostic means and how to correct the script.",
    discussion: "Lists all codes if none is given.")

  @Argument(help: "The code, as in D0702; or its beginning, or words of its title.")
  var code: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    guard let code else { return try list(DiagnosticCode.allCases) }
    guard let known = DiagnosticCode.named(code) else {
      let some = DiagnosticCode.allCases.filter { $0.has(code) }
      return try some.isEmpty ? miss(code) : list(some)
    }
    guard json else { return try OutputFile.standard.write(Diagnosis.explain(known)) }
    var writer = JSONWriter(.pretty)
    writer.object { write(known, to: &$0) }
    try show(writer)
  }

  private func list(_ codes: [DiagnosticCode]) throws {
    guard !json else {
      var writer = JSONWriter(.pretty)
      writer.array {
        for code in codes { $0.object { write(code, to: &$0) } }
      }
      return try show(writer)
    }
    var text = TextBuffer()
    for code in codes {
      text.write(string: "\(code.name)  \(code.title)\n")
    }
    try OutputFile.standard.write(text)
  }

  private func write(_ code: DiagnosticCode, to json: inout JSONWriter) {
    json.member("code", code.name)
    json.member("severity", code.severity.rawValue)
    json.member("title", code.title)
    json.member("explanation", code.explanation)
    json.member("wrong", code.wrong)
    json.member("right", code.right)
  }

  private func show(_ json: JSONWriter) throws {
    var text = json.buffer
    text.write("\n")
    try OutputFile.standard.write(text)
  }

  private func miss(_ code: String) throws {
    var message = "error: there is no diagnostic '\(code)'"
    if let nearest = nearest(to: code) {
      message += "; did you mean \(nearest.name), \(nearest.title)?"
    }
    Console.say(message + "\n'dock explain' lists them all")
    throw ExitStatus.usage
  }

  /// The code with the nearest number, or else the one most like the text.
  private func nearest(to text: String) -> DiagnosticCode? {
    let digits = text.drop { $0 == "D" || $0 == "d" }
    if let number = Int(digits), number > 0, number < 10_000 {
      return DiagnosticCode.allCases.min {
        $0.rawValue.distance(to: number).magnitude < $1.rawValue.distance(to: number).magnitude
      }
    }
    let names = DiagnosticCode.allCases.map(\.name)
    return Suggestion.nearest(to: text, in: names).flatMap(DiagnosticCode.named)
  }
}

extension DiagnosticCode {
  /// True if its name begins with `text`, or its title holds that.
  fileprivate func has(_ text: String) -> Bool {
    name.hasPrefix(text.uppercased()) || title.containsText(text)
  }
}

import ArgumentParser
import Diagnosis
import Language
import Printing

/// How diagnostics are written.
enum DiagnosticFormat: String, CaseIterable, ExpressibleByArgument {
  /// With the source they speak of, for people.
  case human
  /// One a line.
  case short
  /// JSON Lines, on standard output.
  case json
}

/// The stream of messages: everything except results goes to standard error.
enum Console {
  /// Says `message` on a line of its own, with nothing in it that a terminal would act on.
  static func say(_ message: String) {
    var text = TextBuffer()
    text.write(sanitized: message)
    text.write("\n")
    show(text)
  }

  /// Shows `diagnostic`, which speaks of no text.
  static func report(_ diagnostic: Diagnostic, _ coloring: Coloring) {
    var diagnostics = Diagnostics()
    diagnostics.report(diagnostic)
    show(diagnostics, in: SourceMap(), coloring)
  }

  /// Shows `diagnostics` with the source they speak of.
  static func show(_ diagnostics: Diagnostics, in sources: SourceMap, _ coloring: Coloring) {
    let file = OutputFile.messages
    let style = RenderStyle(color: coloring.applies(to: file), width: file.width)
    show(render(diagnostics, in: sources, style: style))
  }

  /// Clears the line that is redrawn all the time.
  static let lineClearer = TextBuffer("\r\u{1B}[K")

  /// Shows `text`, which is safe to show; a closed output is not an error.
  static func show(_ text: TextBuffer) {
    do throws(OutputFailure) { try OutputFile.messages.write(text) } catch { return }
  }
}

import Printing
import Quantities

extension Diagnostics {
  /// The version of the JSON form; it changes only if a member changes its meaning or goes away.
  public static let schemaVersion = 1

  /// The diagnostics as JSON Lines: one object a line, in the order of the text.
  ///
  /// Bytes count from 0 in the file, lines and columns from 1, columns in characters. Readers
  /// should pass over members they do not know.
  public func json(in sources: SourceMap) -> TextBuffer {
    var writer = DiagnosticJSON(sources)
    var buffer = TextBuffer()
    for diagnostic in all {
      buffer = writer.write(diagnostic, to: buffer)
      buffer.write("\n")
    }
    return buffer
  }
}

/// Writes diagnostics as JSON objects.
private struct DiagnosticJSON {
  private let sources: SourceMap
  private var finder: PlaceFinder
  private var drawing: DiagnosticDrawing

  init(_ sources: SourceMap) {
    self.sources = sources
    finder = PlaceFinder(sources)
    drawing = DiagnosticDrawing(sources, RenderStyle())
  }

  mutating func write(_ diagnostic: Diagnostic, to buffer: TextBuffer) -> TextBuffer {
    drawing.draw(diagnostic)
    let rendered = drawing.take().text
    var json = JSONWriter(.compact, into: buffer)
    json.object {
      $0.member("schemaVersion", Diagnostics.schemaVersion)
      $0.member("code", diagnostic.code.name)
      $0.member("severity", diagnostic.severity.rawValue)
      $0.member("message", diagnostic.message)
      if let span = diagnostic.span { write(span, to: &$0) }
      $0.member("label", diagnostic.label)
      write(diagnostic.labels, to: &$0)
      $0.array("notes") { for note in diagnostic.notes { $0.element(note) } }
      write(diagnostic.fixIts, to: &$0)
      if let motion = diagnostic.motion { write(motion, to: &$0) }
      $0.member("rendered", rendered)
    }
    return json.buffer
  }

  /// Writes the members `file` and `span`; neither where there is no text.
  private mutating func write(_ span: SourceSpan, to json: inout JSONWriter) {
    guard let start = finder.find(span.start), let end = finder.find(span.end) else { return }
    json.member("file", sources.files[start.file].name)
    json.object("span") {
      $0.object("start") { write(start, to: &$0) }
      $0.object("end") { write(end, to: &$0) }
    }
  }

  private func write(_ place: PlaceFinder.Place, to json: inout JSONWriter) {
    json.member("byte", place.byte)
    json.member("line", place.location.line)
    json.member("column", place.location.column)
  }

  private mutating func write(_ labels: [Diagnostic.Label], to json: inout JSONWriter) {
    json.array("labels") {
      for label in labels {
        $0.object {
          write(label.span, to: &$0)
          $0.member("text", label.text)
        }
      }
    }
  }

  private mutating func write(_ fixIts: [FixIt], to json: inout JSONWriter) {
    json.array("fixIts") {
      for fixIt in fixIts {
        $0.object {
          $0.member("title", fixIt.title)
          write(fixIt.edits, to: &$0)
        }
      }
    }
  }

  private mutating func write(_ edits: [FixIt.Edit], to json: inout JSONWriter) {
    json.array("edits") {
      for edit in edits {
        $0.object {
          write(edit.span, to: &$0)
          $0.member("replacement", edit.replacement)
        }
      }
    }
  }

  private func write(_ motion: Diagnostic.Motion, to json: inout JSONWriter) {
    json.object("motion") {
      $0.member("timeMilliseconds", motion.time)
      $0.member("axis", motion.axis)
      $0.member("value", motion.value.map(Thousandths.init))
      $0.member("limit", motion.limit.map(Thousandths.init))
      $0.member("unit", motion.unit)
    }
  }
}

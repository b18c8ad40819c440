import Printing

/// Draws `diagnostics` for people: each with its source, facts and remedies, then the count.
///
/// - Complexity: one pass over the text between neighbouring places; a long line is shown in part.
public func render(
  _ diagnostics: Diagnostics, in sources: SourceMap, style: RenderStyle
) -> TextBuffer {
  guard !diagnostics.all.isEmpty else { return TextBuffer() }
  var drawing = DiagnosticDrawing(sources, style)
  for diagnostic in diagnostics.all {
    drawing.draw(diagnostic)
    drawing.drawGap()
  }
  drawing.draw(summary: diagnostics.summary)
  return drawing.take()
}

extension Diagnostic {
  /// Draws this diagnostic alone, as `render` does.
  public func rendered(in sources: SourceMap, style: RenderStyle) -> TextBuffer {
    var drawing = DiagnosticDrawing(sources, style)
    drawing.draw(self)
    return drawing.take()
  }
}

extension Diagnostics {
  /// The count in words, as in `2 errors, 1 warning`; empty if there are none.
  public var summary: String {
    var parts: [String] = []
    for (severity, word) in [(Diagnostic.Severity.error, "error"), (.warning, "warning")] {
      let count = count(of: severity)
      if count > 0 { parts.append("\(count) \(word)\(count == 1 ? "" : "s")") }
    }
    if dropped > 0 { parts.append("and \(dropped) more") }
    return parts.joined(separator: ", ")
  }
}

extension Diagnostic.Motion {
  /// The facts in words, as in `at 1.250 s, pan 95.000 deg/s, limit 90.000 deg/s`; without those
  /// that the message tells.
  public var summary: String {
    var buffer = TextBuffer()
    buffer.write("at ")
    buffer.write(thousandths: time)
    buffer.write(" s")
    if isInCue { buffer.write(" of its cue") } else if isTold { buffer.write(" of the show") }
    if isTold { return buffer.text }
    if axis != nil || value != nil { buffer.write(",") }
    if let axis { buffer.write(string: " " + (axisWord ?? axis)) }
    if let value { write(value, to: &buffer) }
    if let limit {
      buffer.write(axis != nil && value == nil ? " limit" : ", limit")
      write(limit, to: &buffer)
    }
    return buffer.text
  }

  private func write(_ thousandths: Int, to buffer: inout TextBuffer) {
    buffer.write(" ")
    buffer.write(thousandths: thousandths)
    buffer.write(string: " " + unit)
  }
}

import Printing

extension Diagnostic {
  /// The diagnostic on one line, as in `turn.dock:3:10: error[D0109]: unknown unit 'degrees'`.
  public func short(in sources: SourceMap) -> String {
    var finder = PlaceFinder(sources)
    var buffer = TextBuffer()
    write(to: &buffer, finder: &finder, sources)
    return buffer.text
  }

  fileprivate func write(
    to buffer: inout TextBuffer, finder: inout PlaceFinder, _ sources: SourceMap
  ) {
    if let span, let place = finder.find(span.start) {
      buffer.write(sanitizedLine: sources.files[place.file].name)
      buffer.write(":")
      buffer.write(place.location.line)
      buffer.write(":")
      buffer.write(place.location.column)
      buffer.write(": ")
    }
    buffer.write(string: "\(severity.rawValue)[\(code.name)]: ")
    buffer.write(sanitizedLine: message)
  }
}

extension Diagnostics {
  /// The diagnostics one a line, for people who know them and for editors that parse them.
  public func short(in sources: SourceMap) -> TextBuffer {
    var finder = PlaceFinder(sources)
    var buffer = TextBuffer()
    for diagnostic in all {
      diagnostic.write(to: &buffer, finder: &finder, sources)
      buffer.write("\n")
    }
    return buffer
  }
}

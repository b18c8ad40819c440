import Printing
import Schedules

extension CueSheet {
  /// Writes the calls of each cue as text, to `sink` in pieces of about 64 KB.
  ///
  ///     cue 1
  ///     dock-commands 1
  ///     …
  ///
  /// `tolerance` is how far a motor may be from the plan at any time, in millidegrees.
  public func writeCommands(
    within tolerance: Int32, to sink: (TextBuffer) throws -> Void
  ) rethrows {
    for (index, entry) in entries.enumerated() {
      var heading = TextBuffer()
      if index > 0 { heading.write("\n") }
      heading.write(string: "cue \(index + 1)\(entry.sign.map { ": \($0)" } ?? "")\n")
      try sink(heading)
      try lower(entry.cue, within: tolerance).writeText(to: sink)
    }
  }

  /// Writes the JSON form, each cue with its calls, to `sink` in pieces of about 64 KB.
  ///
  /// Its schema is `cues.schema.json`. `tolerance` is as for `writeCommands`.
  public func writeCommandsJSON(
    within tolerance: Int32, to sink: (TextBuffer) throws -> Void
  ) rethrows {
    try writeJSON(within: max(1, tolerance), to: sink) { cue, json in
      try lower(cue, within: tolerance).writeCommands(to: &json, drainingTo: sink)
    }
  }
}

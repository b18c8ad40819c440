import Diagnosis

extension CueSheet {
  /// Says of each cue where it begins, which line leads to it, and when nothing is left to do, what
  /// its text says.
  ///
  /// A script comes to a cue from several places, of which none is more right than another where
  /// nobody knows how the dock stands. So all forms of a sheet have the one from which the exit
  /// comes that leads there first.
  package mutating func settle() {
    guard straight == nil else { return }
    var sources = SourceMap()
    sources.add(name: "", bytes: [])
    let cues = entries.map { ReadCue($0, at: 0) }
    let file = ReadFile(cues: cues, isSheet: true, version: Int32(Schedule.textVersion))
    var verification = CueSheetVerification(file, in: sources, offersEdits: false)
    verification.run()
    guard !verification.found.hasErrors else { return }
    for (index, read) in verification.cues.enumerated() {
      entries[index].line = read.entry.line
      entries[index].cue.schedule.from = read.entry.cue.schedule.from
      entries[index].cue.schedule.length = read.entry.cue.schedule.length
    }
  }
}

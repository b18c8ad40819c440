#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Rehearsal

/// The results of random scripts of live forms: how they are played, repeated and swept.
struct FormTally {
  private(set) var faults = 0
  private var played = 0
  private var cues = 0
  private var parts = 0
  private var sheets = 0
  private var playedSheets = 0
  private var tests = 0
  private var swept = 0
  private var calls = 0
  private var cases = 0
  private var refusals: [String: Int] = [:]

  /// Plays the script of `seed`, with everything that can go wrong or with events alone.
  mutating func play(seed: Int, isRough: Bool) {
    let play = RandomPlay(formsOf: seed, isRough: isRough)
    InCaseOfATrap.note("forms \(seed) \(isRough ? "rough" : "calm")")
    guard let prepared = prepare(play) else { return }
    let judged = RandomFormFaults(play, prepared)
    played += 1
    cues += judged.played.outcome.cues
    tests += judged.tests
    if play.part.start != nil { parts += 1 }
    if let isPlayed = judged.isSheetPlayed {
      sheets += 1
      if isPlayed { playedSheets += 1 }
    }
    for fault in judged.all { report(play, fault) }
  }

  /// Sweeps the script of `seed`.
  mutating func sweep(seed: Int) {
    let play = RandomPlay(formsOf: seed, isRough: false)
    InCaseOfATrap.note("sweep of forms \(seed)")
    guard let prepared = prepare(play) else { return }
    let result = Rehearsal.sweep(
      prepared.cue, company: prepared.company, happenings: prepared.happenings,
      pairedBy: UInt64(seed))
    swept += 1
    calls += result.calls
    cases += result.cuts + result.faults
    guard let first = result.first else { return }
    report(play, "\(result.failures) failed; \(first.reasons); \(first.blow)")
  }

  /// What is wrong with the script at standard input, which is played as `play` is.
  static func judged(_ play: RandomPlay) -> String {
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    let play = play.reworded(text)
    let (prepared, diagnostics) = play.prepared()
    let refusals = diagnostics.map { "\($0.code.name) \($0.message)" }
    let faults = prepared.map { RandomFormFaults(play, $0).all } ?? []
    return (refusals + faults).map { $0 + "\n" }.joined()
  }

  private mutating func prepare(_ play: RandomPlay) -> RandomPlay.Prepared? {
    let (prepared, diagnostics) = play.prepared()
    if prepared == nil {
      let code = diagnostics.first { $0.severity == .error }?.code
      refusals[code?.name ?? "none", default: 0] += 1
    }
    return prepared
  }

  private mutating func report(_ play: RandomPlay, _ fault: String) {
    faults += 1
    let mode = play.isRough ? "rough" : "calm"
    print("forms \(play.seed) \(mode): \(fault)")
    let command = play.command.replacing("x.dock", with: "Examples/x.dock")
    print("  Tests/Soak/programs forms-\(mode) \(play.seed) > Examples/x.dock && \(command)")
    fflush(nil)
  }

  var text: String {
    let refused = refusals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let lines = [
      "live forms               \(played), \(cues) cues, \(parts) from marks; \(tests) tests",
      "cue sheets of forms      \(sheets), \(playedSheets) played as their scripts",
      "sweeps of forms          \(swept), \(calls) calls, \(cases) cases",
      "forms refused            \(refusals.values.reduce(0, +))",
      "forms' faults            \(faults)",
    ]
    return (lines + refused.map { "  \($0.value)  refused: \($0.key)" }).joined(separator: "\n")
  }
}

import ArgumentParser
import Language
import Rehearsal
import Simulation

/// The scene: a file, or the scene of the script.
struct SceneOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A scene to use instead of the script's own.",
      valueName: "file"), completion: .file())
  var scene: String?

  /// The scene of the file; the script's `own` if there is no file.
  ///
  /// - Throws: `ExitStatus.findings` if there are errors in the file.
  func load(
    _ bounds: Bounds, orElse own: Rehearsal.Scene?, _ reporter: Reporter
  ) throws -> Rehearsal.Scene? {
    guard let scene else { return own }
    let script = Script(scene: try Input(scene, bounds, reporter).file)
    var found = script.diagnostics
    let read = script.scene(reporting: &found)
    try reporter.report(found, in: script.sources)
    guard let read else { throw ExitStatus.findings }
    return read
  }
}

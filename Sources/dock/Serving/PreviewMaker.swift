import Diagnosis
import Language
import Preview
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// Makes previews, as the options of the command line ask for them.
struct PreviewMaker {
  let file: String
  let part: PartOptions
  let mishaps: MishapOptions
  let scenes: SceneOption
  let options: CompilationOptions

  /// How much of a show that could go on for ever is played, unless the options say it.
  private static let length = TimeSpan(milliseconds: 300_000)

  /// A preview, or what is in its way.
  struct Made {
    /// Why there is no preview.
    enum Failure: Error {
      /// A file cannot be read, or has no such part.
      case misuse
      /// There are errors in a file.
      case errors

      /// The exit status of a command that ends for it.
      var status: ExitStatus { self == .misuse ? .usage : .findings }
    }

    var result: Result<(preview: Preview, show: PreviewShow), Failure>
    /// What was found, and in what.
    var found = Diagnostics()
    var sources = SourceMap()
    /// The options that have no effect, since the file was compiled before.
    var unused: [String] = []
    /// The paths of all files that it was made of.
    var files: [String]
  }

  /// The files that the command line names.
  var files: [String] { [file] + (scenes.scene.map { [$0] } ?? []) }

  /// Makes the preview of now; presses the events of the script if it `isExplored`.
  func make(isExplored: Bool) -> Made {
    var made = Made(result: .failure(.errors), files: files)
    var own: Rehearsal.Scene?
    guard let parts = compile(&made, &own) else { return made }
    guard let read = scene(orElse: own, &made) else { return made }
    let scene = mishaps.scene(joining: read)
    let happenings = mishaps.happenings(
      in: scene, forAtMost: parts.cue.rest == nil ? nil : PreviewMaker.length)
    let progress = PlayingProgress(of: parts.cue, options, mishaps)
    defer { progress?.erase() }
    let show = PreviewShow(
      parts.cue, company: scene?.company ?? Company(),
      faults: mishaps.faults + (scene?.faults ?? []), happenings: happenings,
      isTracking: mishaps.tracking == .on, watchedBy: { progress?.show($0) })
    let preview = Preview(
      of: show, with: parts.sheet, from: (made.sources, made.found),
      by: command,
      isExplored: isExplored)
    made.result = .success((preview, show))
    return made
  }

  /// The command that makes the page anew.
  private var command: String {
    var words = ["dock preview", quoted(file.split(separator: "/").last.map(String.init) ?? file)]
    if let start = part.start { words.append("--start \(quoted(start))") }
    if let stop = part.stop { words.append("--stop \(quoted(stop))") }
    return words.joined(separator: " ")
  }

  /// Says which options had no effect on what was `made`.
  func sayUnused(_ made: Made) { Console.sayUnused(made.unused, onCompiled: file) }

  /// The page of now, with all that a file can hold; what was found goes to `reporter`.
  ///
  /// - Throws: the exit status if there is none.
  func page(_ reporter: Reporter) throws -> TextBuffer {
    let made = make(isExplored: true)
    sayUnused(made)
    try reporter.report(made.found, in: made.sources)
    switch made.result {
    case .success(let result): return result.preview.page
    case .failure(let failure): throw failure.status
    }
  }

  private func compile(
    _ made: inout Made, _ scene: inout Rehearsal.Scene?
  ) -> (cue: Cue, sheet: CueSheet)? {
    guard var input = read(file, &made) else { return nil }
    if let use = input.otherUse {
      made.found.report(.otherUse(of: file, use))
      made.result = .failure(.misuse)
      return nil
    }
    guard !input.isSchedule else {
      if !part.isWhole {
        made.found.report(.noSuchPart("'--start' and '--stop' are for scripts"))
        made.result = .failure(.misuse)
        return nil
      }
      made.unused = options.compiling
      let sheet = options.read(input, sources: &made.sources, reporting: &made.found)
      guard let sheet, let cue = sheet.firstCue(reporting: &made.found) else { return nil }
      return (cue, sheet)
    }
    let script = input.script()
    (made.found, made.sources) = (script.diagnostics, script.sources)
    made.files += script.sources.files.dropFirst().map(\.name)
    scene = script.scene(reporting: &made.found)
    let compilation: Compilation
    do throws(NoSuchPart) {
      compilation = try script.compilation(
        options.compilation, fromMark: part.start, toMark: part.stop)
    } catch {
      made.found.report(.noSuchPart(error.message))
      made.result = .failure(.misuse)
      return nil
    }
    guard let sheet = script.cueSheet(for: compilation, reporting: &made.found) else { return nil }
    // What was found is known; compiling it again finds the same.
    var again = made.found
    var asked = compilation
    asked.keepsProvenance = true
    return script.firstCue(for: asked, isPlayed: true, reporting: &again).map { ($0, sheet) }
  }

  /// The scene that the options name, else the script's `own`; nil if there are errors in it.
  private func scene(
    orElse own: Rehearsal.Scene?, _ made: inout Made
  ) -> Rehearsal.Scene?? {
    guard let path = scenes.scene else { return .some(own) }
    guard let input = read(path, &made) else { return nil }
    let script = Script(scene: input.file)
    var found = script.diagnostics
    guard let read = script.scene(reporting: &found) else {
      (made.found, made.sources) = (found, script.sources)
      return nil
    }
    return .some(read)
  }

  private func read(_ path: String, _ made: inout Made) -> Input? {
    do throws(FileFailure) {
      return try Input(path, options.bounds)
    } catch {
      (made.found, made.sources) = (Diagnostics(), SourceMap())
      made.found.report(.cannotRead(path, error))
      made.result = .failure(.misuse)
      return nil
    }
  }
}

extension Diagnostic {
  /// The file has no such part; `message` says why.
  fileprivate static func noSuchPart(_ message: String) -> Diagnostic {
    Diagnostic(.unknownName, message, at: nil)
  }
}

import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Schedules
import Scheduling

/// What a dock is to do: a script or a compiled schedule, checked and ready to be played.
///
///     let show = try Show("pan to 20deg right over 1s")
///
/// Everything that can be wrong with it is found here, before anything moves.
public struct Show: Sendable {
  /// The name that its messages have.
  public let name: String
  /// The dock that it was planned for.
  public let dock: Dock
  /// What is odd about it and no error, as `dock check` prints it; empty if nothing is.
  public let warnings: String
  /// How long it lasts if no event comes; an event may make it longer or shorter.
  public let length: Duration
  /// True if it waits for events, or handles them.
  public let hearsEvents: Bool
  /// True if it turns the dock.
  public let moves: Bool
  let cue: Cue

  /// Reads a show: the text of a script, or what `dock compile` has written, as text or JSON.
  ///
  /// Throws a `ShowError` with everything that is wrong with it, and where.
  ///
  /// - Parameters:
  ///   - text: the text; its beginning tells what it is.
  ///   - name: the name for messages.
  ///   - dock: the dock that a script is planned for; a schedule names its own.
  ///   - seed: the seed of the random numbers of a script.
  ///   - files: the texts of the files that a script uses, by the names that it gives them.
  ///   - sounds: the WAV files that it plays, by the names that it gives them.
  public init(
    _ text: String, named name: String = "show.dock", for dock: Dock = .stand, seed: UInt64 = 0,
    using files: [String: String] = [:], sounds: [String: [UInt8]] = [:]
  ) throws(ShowError) {
    try self.init(text.utf8, named: name, for: dock, seed: seed, using: files, sounds: sounds)
  }

  /// Reads a show from the bytes of a file; see `init(_:named:for:seed:using:sounds:)`.
  public init(
    _ bytes: some Sequence<UInt8>, named name: String = "show.dock", for dock: Dock = .stand,
    seed: UInt64 = 0, using files: [String: String] = [:], sounds: [String: [UInt8]] = [:]
  ) throws(ShowError) {
    let bytes = Array(bytes)
    let read =
      CueSheet.isWritten(in: bytes, named: name)
      ? Reading(schedule: bytes, name, dock.model)
      : Reading(script: bytes, name, Compilation(for: dock.model, seed: seed), files, sounds)
    guard let cue = read.cue, !read.found.hasErrors else {
      throw ShowError(read.found, in: read.sources)
    }
    self.cue = cue
    self.name = name
    self.dock = Dock(model: cue.schedule.model)
    warnings = read.text
    length = .milliseconds(Int(cue.wholeLength ?? cue.schedule.length))
    hearsEvents = cue.rest != nil
    let steps = read.sheet.entries.map(\.cue.schedule)
    moves = steps.contains { $0.steps.contains { !$0.axes.isEmpty || $0.kind == .animate } }
  }
}

extension Show {
  /// The dock that a show is planned for: how far and how fast it turns.
  public struct Dock: Hashable, Sendable {
    let model: DockModel

    /// A table-top stand: it pans without end and tilts by 45 degrees, at 90 degrees a second.
    public static let stand = Dock(model: .stand)
    /// A hand gimbal, as users of the Insta360 Flow 2 Pro have measured it.
    public static let flow2pro = Dock(model: .flow2pro)

    /// The name, as `dock --profile` takes it.
    public var name: String { model.name }

    /// The dock called `name`; nil if there is none.
    public init?(named name: String) {
      guard let model = DockModel.named(name) else { return nil }
      self.init(model: model)
    }

    /// Reads the description of a dock of your own: the text of a `.profile` file, as
    /// `dock profile new` writes one.
    ///
    /// Throws a `ShowError` with everything that is wrong with it, and where.
    public init(profile text: String, named name: String = "dock.profile") throws(ShowError) {
      let file = LoadedFile(identity: name, name: name, bytes: Array(text.utf8))
      let profile = DockProfile(file)
      guard let model = profile.model else {
        throw ShowError(profile.diagnostics, in: profile.sources)
      }
      self.init(model: model)
    }

    init(model: DockModel) { self.model = model }

    /// True if both are the same dock.
    public static func == (left: Dock, right: Dock) -> Bool { left.model == right.model }

    /// Feeds the name to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

/// Why a text is no show.
public struct ShowError: Error, Equatable, CustomStringConvertible {
  /// A mistake, or something odd.
  public struct Problem: Equatable, Sendable {
    /// What is wrong.
    public let message: String
    /// The code that `dock explain` explains.
    public let code: String
    /// The name of the file; nil if it is nowhere.
    public let file: String?
    /// The line in that file, from 1; nil if it is nowhere.
    public let line: Int?
    /// True if it is no error by itself.
    public let isWarning: Bool
  }

  /// Everything that is wrong, in the order of the text.
  public let problems: [Problem]
  /// The same as `dock check` prints it, with the lines of the text and what helps.
  public let description: String

  fileprivate init(_ found: Diagnostics, in sources: SourceMap) {
    description = render(found, in: sources, style: RenderStyle()).text
    problems = found.all.map { diagnostic in
      let place = diagnostic.span.map { sources.location(of: $0.start) }
      let file = diagnostic.span.map { sources.file(at: $0.start).name }
      return Problem(
        message: diagnostic.message, code: diagnostic.code.name, file: file, line: place?.line,
        isWarning: diagnostic.severity == .warning)
    }
  }
}

/// What was read, and what was found on the way.
private struct Reading {
  var cue: Cue?
  var sheet = CueSheet()
  var found = Diagnostics()
  var sources = SourceMap()

  /// The findings as people read them.
  var text: String { render(found, in: sources, style: RenderStyle()).text }

  /// Reads a schedule or a cue sheet, for `model` or a dock that everybody has.
  init(schedule bytes: [UInt8], _ name: String, _ model: DockModel) {
    let known = DockModel.all.contains(model) ? [] : [model]
    sheet =
      readCueSheet(
        bytes, name: name, docks: DockModel.all + known, sources: &sources, reporting: &found)
      ?? sheet
    if !found.hasErrors { cue = sheet.firstCue(reporting: &found) }
  }

  /// Reads a script, which may use `files` and play `sounds`.
  init(
    script bytes: [UInt8], _ name: String, _ compilation: Compilation, _ files: [String: String],
    _ sounds: [String: [UInt8]]
  ) {
    let script = LoadedFile(identity: name, name: name, bytes: bytes)
    let parsed = parse(
      script,
      loading: { name, _ in
        guard let text = files[name] else { return .failure(.notFound) }
        return .success(LoadedFile(identity: name, name: name, bytes: Array(text.utf8)))
      },
      sounds: { name, _ in
        guard let bytes = sounds[name] else {
          return .failure(.notFound(beside: sounds.keys.sorted()))
        }
        return SoundFile.reading(bytes, name: name)
      }, reporting: &found)
    sources = parsed.sources
    guard let program = check(parsed, reporting: &found),
      var sheet = cueSheet(program, for: compilation, marksExits: false, reporting: &found)
    else { return }
    sheet.name(files: sources.files.map(\.name))
    self.sheet = sheet
    cue = playedCue(program, of: sheet, for: compilation, reporting: &found)
  }
}

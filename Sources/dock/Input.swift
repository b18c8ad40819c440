import Diagnosis
import Language
import Printing
import Rehearsal
import Schedules

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file as the command line names it; `-` is standard input.
struct Input {
  let file: LoadedFile
  private var folder: ScriptFolder

  /// Reads the file at `path`, or reports the error.
  init(_ path: String, _ bounds: Bounds, _ reporter: Reporter) throws {
    do throws(FileFailure) {
      try self.init(path, bounds)
    } catch {
      try reporter.report(.cannotRead(path, error))
      throw ExitStatus.usage
    }
  }

  /// Reads the file at `path`.
  init(_ path: String, _ bounds: Bounds) throws(FileFailure) {
    (file, folder) = try Input.load(path, bounds)
  }

  /// True if it holds a compiled schedule, as text or JSON.
  var isSchedule: Bool { CueSheet.isWritten(in: file.bytes, named: file.name) }

  /// True if it holds a scene; its name tells.
  var isScene: Bool { file.name.hasSuffix(".scene") }

  /// What it is, if it is neither a script nor a schedule nor a scene, and what takes it.
  var otherUse: String? {
    let (bytes, path) = (file.bytes, quoted(file.name))
    func begins(_ text: String) -> Bool { bytes.withoutByteOrderMark.starts(with: text.utf8) }
    if begins("dock-recording ") {
      return "a recording: 'dock replay \(path)' repeats it"
    }
    if begins("dock-commands ") {
      return "a list of calls, which 'dock compile --commands' prints for people: give the script"
    }
    if begins("cue,start,length,do,") {
      return "a table, which 'dock compile --format csv' prints for other programs: give the script"
    }
    if file.name.hasSuffix(".profile") {
      return "a profile: 'dock run --profile \(path) SCRIPT' plays a script on that dock"
    }
    return nil
  }

  /// Ends with what the file is, if it is neither a script nor a schedule nor a scene.
  ///
  /// - Throws: `ExitStatus.usage` then.
  func refuseOtherUse(_ reporter: Reporter) throws {
    guard let otherUse else { return }
    try reporter.report(.otherUse(of: file.name, otherUse))
    throw ExitStatus.usage
  }

  /// Parses and checks it with the files it uses.
  mutating func script() -> Script {
    if isScene { return Script(scene: file) }
    var folder = folder
    defer { self.folder = folder }
    return Script(checking: file, sounds: { folder.sound($0, from: $1) }) { name, importer in
      folder.load(name, from: importer)
    }
  }

  private static func load(
    _ path: String, _ bounds: Bounds
  ) throws(FileFailure) -> (LoadedFile, ScriptFolder) {
    let limit = bounds.maxSource.bytes
    let isStandardInput = path == "-"
    let name = isStandardInput ? "<stdin>" : path
    var folder = try ScriptFolder(ofScriptAt: name, root: bounds.root, limit: limit)
    let file =
      isStandardInput
      ? try folder.loadScript(from: STDIN_FILENO, name: name)
      : try folder.loadScript(at: path)
    return (file, folder)
  }
}

extension Diagnostic {
  /// The file at `path` is of another `use`.
  static func otherUse(of path: String, _ use: String) -> Diagnostic {
    Diagnostic(.fileUnreadable, "'\(path)' is \(use)", at: nil)
  }

  /// The file named on the command line cannot be read.
  static func cannotRead(_ path: String, _ failure: FileFailure) -> Diagnostic {
    // A name may have line ends; the message is one line.
    var line = TextBuffer()
    line.write(sanitizedLine: path)
    let path = line.text
    switch failure {
    case .notFound: return Diagnostic(.fileNotFound, "there is no file '\(path)'", at: nil)
    case .tooLarge(let limit):
      return Diagnostic(
        .sourceTooLarge, "'\(path)' is larger than \(ByteCount(limit))", at: nil,
        notes: ["'--max-source' allows for more"])
    case .isFolder:
      return Diagnostic(
        .fileUnreadable, "'\(path)' cannot be read: it is a folder", at: nil,
        notes: ["'dock test' takes folders; the other commands take files"])
    default:
      return Diagnostic(.fileUnreadable, "'\(path)' cannot be read: \(failure.reason)", at: nil)
    }
  }
}

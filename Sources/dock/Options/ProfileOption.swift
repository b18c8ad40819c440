import ArgumentParser
import Diagnosis
import Hardware
import Language
import Rehearsal
import Scheduling

/// A dock as an option gives it: the name of one that everybody has, or a profile.
struct ProfileOption: ExpressibleByArgument {
  /// The dock; the `stand` as long as a profile has errors.
  let model: DockModel
  /// What was written.
  let argument: String
  /// True if it was written, and is not the default.
  let isGiven: Bool
  /// What was found in the profile; nil for a name.
  private let profile: DockProfile?
  /// Why the profile could not be read.
  private let failure: FileFailure?

  /// The `stand`.
  init() { self.init(argument: DockModel.stand.name, model: .stand, isGiven: false) }

  init?(argument: String) {
    if let model = DockModel.named(argument) {
      self.init(argument: argument, model: model)
    } else {
      guard DockProfile.isFile(argument) else { return nil }
      self.init(reading: argument)
    }
  }

  private init(
    argument: String, model: DockModel, profile: DockProfile? = nil, failure: FileFailure? = nil,
    isGiven: Bool = true
  ) {
    (self.argument, self.model, self.isGiven) = (argument, model, isGiven)
    (self.profile, self.failure) = (profile, failure)
  }

  private init(reading path: String) {
    do throws(FileFailure) {
      let bytes = try readFile(at: path, limit: DockProfile.greatestSize)
      let profile = DockProfile(LoadedFile(identity: path, name: path, bytes: bytes))
      self.init(argument: path, model: profile.model ?? .stand, profile: profile)
    } catch {
      self.init(argument: path, model: .stand, failure: error)
    }
  }

  /// Reports what is wrong with the profile.
  ///
  /// - Throws: `ExitStatus.usage` if it cannot be read, `ExitStatus.findings` if it has errors.
  func check(_ reporter: Reporter) throws {
    if let failure {
      try reporter.report(.cannotReadProfile(argument, failure))
      throw ExitStatus.usage
    }
    guard let profile else { return }
    try reporter.report(profile.diagnostics, in: profile.sources)
    if profile.model == nil { throw ExitStatus.findings }
  }

  /// All docks that schedules and recordings may speak of.
  var docks: [DockModel] { DockModel.all + (model.isBuiltIn ? [] : [model]) }

  var defaultValueDescription: String { argument }

  static var allValueStrings: [String] { DockModel.all.map(\.name) + ["FILE.profile"] }
}

extension Diagnostic {
  fileprivate static func cannotReadProfile(
    _ path: String, _ failure: FileFailure
  ) -> Diagnostic {
    guard case .tooLarge(let limit) = failure else { return .cannotRead(path, failure) }
    return Diagnostic(
      .sourceTooLarge, "'\(path)' is larger than \(ByteCount(limit))", at: nil,
      notes: ["a profile has one line for each property of a dock"])
  }
}

/// A command with an option for the dock.
protocol DockCommand {
  /// The dock.
  var profile: ProfileOption { get }
  /// Tells what is wrong with it.
  var reporter: Reporter { get }
}

extension DockCommand {
  var reporter: Reporter { Reporter(.automatic) }
}

extension Check: DockCommand {
  var profile: ProfileOption { options.profile }
  var reporter: Reporter { Reporter(format, color) }
}

extension Compile: DockCommand { var profile: ProfileOption { options.profile } }
extension Plot: DockCommand { var profile: ProfileOption { options.profile } }
extension PreviewCommand: DockCommand { var profile: ProfileOption { options.profile } }
extension Repl: DockCommand { var profile: ProfileOption { options.profile } }
extension Run: DockCommand { var profile: ProfileOption { options.profile } }
extension Sweep: DockCommand { var profile: ProfileOption { options.profile } }
extension Test: DockCommand { var profile: ProfileOption { options.profile } }

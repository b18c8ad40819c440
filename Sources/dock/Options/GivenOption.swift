import Hardware
import Motion
import Scheduling
import Schedules

/// An option that was given, with its value.
struct GivenOption {
  let name: String
  let value: String

  /// The words of a command line that give it.
  var words: String { "\(name) \(quoted(value))" }
}

/// `text` as one word of a shell.
func quoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (0x61...0x7A).contains(byte | 0x20) || (0x2C...0x39).contains(byte) || byte == 0x5F
  }
  if isPlain, !text.isEmpty { return text }
  let parts = text.split(separator: "'", omittingEmptySubsequences: false)
  return "'\(parts.joined(separator: "'\\''"))'"
}

extension CompilationOptions {
  /// Those that are given.
  var given: [GivenOption] {
    (profile.isGiven ? [GivenOption(name: "--profile", value: profile.argument)] : [])
      + (from.isGiven ? [from.option] : []) + seedOption(seed) + bounds.given
  }

  /// Those that compile a script as `compilation` says.
  func given(for compilation: Compilation) -> [GivenOption] {
    let (model, from) = (compilation.model, StartPose(compilation.from))
    let dock = model.name == profile.model.name ? profile.argument : model.name
    return
      (dock == ProfileOption().argument ? [] : [GivenOption(name: "--profile", value: dock)])
      + (from.isGiven ? [from.option] : []) + seedOption(compilation.seed) + bounds.given
  }

  private func seedOption(_ seed: UInt64) -> [GivenOption] {
    seed == 0 ? [] : [GivenOption(name: "--seed", value: "\(seed)")]
  }
}

extension Bounds {
  /// Those that are given and are not the default.
  var given: [GivenOption] {
    let usual = Bounds.plain
    var given = root.map { [GivenOption(name: "--root", value: $0)] } ?? []
    if maxSource.bytes != usual.maxSource.bytes {
      given.append(GivenOption(name: "--max-source", value: maxSource.description))
    }
    if maxSteps != usual.maxSteps {
      given.append(GivenOption(name: "--max-steps", value: "\(maxSteps)"))
    }
    if maxLength.milliseconds != usual.maxLength.milliseconds {
      given.append(GivenOption(name: "--max-length", value: maxLength.description))
    }
    if maxEvaluations != usual.maxEvaluations {
      given.append(GivenOption(name: "--max-evaluations", value: "\(maxEvaluations)"))
    }
    return given
  }
}

extension SceneOption {
  /// It, if it is given.
  var given: [GivenOption] { scene.map { [GivenOption(name: "--scene", value: $0)] } ?? [] }
}

extension StartPose {
  /// The option that gives it.
  fileprivate var option: GivenOption {
    let axes = Axis.allCases.filter { millidegrees[$0] != 0 }
    let parts = axes.map { "\($0.scriptName) \($0.directed(millidegrees[$0], "deg"))" }
    return GivenOption(
      name: "--from", value: parts.isEmpty ? "home" : parts.joined(separator: ", "))
  }
}

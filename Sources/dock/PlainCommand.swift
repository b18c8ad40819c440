import ArgumentParser
import Hardware
import Language
import Rehearsal

/// A command that needs only its operands, with every option at its default.
///
/// The general parser looks up hundreds of conformances before it reads its first word, which takes
/// longer than checking a script; so the most common commands do not wait for it.
protocol PlainCommand: ParsableCommand {
  /// The command of `operands`; nil if the parser must say what is wrong with them.
  init?(operands: [String])
}

extension PlainCommand {
  /// The command that `arguments` name if they name this one and give it no option; else nil.
  static func plain(_ arguments: [String]) -> Self? {
    let operands = Array(arguments.dropFirst())
    guard arguments.first == configuration.commandName,
      operands.allSatisfy({ !$0.hasPrefix("-") || $0 == "-" })
    else { return nil }
    return Self(operands: operands)
  }
}

extension Check: PlainCommand {
  init?(operands: [String]) {
    guard !operands.isEmpty else { return nil }
    self.init()
    files = operands
    self.static = false
    strict = false
    format = .human
    color = .automatic
    options = .plain
  }
}

extension Run: PlainCommand {
  init?(operands: [String]) {
    guard operands.count == 1 else { return nil }
    self.init()
    file = operands[0]
    live = false
    ignoreJournal = false
    quiet = false
    json = false
    trace = false
    tolerance = PathError()
    color = .automatic
    record = nil
    part = .plain
    mishaps = .plain
    scenes = .plain
    options = .plain
  }
}

extension Repl: PlainCommand {
  init?(operands: [String]) {
    guard operands.isEmpty else { return nil }
    self.init()
    live = false
    ignoreJournal = false
    quiet = false
    color = .automatic
    scenes = .plain
    options = .plain
  }
}

extension MishapOptions {
  /// No faults.
  static var plain: MishapOptions {
    var options = MishapOptions()
    options.fault = []
    options.event = []
    options.length = nil
    options.cut = nil
    options.by = .interrupt
    options.tracking = .on
    return options
  }
}

extension PartOptions {
  /// The whole script.
  static var plain: PartOptions {
    var options = PartOptions()
    options.start = nil
    options.stop = nil
    return options
  }
}

extension SceneOption {
  /// The script's own scene.
  static var plain: SceneOption {
    var option = SceneOption()
    option.scene = nil
    return option
  }
}

extension CompilationOptions {
  /// The options at their defaults.
  static var plain: CompilationOptions {
    var options = CompilationOptions()
    options.profile = ProfileOption()
    options.from = StartPose()
    options.seed = 0
    options.bounds = .plain
    return options
  }
}

extension Bounds {
  /// The budget at its defaults.
  static var plain: Bounds {
    var bounds = Bounds()
    bounds.root = nil
    bounds.maxSource = ByteCount(Budget().sourceBytes)
    bounds.maxSteps = Budget().scheduleSteps
    bounds.maxLength = TimeSpan(milliseconds: Budget().length)
    bounds.maxEvaluations = Budget().evaluationSteps
    return bounds
  }
}

import ArgumentParser
import Hardware
import Language

/// A command that can be had from its operands alone, every option at its default.
///
/// The general parser looks up hundreds of conformances before it reads its first word, which takes
/// longer than checking a script; what people and editors run most often does not wait for it.
protocol PlainCommand: ParsableCommand {
  /// The command for `operands`; nil if the parser must say what is wrong with them.
  static func plain(_ operands: [String]) -> Self?
}

extension Dock {
  /// The command of `arguments` if there is no option among them and it needs no parser; else nil.
  static func plain(_ arguments: [String]) -> (any ParsableCommand)? {
    let operands = Array(arguments.dropFirst())
    guard operands.allSatisfy({ !$0.hasPrefix("-") || $0 == "-" }) else { return nil }
    switch arguments.first {
    case "check": return Check.plain(operands)
    case "run": return Run.plain(operands)
    default: return nil
    }
  }
}

extension Check: PlainCommand {
  static func plain(_ operands: [String]) -> Check? {
    guard !operands.isEmpty else { return nil }
    var command = Check()
    command.files = operands
    command.static = false
    command.strict = false
    command.format = .human
    command.color = .automatic
    command.options = .plain
    return command
  }
}

extension Run: PlainCommand {
  static func plain(_ operands: [String]) -> Run? {
    guard operands.count == 1 else { return nil }
    var command = Run()
    command.file = operands[0]
    command.live = false
    command.quiet = false
    command.json = false
    command.trace = false
    command.color = .automatic
    command.options = .plain
    return command
  }
}

extension CompilationOptions {
  /// The options nobody has given.
  static var plain: CompilationOptions {
    var options = CompilationOptions()
    options.profile = .stand
    options.from = StartPose()
    options.seed = 0
    options.bounds = .plain
    return options
  }
}

extension Bounds {
  /// The bounds nobody has changed.
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

import ArgumentParser
import Diagnosis
import Language
import Motion
import Schedules
import Scheduling

/// The options of every command that compiles: the model, the start pose and the budget.
struct CompilationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The model of the dock: its name, or a .profile file.", valueName: "profile"))
  var profile = ProfileOption()

  @Option(help: "The pose assumed at the start, as in 'pan 10deg right, tilt 5deg up'.")
  var from = StartPose()

  @Option(help: "The seed of 'random', a whole number.")
  var seed: UInt64 = 0

  @OptionGroup var bounds: Bounds

  func validate() throws {
    if let mistake = from.mistake(for: profile.model) {
      throw ValidationError("'--from': \(mistake)")
    }
  }

  /// Their values.
  var compilation: Compilation {
    Compilation(
      for: profile.model, from: from.millidegrees, seed: seed, budget: bounds.budget)
  }
}

/// The budget of a script, and the files that it may read.
struct Bounds: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder that 'use' cannot leave.", valueName: "folder"),
    completion: .directory)
  var root: String?

  @Option(
    help: ArgumentHelp(
      "The greatest size of all sources, as in '64MiB'. "
        + "(default: \(ByteCount(Budget().sourceBytes)))", valueName: "bytes"),
    transform: ByteCount.init(reading:))
  var maxSource = ByteCount(Budget().sourceBytes)

  @Option(help: ArgumentHelp("The greatest number of steps in a schedule.", valueName: "number"))
  var maxSteps = Budget().scheduleSteps

  @Option(
    help: ArgumentHelp(
      "The greatest length of a schedule, as in '20min'. "
        + "(default: \(TimeSpan(milliseconds: Budget().length)))", valueName: "time"),
    transform: TimeSpan.init(reading:))
  var maxLength = TimeSpan(milliseconds: Budget().length)

  @Option(
    help: ArgumentHelp(
      "The greatest number of statements to carry out; ten operators count as one.",
      valueName: "number"))
  var maxEvaluations = Budget().evaluationSteps

  /// The budget in the form of the compiler.
  var budget: Budget {
    var budget = Budget()
    budget.sourceBytes = maxSource.bytes
    budget.scheduleSteps = maxSteps
    budget.length = maxLength.milliseconds
    budget.evaluationSteps = maxEvaluations
    return budget
  }

  func validate() throws {
    if let root, !isFolder(root) {
      throw ValidationError("'--root': there is no folder '\(root)'")
    }
    for (name, limit) in [("--max-steps", maxSteps), ("--max-evaluations", maxEvaluations)]
    where limit < 1 {
      throw ValidationError("'\(name)' is at least 1")
    }
    guard maxSource.bytes < SourceMap.capacity else {
      throw ValidationError("'--max-source' is less than \(ByteCount(SourceMap.capacity))")
    }
  }
}

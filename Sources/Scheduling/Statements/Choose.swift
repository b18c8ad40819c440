import Diagnosis
import Hardware
import Language
import Schedules
import Vocabulary

/// The choices of a script.
struct Choices {
  /// The seed of their random numbers.
  var seed: UInt64
  /// What has been taken while the script was compiled, or before the mark where the show begins.
  var packs = Packs()
  /// The choices of which every option has been checked.
  var tried: Set<NodeID> = []

  /// Creates the choices of a script before it begins.
  init(seed: UInt64) { self.seed = seed }
}

extension Scheduler {
  /// Carries out one option of `choose`, or has the show decide which.
  ///
  /// What the block names and sets, it does for all of them.
  mutating func perform(_ statement: ChooseStatement) throws(Halt) {
    open(.block, statement.body, of: statement.view)
    tasks.running.frame.rest = NodeList()
    let options = try prepare(statement.body)
    var choice = Choice(
      number: compilation.choicesAbove + (program.choices[statement.id] ?? 0),
      count: options.count, weights: try weights(of: statement), seed: choices.seed)
    if program.choosesInShow {
      choice.taken = choices.packs.taken(by: choice)
      // If none of the others is taken, the last one is.
      let others = options.indices.dropLast().map { Condition.taken(choice, $0) }
      if let known = try ask(others, for: statement.view) { open(options[known], of: statement) }
      return
    }
    let taken = choices.packs.draw(choice)
    if choices.tried.insert(statement.id).inserted {
      for index in options.indices where index != taken {
        try tryOut(options[index], of: statement)
      }
    }
    try act(.note(Note(.choose, "\(taken + 1) of \(options.count)")))
    open(options[taken], of: statement)
  }

  /// Carries out `option` of `statement`, in whose block the task is.
  mutating func open(_ option: NodeView, of statement: ChooseStatement) {
    tasks.running.way = .option(option, of: statement)
    visit(option.id)
    if case .block(let block) = option.statement { open(.block, block, of: statement.view) }
  }

  /// The weights of the options; none if they are dealt.
  private mutating func weights(of statement: ChooseStatement) throws(Halt) -> [Double] {
    var weights: [Double] = []
    for node in statement.weights {
      let weight = try value(node)
      if weight <= 0 { throw notPositive("a weight", weight, node, "") }
      weights.append(weight)
    }
    return weights
  }

  /// Checks an option that is not taken, as it would be carried out here.
  private mutating func tryOut(_ option: NodeView, of statement: ChooseStatement) throws(Halt) {
    // The trial has a copy of all steps.
    _ = evaluator.allowance.charge(builder.schedule.steps.count / 10)
    var trial = snapshot()
    trial.evaluator.stack = evaluator.stack.copied()
    trial.tasks.detach()
    trial.finals = Finals()
    trial.modes.isTrial = true
    trial.open(option, of: statement)
    var failure: Halt?
    do throws(Halt) { try trial.runTasks() } catch { failure = error }
    findings = trial.findings
    evaluator.allowance = trial.evaluator.allowance
    choices.tried = trial.choices.tried
    if let failure { throw failure }
  }
}

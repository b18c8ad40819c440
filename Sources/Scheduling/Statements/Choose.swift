import Diagnosis
import Hardware
import Language
import Schedules

/// What a choice has dealt, and what is left of its pack.
struct Pack {
  /// The options that have not been dealt since the last shuffle.
  var rest: [Int] = []
  /// The option that was dealt last.
  var last: Int?
}

extension Scheduler {
  /// Carries out one option of `choose`.
  ///
  /// What the block names and sets, it does for all of them.
  mutating func perform(_ choice: ChooseStatement) throws(Halt) {
    open(.block, choice.body, of: choice.view)
    tasks.running.frame.rest = NodeList()
    let options = try prepare(choice.body)
    let weights = try weights(of: choice)
    let chosen = weights.isEmpty ? deal(options.count, of: choice) : draw(weights)
    if packs.tried.insert(choice.id).inserted {
      for index in options.indices where index != chosen { try tryOut(options[index], choice) }
    }
    visit(options[chosen].id)
    open(option: options[chosen], of: choice)
  }

  /// Begins `option`, which is a block.
  private mutating func open(option: NodeView, of choice: ChooseStatement) {
    if case .block(let block) = option.statement { open(.block, block, of: choice.view) }
  }

  /// The weights of the options; none if they are dealt.
  private mutating func weights(of choice: ChooseStatement) throws(Halt) -> [Double] {
    var weights: [Double] = []
    for node in choice.weights {
      let weight = try value(node)
      if weight <= 0 { throw notPositive("a weight", weight, node, "") }
      weights.append(weight)
    }
    return weights
  }

  /// Deals one of `count` options: each once in a random order, and none twice running.
  private mutating func deal(_ count: Int, of choice: ChooseStatement) -> Int {
    var pack = packs.dealt[choice.id] ?? Pack()
    var cards = pack.rest
    if cards.isEmpty {
      pack.rest = Array(0..<count)
      cards = pack.rest.filter { $0 != pack.last }
    }
    // One number for each card, also for the last.
    let card = cards[evaluator.random.index(below: cards.count)]
    pack.rest.removeAll { $0 == card }
    pack.last = card
    packs.dealt[choice.id] = pack
    return card
  }

  /// The number of one of the `weights`, drawn by chance.
  private mutating func draw(_ weights: [Double]) -> Int {
    var place = evaluator.random.unit() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      if place < weight { return index }
      place -= weight
    }
    return weights.count - 1
  }

  /// Checks an option that is not drawn, as it would be carried out here.
  private mutating func tryOut(_ option: NodeView, _ choice: ChooseStatement) throws(Halt) {
    // The trial has a copy of all steps.
    _ = evaluator.allowance.charge(builder.schedule.steps.count / 10)
    var trial = snapshot()
    trial.evaluator.stack = evaluator.stack.copied()
    trial.tasks.detach()
    trial.finals = Finals()
    trial.modes.isTrial = true
    trial.open(option: option, of: choice)
    var failure: Halt?
    do throws(Halt) { try trial.runTasks() } catch { failure = error }
    findings = trial.findings
    evaluator.allowance = trial.evaluator.allowance
    packs.tried = trial.packs.tried
    if let failure { throw failure }
  }
}

/// What the choices of a script have dealt.
struct Packs {
  /// The packs, by their statements.
  var dealt: [NodeID: Pack] = [:]
  /// The choices of which every option has been checked.
  var tried: Set<NodeID> = []
}

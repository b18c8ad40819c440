/// A run of commands to be carried out.
struct Passage {
  /// Where they are.
  let list: CommandList
  /// Which of them.
  let range: Range<Int>
  /// The indices in the schedule of the steps that `list` counts; nil if they are the same.
  var steps: [Int?]?

  /// Creates the passage of all commands of `list`.
  init(_ list: CommandList) {
    self.list = list
    range = list.commands.indices
  }

  /// The index in the schedule of the step that `command` comes from.
  func step(of command: Command) -> Int? {
    let index = Int(command.step)
    guard let steps else { return index >= 0 ? index : nil }
    return steps.indices.contains(index) ? steps[index] : nil
  }
}

import Hardware
import Schedules
import Testing

@testable import Playback

/// Copies of a performance that find their commands together.
@Suite struct SharedLoweringTests {
  private static func cue(moves count: Int) throws -> Cue {
    let moves = (0..<count).map { number in
      "pan to \(number % 2 * 30 + 10)deg right over \(number % 7 + 4)s easing smooth\nwait 200ms"
    }
    return Cue(try compile(moves.joined(separator: "\n")))
  }

  /// The commands of `execution`, and in how many rounds they are found.
  private static func commands(of execution: CueExecution) -> (list: [Command], rounds: Int) {
    var execution = execution
    var rounds = 0
    while rounds < 1000, let question = execution.question,
      case .lowering(let result) = question.answer()
    {
      execution.take(result)
      rounds += 1
    }
    return (Array(execution.commands.commands), rounds)
  }

  @Test("copies find the commands that one finds alone")
  func together() throws {
    // More rounds than are kept.
    let cue = try Self.cue(moves: 1000)
    let alone = CueExecution(cue, within: CommandList.defaultTolerance)
    let expected = Self.commands(of: alone)
    #expect(expected.rounds > 130, "\(expected.rounds)")
    var first = alone
    first.share()
    var second = first
    second.share()
    for copy in [first, second, first] {
      let found = Self.commands(of: copy)
      #expect(found.list == expected.list && found.rounds == expected.rounds)
    }
  }

  @Test("a copy that leaves steps out finds its own commands")
  func leavingOut() throws {
    let cue = try Self.cue(moves: 200)
    var execution = CueExecution(cue, within: CommandList.defaultTolerance)
    var alone = execution
    alone.skip(to: 60)
    let expected = Self.commands(of: alone)
    execution.share()
    let whole = Self.commands(of: execution)
    #expect(whole.list.count > expected.list.count)
    var copy = execution
    copy.skip(to: 60)
    #expect(Self.commands(of: copy).list == expected.list)
    #expect(Self.commands(of: execution).list == whole.list)
  }
}

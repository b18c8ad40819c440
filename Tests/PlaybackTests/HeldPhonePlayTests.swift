import Hardware
import Playback
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

/// Shows whose zoom and face are paused, as the phone sees them.
@Suite("A zoom and a face of a show that is held") struct HeldPhonePlayTests {
  private static let handlers = """
    on button 1 pausing { wait 700ms }
    on button 2 pausing { tilt by 5deg down over 1s }
    on button 3 queued { pan by 5deg left over 1s }

    """

  /// Changes at random, each from wherever the one before has left it.
  private static func show(_ random: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func branch(_ change: () -> String) -> String {
      let parts = (0..<number(1...4)).map { _ in
        "wait \(number(0...900))ms; \(change()) over \(number(1...4000))ms"
      }
      return "{ \(parts.joined(separator: "; ")) }\n"
    }
    let zooms = branch {
      number(0...1) == 0 ? "camera zoom \(number(1...9))x" : "camera zoom by \(number(-5...5))x"
    }
    let faces = branch { number(0...1) == 0 ? "face next" : "face random" }
    let pans = number(0...1) == 0 ? "" : "{ pan to 60deg right over 5s; pan to home over 4s }\n"
    return "together {\n\(zooms)\(faces)\(pans)}\n"
  }

  @Test("end as they would have ended, whenever it is held", arguments: 0..<4 as Range<Int>)
  func random(block: Int) throws {
    var held = 0
    for seed in stride(from: block, to: 80, by: 4) {
      var random = SplitMix64(seed)
      let script = Self.handlers + Self.show(&random)
      let happenings: [Happening] = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let time = Double(Int.random(in: 0...9_000_000, using: &random)) / 1e6
        return .button(Int.random(in: 1...3, using: &random), at: time)
      }
      let calm = try CueShow(script)
      let show = try CueShow(script, happenings)
      let comment: Comment = "seed \(seed)\n\(script)\n\(happenings)"
      #expect(show.run.outcome.ending == .done && show.run.findings.isEmpty, comment)
      #expect(show.run.phone == calm.run.phone, comment)
      #expect(show.run.phone.blend(at: 0) == 1000, comment)
      held += show.run.trace.events.count { $0.kind == .phone(.holdFace) }
    }
    #expect(held > 10)
  }
}

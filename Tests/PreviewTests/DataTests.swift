import Foundation
import Motion
import Plotting
import Printing
import Schedules
import Simulation
import Testing

@testable import Preview

/// What stands in a page is what was planned and what happened.
@Suite struct DataTests {
  @Test(arguments: Thorough.sample(Previewed.examples, oneIn: 4))
  func anExampleSaysWhatWasPlannedAndWhatHappened(name: String) throws {
    let previewed = try Previewed.example(name)
    try checkThatTheMotionIsThatOfTheTrace(name, previewed)
    try checkThatThePlanIsThatOfTheSchedule(previewed)
    #expect(try Previewed.example(name).page == previewed.page, "the same bytes each time")
    #expect(previewed.page.utf8.count < 300_000)
    let others = previewed.page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
    #expect(!others.contains("http://") && !others.contains("https://"))
  }

  private func checkThatTheMotionIsThatOfTheTrace(_ name: String, _ previewed: Previewed) throws {
    for (number, run) in previewed.preview.runs.enumerated() {
      for motion in run.trace.axes {
        let axis = try #require(Axis(rawValue: motion.axis.rawValue))
        let pieces = try previewed.pieces("done", of: axis.scriptName, in: number)
        let length = Double(run.trace.end) / 1e9
        for turn in 0...200 where !pieces.isEmpty {
          let time = length * Double(turn) / 200
          let shown = try #require(Previewed.position(pieces, at: time))
          #expect(abs(shown - motion.position(at: time)) < 1e-4, "\(name) run \(number) at \(time)")
        }
      }
    }
  }

  private func checkThatThePlanIsThatOfTheSchedule(_ previewed: Previewed) throws {
    let stretch = try #require(previewed.preview.runs[0].plot.stretches.first)
    for axis in Axis.allCases {
      guard let curve = stretch.plan[axis] else { continue }
      let pieces = try previewed.pieces("plan", of: axis.scriptName)
      for piece in curve.pieces where piece.length > 0.001 {
        for share in [0.1, 0.5, 0.9] {
          let shown = Previewed.position(pieces, at: piece.start + share * piece.length)
          #expect(abs((shown ?? .nan) - piece.position.value(at: share)) < 1e-4)
        }
      }
    }
  }

  /// A piece that goes on from the one before says neither when nor where it begins.
  @Test func piecesThatGoOnSayOnlyHowTheyGoOn() throws {
    let previewed = try Previewed(
      """
      repeat 200 { pan by 1deg right over 370ms; pan by 1deg left over 410ms }
      wait 1s
      animate yes
      pan to 5deg right over 1s
      """)
    let axes = try #require(previewed.runs[0]["axes"] as? [[String: Any]])
    let pan = try #require(axes.first { $0["name"] as? String == "pan" })
    let groups = try #require(pan["plan"] as? [[Any]])
    // The plan knows nothing of the animation, and goes on after it.
    #expect(groups.count == 2)
    #expect(groups[0].count > 1500)
    for entry in groups[0].dropFirst(2) {
      let piece = try #require(entry as? [Double])
      #expect(piece[0] > 0 && piece.count <= 4)
    }
    // However many pieces there are, the last is where the motion ends.
    let pieces = try previewed.pieces("plan", of: "pan")
    #expect(abs(try #require(Previewed.position(pieces, at: 1e6)) - 5) < 1e-4)
    let before = try #require(pieces.last { $0[0] < 156.9 })
    #expect(abs(before[0] + before[1] - 157) < 1e-5)
  }

  /// A jump begins anew, and so does what would be off by more than nobody can see.
  @Test(arguments: [(0.0, 1), (2e-6, 1), (3e-5, 2), (3, 2)])
  func whatDoesNotGoOnBeginsAnew(jump: Double, groups: Int) throws {
    let previewed = try Previewed("pan to 10deg right over 1s\n")
    let curve = try #require(previewed.preview.runs[0].plot.stretches[0].plan[.yaw])
    var pieces = curve.pieces
    #expect(pieces.count > 4)
    for index in 3..<pieces.count { pieces[index].position[0] += jump }
    var writer = JSONWriter(.compact)
    writer.array { pieces[...].write(to: &$0) }
    let read = try JSONSerialization.jsonObject(with: Data(writer.buffer.bytes))
    let written = try #require(read as? [[Any]])
    #expect(written.count == groups)
    #expect(written.reduce(0) { $0 + $1.count - 2 } == pieces.count)
  }

  @Test func stepsNameTheirLines() throws {
    let previewed = try Previewed("# comment\npan to 10deg right over 1s\nwait 1s\nface happy\n")
    let lanes = try #require(previewed.runs[0]["lanes"] as? [[String: Any]])
    func bars(_ name: String) -> [[Any]] {
      lanes.first { $0["name"] as? String == name }?["bars"] as? [[Any]] ?? []
    }
    let step = try #require(bars("steps").first)
    #expect(step[0] as? Double == 0 && step[1] as? Double == 1)
    #expect(step[2] as? String == "pan to 10deg right over 1s")
    #expect(step[5] as? Int == 1 && step[6] as? Int == 2)
    #expect(bars("face").first?[6] as? Int == 4)
  }

  @Test func stepsNameTheCallsAroundThem() throws {
    let previewed = try Previewed(
      "gesture nod() {\n  tilt by 5deg down over 500ms\n}\nrepeat 2 {\n  nod()\n}\n")
    let bars = try #require(
      previewed.preview.runs[0].plot.stretches[0].lanes.first { $0.name == "steps" }?.bars)
    #expect(bars.count == 2)
    for (turn, bar) in bars.enumerated() {
      #expect(bar.calls.map(\.source) == ["test.dock:5", "test.dock:4"])
      #expect(bar.calls[1].words.hasPrefix("iteration \(turn + 1) of 2 of repeat 2"))
    }
  }

  @Test func aStaticPageHoldsWhatComesOfEachEvent() throws {
    let previewed = try Previewed(
      "on button 1 pausing { animate kapow }\nwait for tap\npan to 10deg right over 4s\n")
    let names = previewed.preview.events.map(\.name)
    #expect(names == ["button 1", "tap"])
    let tapped = try #require(
      previewed.preview.runs.first { $0.presses.map(\.event) == [1] }, "tap alone")
    // A second after the wait begins, and then four seconds of motion.
    #expect(tapped.presses[0].time == 1_000_000_000)
    #expect(tapped.trace.end >= 5_000_000_000)
    #expect(previewed.preview.runs.contains { $0.presses.map(\.event) == [1, 0] })
    for run in previewed.preview.runs.dropFirst() {
      let parent = previewed.preview.runs[try #require(run.parent)]
      #expect(parent.presses == Array(run.presses.dropLast()))
      #expect(run.presses.last?.time ?? 0 >= parent.presses.last?.time ?? 0)
    }
  }

  /// Somebody must be there to be followed: a person comes to where the phone looks, and leaves.
  @Test func aVisitorComesAndLeaves() throws {
    let previewed = try Previewed(
      "pan to 20deg left over 2s\nwait until battery < 20% or person\n"
        + "follow person until lost for 1s\npan to 0deg over 1s\n")
    let preview = previewed.preview
    #expect(preview.events.map(\.name).suffix(2) == ["a person comes", "the person leaves"])
    let arrival = try #require(preview.events.firstIndex { $0.act == .arrival })
    #expect(preview.events[arrival].option == "at T person visitor")
    let run = try #require(preview.runs.first { $0.presses.map(\.event) == [arrival] })
    #expect(abs(run.presses[0].bearing + 20) < 0.5)
    #expect(run.trace.end > preview.runs[0].trace.end + 2_000_000_000)
    #expect(preview.runs.contains { $0.presses.map(\.event) == [arrival, arrival + 1] })
    #expect(!preview.runs.contains { $0.presses.first?.event == arrival + 1 })
  }

  @Test func aHandlerThatLeavesTheModeSaysWhereItLeads() throws {
    let previewed = try Previewed(
      "on button 1 { go to rest }\nmode play { wait 5s }\nmode rest { face sad }\n")
    #expect(previewed.preview.events.map(\.policy) == ["leads to mode rest"])
    #expect(previewed.data["steps"] as? Int == previewed.preview.steps)
  }

  @Test func whatNobodyHearsIsNotThere() throws {
    // The handler is there only after the first four seconds.
    let previewed = try Previewed(
      "pan to 20deg right over 4s\non button 1 pausing { animate yes }\npan to 0deg over 4s\n")
    let times = previewed.preview.runs.dropFirst().compactMap(\.presses.first?.time)
    #expect(!times.isEmpty && times.allSatisfy { $0 >= 4_000_000_000 })
  }

  @Test func manyHandlersStaySmall() throws {
    let handlers = (1...40).map { "on button \($0) { log \"\($0)\" }\n" }.joined()
    let previewed = try Previewed(handlers + "pan to 10deg right over 2s\n")
    #expect(previewed.preview.events.count == 40)
    #expect(previewed.preview.runs.count == BranchExplorer.mostRuns)
    #expect(previewed.page.utf8.count < 300_000)
    #expect(previewed.preview.leftOut.contains { $0.contains("more presses") })
    // Every event has one press before any has two.
    let first = previewed.preview.runs.filter { $0.presses.count == 1 }.map { $0.presses[0].event }
    #expect(Set(first).count == 40)
  }

  @Test func theScreenIsTouchedWhereTheSceneTouchesIt() throws {
    let shown = try Previewed(
      """
      scene { at 1s tap; at 2s press button 1; at 2500ms double_tap; at 3s long_press }
      wait 4s
      """)
    #expect(shown.runs.first?["taps"] as? [Double] == [1, 2.5, 3])
  }

  @Test func branchesThatDoNotFitAreLeftOut() throws {
    func show(of moves: Int) throws -> Previewed {
      let turn = """
        repeat \(moves) {
            move by pose(pan: 1deg right, tilt: 1deg up)
            move by pose(pan: 1deg left, tilt: 1deg down)
        }

        """
      return try Previewed(turn + "wait for tap\n" + turn)
    }
    let small = try show(of: 20)
    #expect(small.preview.runs.count == 2)
    // What happens before the press is in the file once.
    let branch = try #require(small.runs[1]["axes"] as? [[String: Any]])[0]
    #expect((branch["as_left"] as? [Int] ?? []).allSatisfy { $0 > 100 })
    let large = try show(of: 130)
    #expect(large.preview.runs.count == 1)
    #expect(large.preview.leftOut == ["what comes of one more press"])
    #expect(large.page.utf8.count < 300_000)
  }

  @Test func subjectsWalkAsInTheWorld() throws {
    let previewed = try Previewed(
      """
      scene {
          person ada at 20deg right, 2m away
          at 1s ada walks to 20deg left over 2s
          at 4s ada leaves
      }
      wait 5s
      """)
    let subjects = try #require(previewed.data["company"] as? [[String: Any]])
    #expect(subjects[0]["name"] as? String == "ada")
    let ways = try #require(subjects[0]["ways"] as? [[Any]])
    let walk = try #require(ways.first { ($0[8] as? Double ?? 0) > 0 })
    #expect(walk[0] as? Double == 1 && walk[1] as? Double == 20 && walk[4] as? Double == -20)
    #expect(walk[8] as? Double == 2)
    #expect(ways.last?[9] as? Bool == false)
  }
}

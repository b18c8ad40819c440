import Drawing
import Hardware
import Motion
import Playback
import Plotting
import Printing
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

/// The plot of a run shows what happened when it happened.
@Suite struct RunPlotTests {
  /// A run of a script, its plot, and when what was told of it happened.
  private struct Run {
    let plot: TimePlot
    var stretch: Stretch { plot.stretches[0] }
    private(set) var events: [PlaybackEvent] = []

    init(
      _ text: String, company: Company = Company(), happenings: [Happening] = []
    ) throws {
      let cue = try Plotted(text).cue
      var events: [PlaybackEvent] = []
      let run = rehearse(cue, company: company, happenings: happenings) { events.append($0) }
      plot = TimePlot(of: cue, events.filter(TimePlot.draws), run.outcome, run.trace)
      self.events = events
    }

    /// The bars of the lane called `name`.
    func bars(_ name: String) -> [Stretch.Bar] {
      stretch.lanes.first { $0.name == name }?.bars ?? []
    }

    /// When the steps in line `line` that `isMeant` began, in seconds.
    func starts(ofLine line: UInt32, _ isMeant: (Step) -> Bool) -> [Double] {
      events.compactMap { event in
        guard case .began(_, let step) = event.kind, step.line == line, isMeant(step) else {
          return nil
        }
        return Double(event.time) / 1e9
      }
    }

    /// How far the dock was off the plan of `axis` at most, in degrees.
    func error(of axis: Axis) throws -> Double {
      let (done, plan) = (try #require(stretch.other[axis]), try #require(stretch.plan[axis]))
      return done.minus(plan).pieces.flatMap { piece in
        (0...20).map { abs(piece.polynomial(of: .position).value(at: Double($0) / 20)) }
      }.max() ?? 0
    }
  }

  private static let taps = [1_500_000_000, 4_000_000_000].map { time in
    Happening.event(WorldEvent(.tap), at: time)
  }

  /// A motion that goes on while a handler is called, or a count is read, is drawn once.
  @Test(arguments: [
    "on tap { face happy }\npan to 60deg right over 3s",
    "together { pan to 60deg right over 3s; { wait for tap; face happy } }",
    "count n\ntogether { pan to 60deg right over 3s; { wait 1s; if n > 2 { face happy } } }",
  ])
  func whatGoesOnIsDrawnOnce(script: String) throws {
    let run = try Run(script, happenings: RunPlotTests.taps)
    #expect(run.bars("steps").map { $0.end - $0.start } == [3])
    #expect(try run.error(of: .yaw) < 0.05)
  }

  /// What a pause puts off begins later, in the plan, too, and a sound goes on in a bar of its own.
  @Test func whatIsResumedIsWhereItWasResumed() throws {
    let run = try Run(
      """
      on tap pausing { face sleepy; wait for tap; face normal }
      together { tilt to 8deg up over 4s; sound "house.wav" }
      log "after"
      """, happenings: RunPlotTests.taps)
    let moves = run.starts(ofLine: 2) { $0.axes.contains(.pitch) }
    let resumed = try #require(run.bars("steps").last { $0.text.hasSuffix("resumed") })
    #expect(abs(resumed.start - (try #require(moves.last))) < 0.001)
    #expect(run.bars("sound").count == 2)
    #expect(abs(try #require(run.bars("sound").last).start - resumed.start) < 0.001)
    let logged = try #require(run.starts(ofLine: 3) { $0.kind == .action }.last)
    #expect(logged > 6.6)
    #expect(run.bars("log").map(\.text) == ["after"])
    #expect(abs(run.bars("log")[0].start - logged) < 0.001)
    #expect(try run.error(of: .pitch) < 0.3)
  }

  /// While the app is stopped nothing goes on, and what comes then is drawn when it came.
  @Test func whatComesAfterAStopIsWhereItCame() throws {
    let run = try Run(
      "wait 2s\nlog \"late\"\nwait 1s", happenings: [.exit(.suspend, at: 1_000_000_000)])
    let logged = try #require(run.starts(ofLine: 2) { $0.kind == .action }.last)
    #expect(logged > 2.01)
    #expect(abs((try #require(run.bars("log").first)).start - logged) < 0.001)
  }

  /// Behind `follow` a way is another than was assumed, and all that follows is later.
  @Test func whatIsPlannedAgainIsWhereItWas() throws {
    let visitor = Company.Subject(name: "ada", isPerson: true)
    let company = Company(
      [visitor],
      doing: [
        .init(time: 0, .deed(subject: 0, .arrives(.init(yaw: 10)))),
        .init(
          time: 1_000_000_000, .deed(subject: 0, .walks(to: .init(yaw: 60), over: 3_000_000_000))),
        .init(time: 7_000_000_000, .deed(subject: 0, .leaves)),
      ])
    let run = try Run(
      """
      pan to 10deg right over 500ms
      follow person until lost for 1s
      wait 1s
      pan to 60deg left at 20deg/s
      log "there"
      wait 1s
      """, company: company)
    let logged = try #require(run.starts(ofLine: 5) { $0.kind == .action }.last)
    #expect(abs((try #require(run.bars("log").first)).start - logged) < 0.001)
    let move = try #require(run.bars("steps").last)
    #expect(abs(move.end - logged) < 0.002)
    #expect(try run.error(of: .yaw) < 1)
  }

  /// What begins a cue, and touches no motor, ends neither the tracker nor the limits.
  @Test func whatTheTrackerDoesGoesOnBehindAnEvent() throws {
    let visitor = Company.Subject(name: "ada", isPerson: true)
    let company = Company(
      [visitor],
      doing: [
        .init(time: 0, .deed(subject: 0, .arrives(.init(yaw: 20)))),
        .init(
          time: 6_000_000_000, .deed(subject: 0, .walks(to: .init(yaw: -20), over: 4_000_000_000))),
        .init(time: 12_000_000_000, .deed(subject: 0, .leaves)),
      ])
    let run = try Run(
      """
      on tap { log "tap" }
      follow person until lost for 1s
      move to home over 1s
      """, company: company, happenings: RunPlotTests.taps)
    let follows = run.bars("steps").filter { $0.text == "follow person" }
    let move = try #require(run.starts(ofLine: 3) { $0.kind == .move }.first)
    #expect(follows.count == 1)
    #expect(follows.first?.start == 0)
    #expect(abs(try #require(follows.first?.end) - move) < 0.01)
    let plan = try #require(run.stretch.plan.yaw)
    #expect(plan.pieces.allSatisfy { $0.start > 12 })
    // The picture says it once.
    #expect(plan.unknown.count == 1)
    #expect(abs(try #require(plan.unknown.first?.to) - move) < 0.01)
    #expect(try run.error(of: .yaw) < 1)
  }

  /// Limits hold until the script sets others, whatever begins meanwhile.
  @Test(arguments: ["follow person for 1s", "wait for tap for at most 1s"])
  func limitsHoldBehindAWait(wait: String) throws {
    let run = try Run(
      """
      limit pan to 60deg left .. 60deg right at 60deg/s
      pan to 30deg right over 1s
      \(wait)
      pan to home
      """)
    let plan = try #require(run.stretch.plan.yaw)
    #expect(plan.limits.count == 1)
    #expect(plan.limits.first?.limits.speed == 60)
    let speeds = plan.pieces.flatMap { piece in
      (0...20).map { abs(piece.polynomial(of: .speed).value(at: Double($0) / 20)) }
    }
    #expect(try #require(speeds.max()) <= 60.001)
    #expect(try run.error(of: .yaw) < 1)
    #expect(run.bars("limits").map(\.end) == [run.stretch.length])
  }

  /// A run is as long as its receipt says, though the motors are given back a little later.
  @Test func aRunIsAsLongAsItsReceiptSays() throws {
    let run = try Run("pan to 30deg right over 2s\nspin pan at 10deg/s right for 3s\nstop pan")
    #expect(run.plot.summary == "stand  ·  run of 5.053 s  ·  plan and motion")
    #expect(run.stretch.length > 5.06)
  }

  /// Where the tracker has left an axis that then rests is told by the run.
  @Test func whereTheTrackerLeftAnAxisItRests() throws {
    let visitor = Company.Subject(name: "ada", isPerson: true)
    let company = Company(
      [visitor], doing: [.init(time: 0, .deed(subject: 0, .arrives(.init(yaw: 20))))])
    let run = try Run("follow person for 3s\ntilt to 5deg up over 2s", company: company)
    let plan = try #require(run.stretch.plan.yaw?.piece(at: 4.5))
    let done = try #require(run.stretch.other.yaw?.piece(at: 4.5))
    func start(_ piece: CurvePiece) -> Double { piece.polynomial(of: .position).value(at: 0) }
    #expect(abs(start(done) - 20) < 3 && abs(start(plan) - start(done)) < 0.5)
  }

  /// Beside a chart of a run stands what was planned and what the dock did.
  @Test func bothPeaksStandBesideARun() throws {
    let run = try Run("pan to 20deg right over 2s\nanimate yes")
    let svg = run.plot.picture(in: .page(width: 1100)).svg().text
    #expect(svg.contains(">plan: peak ") && svg.contains(">dock: peak "))
    #expect(svg.contains(">planned, nearest to a limit: "))
    // An axis that only an animation moves does not rest.
    #expect(svg.contains(">animation</text>") && !svg.contains(">rests</text>"))
  }

  /// Behind a break of the scale stand a line and the greatest value.
  @Test func aBreakOfTheScaleIsShown() throws {
    let plotted = try Plotted("pan to 5deg right over 3s")
    let picture = plotted.plot.picture(in: .page(width: 1100))
    let chart = try #require(picture.groups(named: "speed").first)
    let peak = try #require(chart.labels.first { $0.text.hasPrefix("peak ") })
    #expect(chart.labels.contains { $0.anchor == .end && $0.text == peak.text.dropFirst(5) })
    #expect(chart.shapes.count { $0.points.count > 100 } >= 2)
  }
}

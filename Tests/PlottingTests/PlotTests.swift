import Drawing
import Foundation
import Hardware
import Motion
import Playback
import Plotting
import Printing
import Rehearsal
import Schedules
import Simulation
import Testing

/// What plots show, and that they stay bounded.
@Suite struct PlotTests {
  @Test func lanesShowWhatHappens() throws {
    let plotted = try Plotted(
      """
      on button 1 pausing { animate yes }
      mark "verse"
      face happy over 1s
      pan to 20deg right over 1s
      log "a <b> & c"
      wait for { person { }; timeout 2s { } }
      """)
    for text in ["verse", "happy over 1s", "a &lt;b&gt; &amp; c", "until person", "on button 1"] {
      #expect(plotted.svg.contains(text), "\(text)")
    }
    #expect(plotted.svg.contains("data-source=\"test.dock:4\""))
    #expect(plotted.svg.contains("▸ cue 2"))
  }

  @Test func theNearestPlaceIsMarkedWithItsLine() throws {
    let plotted = try Plotted("pan to 5deg right over 2s\npan to 90deg right over 1.3s")
    #expect(plotted.svg.contains("· line 2"))
    let nearest = try #require(
      plotted.svg.range(of: "data-name=\"nearest\" data-source=\"test.dock:2\""))
    #expect(!plotted.svg[nearest.upperBound...].contains("data-name=\"nearest\""))
  }

  @Test func whatIsNearALimitIsShaded() throws {
    #expect(try Plotted("tilt to 44deg up over 3s").svg.contains("data-name=\"tight\""))
    #expect(!(try Plotted("tilt to 20deg up over 3s").svg.contains("data-name=\"tight\"")))
  }

  @Test func aChangedLimitIsAStep() throws {
    let plotted = try Plotted(
      "pan to 20deg right over 3s\nlimit pan at 30deg/s\npan to 0deg over 3s")
    let plan = plotted.plot
    #expect(plan.drawn == [.yaw])
    #expect(plotted.svg.contains("% of 90") || plotted.svg.contains("% of 30"))
  }

  @Test(arguments: ["", "# nothing\n", "wait 1s", "log \"only a line\""])
  func emptyShowsArePictures(script: String) throws {
    let plotted = try Plotted(script)
    #expect(plotted.svg.hasSuffix("</svg>\n"))
    let grid = CellGrid(plotted.plot.picture(in: .terminal(columns: 60)))
    #expect(grid.rows < 20)
  }

  /// However long a show is, its picture is not.
  @Test func longShowsAreBounded() throws {
    let plotted = try Plotted(
      "repeat 1500 { pan by 5deg right over 700ms; pan by 5deg left over 700ms }")
    #expect(plotted.svg.utf8.count < 1_500_000)
    #expect(plotted.svg.contains("narrower than half a pixel"))
    let short = try Plotted(
      "repeat 5 { pan by 5deg right over 700ms; pan by 5deg left over 700ms }")
    #expect(!short.svg.contains("narrower than half a pixel"))
  }

  /// What is drawn as a covered stretch reaches as far as the motion does.
  @Test func coveredStretchesKeepTheirExtremes() throws {
    let plotted = try Plotted(
      "repeat 600 { pan by 5deg right over 700ms; pan by 5deg left over 700ms }")
    let chart = try #require(ReadChart(plotted.svg, axis: "pan", quantity: "position"))
    let heights = chart.curves.joined().flatMap { $0.points.map(\.y) }
    let values = heights.map { (chart.zero - $0) / -chart.unit }
    #expect(abs((values.max() ?? 0) - 5) < 0.2)
    #expect(abs((values.min() ?? 9) - 0) < 0.2)
  }

  @Test func fortyHandlersHaveARowEach() throws {
    let handlers = (1...40).map { "on button \($0) { log \"\($0)\" }" }.joined(separator: "\n")
    let plotted = try Plotted(handlers + "\npan to 20deg right over 10s")
    for number in 1...40 { #expect(plotted.svg.contains(": on button \(number) ▸")) }
    #expect(plotted.svg.contains("25 cues are not shown"))
  }

  @Test func aLongNameIsCut() throws {
    let name = String(repeating: "n", count: 200) + ".dock"
    let plotted = try Plotted("mark \"\(String(repeating: "m", count: 200))\"\nwait 1s", name: name)
    #expect(plotted.svg.contains("nnn…</text>"))
    #expect(plotted.svg.contains("mmm…</text>"))
  }

  /// The words of the last mark may go beside the plot, where nothing else is.
  @Test func aMarkAtTheEndHasItsWords() throws {
    let plotted = try Plotted("pan to 5deg right over 3s\nface happy")
    #expect(plotted.svg.contains(">happy</text>"))
    #expect(try Plotted("wait 3s\nface happy").svg.contains(">happy</text>"))
  }

  /// One value is no scale: every chart of a position, and of a difference, has two at least.
  @Test(arguments: [3.0, 7.05, 30, 40, 67, 170])
  func everyChartHasAScale(angle: Double) throws {
    let plotted = try Plotted("pan to \(angle)deg right over 9s\npan to \(angle)deg left over 9s")
    for picture in [
      plotted.plot.picture(in: .page(width: 1100)),
      plotted.plot.picture(in: .terminal(columns: 80)),
    ] {
      let chart = try #require(picture.groups(named: "position").first)
      let values = chart.labels.filter { $0.anchor == .end }
      #expect(Set(values.map(\.text)).count >= 2, "\(values.map(\.text))")
    }
  }

  /// Words to the left of their mark end there, however wide the letters are.
  @Test func theWordsOfTheNearestPlaceBeginOrEndAtIt() throws {
    var sides: Set<Label.Anchor> = []
    let shows = try [Plotted("pan to 40deg right over 2s"), Plotted.example("04-gestures.dock")]
    for picture in shows.map({ $0.plot.picture(in: .page(width: 1100)) }) {
      let mark = try #require(picture.groups(named: "nearest").first)
      let label = try #require(mark.labels.first)
      let bounds = try #require(mark.shapes.first).points.map(\.x)
      let middle = ((bounds.min() ?? 0) + (bounds.max() ?? 0)) / 2
      #expect(abs(label.x - middle) < 8)
      #expect((label.x < middle) == (label.anchor == .end))
      sides.insert(label.anchor)
    }
    #expect(sides == [.start, .end])
  }

  /// Words over a stretch of which nothing is planned are not where the dock moved.
  @Test func wordsKeepOffTheCurve() throws {
    let plotted = try Plotted("tilt to 1deg up over 1s\nanimate kapow\nwait 1s")
    let cue = try #require(plotted.sheet.entries.first?.cue)
    var events: [PlaybackEvent] = []
    let run = rehearse(cue) { events.append($0) }
    let plot = TimePlot(of: cue, events, run.outcome, run.trace)
    let picture = plot.picture(in: .page(width: 1100))
    let chart = try #require(
      picture.groups(named: "position").first { $0.facts.contains { $0.value == "tilt" } })
    let label = try #require(chart.groups(named: "unknown").first?.labels.first)
    let done = try #require(chart.groups(named: "other").first).shapes.flatMap(\.points)
    let near = done.filter { abs($0.x - label.x) < 35 }.map(\.y)
    #expect(!near.isEmpty)
    #expect(near.allSatisfy { $0 < label.y - label.size || $0 > label.y + 3 })
  }

  @Test func aShareOfALowerLimitIsNotThatOfThePeak() throws {
    let plotted = try Plotted(
      "pan to 60deg right over 850ms\nlimit pan at 30deg/s\npan to 0deg over 2.1s")
    #expect(!plotted.svg.contains(">99 % of 30<"))
    #expect(plotted.svg.contains(">up to 99 % of 30<"))
  }

  @Test func aPathFillsItsPage() throws {
    let plotted = try Plotted("pan to 10deg right over 2s")
    let picture = SpatialPlot(of: plotted.plot, by: .speed).picture(width: 1100)
    #expect(picture.width == 1100)
    let start = try #require(picture.elements.labels.first { $0.text == "start" })
    #expect(start.x > 400 && start.x < 700)
  }

  /// A blink passes, and what the eyes do goes on around it.
  @Test func aBlinkIsAPoint() throws {
    let plotted = try Plotted("eyes left\nwait 1s\neyes blink\nwait 5s\neyes right\nwait 1s")
    let bars = plotted.plot.stretches[0].lanes.first { $0.name == "eyes" }?.bars ?? []
    #expect(bars.map(\.text) == ["left", "blink", "right"])
    #expect(bars.map(\.start) == [0, 1, 6])
    #expect(bars.map(\.end) == [6, 1, 7])
  }

  /// A motion that goes on in the next cue is drawn there, and not in both.
  @Test func aMotionEndsWithItsCue() throws {
    let plotted = try Plotted(
      "count n\ntogether { pan to 60deg right over 3s; { wait 1s; if n > 2 { face happy } } }")
    #expect(plotted.plot.stretches.map(\.length) == [1, 2, 2])
    for stretch in plotted.plot.stretches {
      #expect(try #require(stretch.plan[.yaw]?.pieces.last).end <= stretch.length + 1e-9)
    }
  }

  /// The limit of an axis lasts until another holds for that axis.
  @Test func limitsOfAxesEndEachByThemselves() throws {
    let plotted = try Plotted(
      """
      limit pan at 45deg/s
      limit tilt to 10deg up .. 20deg down
      repeat 1 { limit pan acceleration 100deg/s^2; wait 2s }
      wait 2s
      """)
    let bars = plotted.plot.stretches[0].lanes.first { $0.name == "limits" }?.bars ?? []
    #expect(
      bars.map(\.text) == [
        "limit pan at 45deg/s acceleration 100deg/s^2", "limit tilt to 10deg up .. 20deg down",
        "limit pan at 45deg/s",
      ])
    #expect(bars.map(\.start) == [0, 0, 2])
    #expect(bars.map(\.end) == [2, 4, 4])
  }

  @Test func anEmptyPlotHasNoTimeAxis() throws {
    #expect(!(try Plotted("").svg.contains(">0 s</text>")))
    #expect(try Plotted("wait 1s\nlog \"a\"").svg.contains(">0 s</text>"))
  }

  @Test func docksWithoutEndStopsAndOthersAreDrawn() throws {
    let flow = try Plotted("tilt to 20deg up over 2s", model: .flow2pro)
    #expect(flow.svg.contains("38.4° up"))
    #expect(flow.svg.contains("27.5° down"))
  }

  // MARK: - Runs, comparisons, paths

  @Test func aRunLiesOverItsPlan() throws {
    let plotted = try Plotted("pan to 30deg right over 2s\ntilt to 10deg up over 1s")
    let cue = try #require(plotted.sheet.entries.first?.cue)
    var events: [PlaybackEvent] = []
    let run = rehearse(cue) { events.append($0) }
    let plot = TimePlot(of: cue, events, run.outcome, run.trace)
    let svg = plot.picture(in: .page(width: plot.pageWidth)).svg().text
    let done = try #require(
      ReadChart(svg, axis: "pan", quantity: "position", curve: "other"))
    let motion = try #require(run.motion(of: .yaw))
    for index in 0..<50 {
      let time = Double(run.trace.end) / 1e9 * (Double(index) + 0.5) / 50
      let value = motion.position(at: time)
      let drawn = try #require(done.value(at: time, near: value))
      #expect(abs(drawn - value) < 0.01)
    }
    #expect(svg.contains("data-name=\"difference\""))
    #expect(svg.contains("what the dock did"))
  }

  @Test func theErrorIsTheDifference() throws {
    let plan = try Plotted("pan to 30deg right over 2s")
    let done = try Plotted("pan to 20deg right over 3s")
    func curve(_ plotted: Plotted) throws -> AxisCurve {
      let cue = try #require(plotted.sheet.entries.first?.cue)
      return try #require(AxisCurve(of: .yaw, in: cue))
    }
    let one = try curve(plan)
    let other = try curve(done)
    let difference = other.minus(one)
    for index in 0..<50 {
      let time = 2 * (Double(index) + 0.5) / 50
      let values = try [difference, other, one].map { curve in
        let piece = try #require(curve.piece(at: time))
        return piece.polynomial(of: .position).value(at: (time - piece.start) / piece.length)
      }
      #expect(abs(values[0] - (values[1] - values[2])) < 1e-9)
    }
  }

  @Test func changesAreMarked() throws {
    let schedules = try ["30deg", "35deg"].map {
      try Plotted("pan to \($0) right over 2s").sheet
    }
    let old = try #require(schedules[0].straight)
    let new = try #require(schedules[1].straight)
    let comparison = ScheduleComparison(expected: old, actual: new)
    let plot = TimePlot(of: new, over: old, differences: comparison.differences)
    let svg = plot.picture(in: .page(width: 1100)).svg().text
    #expect(svg.contains("1 difference"))
    #expect(svg.contains("pan 30deg right -&gt; 35deg right"))
    #expect(svg.contains(">new - old</text>") && svg.contains(">old: peak "))
    let before = try #require(ReadChart(svg, axis: "pan", quantity: "position", curve: "other"))
    #expect(abs((before.value(at: 1.999, near: 30) ?? 0) - 30) < 0.05)
  }

  /// A speed that is as it was is no change, wherever the axis turns.
  @Test func whatIsAsItWasIsNoChange() throws {
    let schedules = try ["45deg", "60deg"].map {
      try Plotted("pan to \($0) left over 3s\nramp pan to 9deg/s right over 1s\nstop over 1s").sheet
    }
    let (old, new) = (try #require(schedules[0].straight), try #require(schedules[1].straight))
    let words = ScheduleComparison(expected: old, actual: new).differences.map(\.words)
    #expect(words.count == 1 && words[0].hasPrefix("pan 45deg left -> 60deg left"), "\(words)")
  }

  @Test func theViewGoesWhereTheAxesGo() throws {
    let plotted = try Plotted("together { pan to 40deg right over 2s; tilt to 20deg up over 2s }")
    for shade in SpatialPlot.Shade.allCases {
      let svg = SpatialPlot(of: plotted.plot, by: shade).picture(width: 900).svg().text
      #expect(svg.contains("45° up") && svg.contains("C"))
      #expect(svg.contains(">start</text>") && svg.contains(">end</text>"))
    }
    let still = try Plotted("wait 1s")
    let svg = SpatialPlot(of: still.plot, by: .speed).picture(width: 900).svg().text
    #expect(svg.contains("nothing moves in this show"))
  }
}

import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Schedules
import Testing
import Vocabulary

extension Schedule {
  /// The text form in one piece.
  var text: String {
    var text = ""
    writeText { text += $0.text }
    return text
  }
}

/// The schedule of the text, and what was reported.
func read(_ text: String) -> (Schedule?, Diagnostics) {
  var sources = SourceMap()
  var log = Diagnostics()
  let schedule = readSchedule(
    Array(text.utf8), name: "x.schedule", sources: &sources, reporting: &log)
  return (schedule, log)
}

/// The small show the pages about schedules begin with.
let hello = """
  dock-schedule 2
  profile stand
  source  01-hello.dock
  from    yaw 0, pitch 0
  limits  yaw any speed 90000 acceleration 720000 jerk 14400000
  limits  pitch -45000..45000 speed 90000 acceleration 720000 jerk 14400000

         0         tracking off                                    # 2
         0   +1000 move pitch ~0 -> -10000                         # 2
      1000   +1200 animate yes                                     # 3
      2200   +2000 move yaw ~0 -> 30000                            # 4
      4200   +3000 move yaw 30000 -> -30000 smooth                 # 5
      7200   +2000 move yaw -30000 -> 0, pitch -10000 -> 0         # 6
      9200         tracking restore                                # 6
      9200         end

  """

extension Schedule.Action {
  /// One of each kind.
  fileprivate static let one: [Schedule.Action] = [
    .frame(.center), .region(.init(x: 250, y: 0, width: 500, height: 1000)),
    .select(.point(x: 250, y: 0)), .select(.none), .select(.subject(.person("ada\n"))),
    .note(Note(.log, "say \"hi\"\n\u{1b}")), .phone(.zoomBy(-200, over: 400)),
  ]
}

@Suite("The text form of a schedule") struct FormTextTests {
  @Test("the first show reads and prints as it stands") func helloIsAFixedPoint() throws {
    let (schedule, log) = read(hello)
    #expect(log.all.isEmpty)
    let steps = try #require(schedule).steps
    #expect(steps.count == 7)
    #expect(steps[1].assumed == .pitch)
    #expect(schedule?.easings == [.plain, .curve(.smooth)])
    #expect(schedule?.text == hello)
  }

  @Test("every kind of step has a line") func everyKind() {
    var schedule = Schedule(model: .flow2pro, files: ["show.dock", "a lib.dock"])
    schedule.throughs = [
      .init(
        points: [PerAxis(yaw: 900, pitch: 1, roll: 0), PerAxis(yaw: 0, pitch: 0, roll: 0)],
        starts: [0, 800], lengths: [900, 900])
    ]
    var whole = Step(.ramp, start: 0)
    (whole.axes, whole.length) = (.yaw, 1000)
    schedule.cuts = [.init(whole, after: 400)]
    whole.kind = .move
    schedule.warps = [.init(whole, from: 0, changes: [.init(at: 400, over: 120, to: 0)])]
    var narrow = schedule.limits[0]
    narrow.yaw?.lower = -120_000
    narrow.pitch?.speed = 30_000
    schedule.limits.append(narrow)
    schedule.easings.append(.bezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1))
    for (index, kind) in Step.Kind.allCases.enumerated() {
      var step = Step(kind, start: Int32(index * 1000))
      step.line = Step.line(index, inFile: index % 2)
      if [.move, .ramp, .through, .cut, .warp].contains(kind) { step.axes = [.yaw, .pitch] }
      if kind == .move { step.easing = 1 }
      if [.limit, .tracking, .animate].contains(kind) { step.extra = 1 }
      schedule.steps.append(step)
    }
    schedule.steps.removeLast()
    for action in Schedule.Action.one {
      let index = schedule.steps.count
      var step = schedule.step(action, at: Int32(index * 1000))
      step.line = Step.line(index, inFile: index % 2)
      schedule.steps.append(step)
    }
    let body = schedule.text.split(separator: "\n").dropFirst(7)
    #expect(body.joined(separator: "\n") == everyKindAsText)
  }

  @Test("random schedules read back as they were", arguments: 0..<8)
  func roundTrips(block: Int) throws {
    for seed in block * 50..<block * 50 + Thorough.count(50, sample: 15) {
      try roundTrip(seed: seed)
    }
  }

  private func roundTrip(seed: Int) throws {
    let schedule = RandomSchedule.make(seed: seed)
    let text = schedule.text
    let (result, log) = read(text)
    #expect(log.all.map(\.message) == [], "seed \(seed)\n\(text)")
    var back = try #require(result)
    for index in back.steps.indices { back.steps[index].origin = Step.none }
    #expect(back == schedule, "seed \(seed)\n\(text)")
    #expect(back.text == text, "seed \(seed)")
  }

  @Test("carriage returns, blanks and comments change nothing") func layout() throws {
    let lines = hello.split(separator: "\n", omittingEmptySubsequences: false)
    let loose = "\u{FEFF}# a show\r\n\r\n" + lines.joined(separator: "  \t\r\n# so\r\n")
    let (schedule, log) = read(loose)
    #expect(log.all.isEmpty)
    #expect(schedule?.text == hello)
  }

  @Test("text comes in pieces, and the pieces are the text") func pieces() throws {
    var schedule = try #require(read(hello).0)
    let move = schedule.steps[2]
    schedule.steps.append(contentsOf: repeatElement(move, count: 20_000))
    let log = schedule.step(.note(Note(.log, String(repeating: "\u{202E}", count: 50_000))), at: 0)
    schedule.steps.append(log)
    var sizes: [Int] = []
    var text = ""
    schedule.writeText {
      sizes.append($0.count)
      text += $0.text
    }
    #expect(sizes.count > 10)
    #expect(sizes.dropLast(2).allSatisfy { $0 >= 1 << 16 && $0 < 1 << 18 })
    let lines = text.split(separator: "\n")
    #expect(lines.count == 6 + 7 + 20_000 + 2)
    #expect(lines[15_000] == lines[8])
  }

  @Test("a file and a line share one number") func places() {
    var step = Step(.wait, start: 0)
    step.line = Step.line(12, inFile: 3)
    #expect(step.file == 3)
    #expect(step.lineNumber == 12)
    step.line = Step.line(20_000_000, inFile: 255)
    #expect(step.lineNumber == Step.greatestLine)
    #expect(Step.line(1, inFile: 256) == 0)
    #expect(Step.line(0, inFile: 1) == 0)
  }
}

private let everyKindAsText = #"""
         0         tracking off
      1000         tracking restore                                # "a lib.dock":1
      2000         move yaw 0 -> 0, pitch 0 -> 0 bezier(0.25, 0.1, 0.25, 1) # show.dock:2
      3000         through yaw 0 -> 900 -> 0, pitch 0 -> 1 -> 0, legs 0+900 800+900 # "a lib.dock":3
      4000         ramp yaw 0 -> 0, pitch 0 -> 0                   # show.dock:4
      5000         wait                                            # "a lib.dock":5
      6000         animate yes                                     # show.dock:6
      7000         limits yaw -120000.., pitch speed 30000         # "a lib.dock":7
      8000         restore-to on                                   # show.dock:8
      9000         cut yaw 0 -> 0, pitch 0 -> 0 at 400 of +1000 ramp yaw 0 -> 0 # "a lib.dock":9
     10000         warp yaw 0 -> 0, pitch 0 -> 0 \#
  from 0 at 400+120 to 0% of +1000 move yaw 0 -> 0 # show.dock:10
     11000         frame center                                    # "a lib.dock":11
     12000         region x 250, y 0, width 500, height 1000       # show.dock:12
     13000         select at 250, 0                                # "a lib.dock":13
     14000         select none                                     # show.dock:14
     15000         select person "ada\n"                           # "a lib.dock":15
     16000         log "say \"hi\"\n\u{1b}"                        # show.dock:16
     17000         camera zoom by -200 over 400                    # "a lib.dock":17
         0         end
  """#

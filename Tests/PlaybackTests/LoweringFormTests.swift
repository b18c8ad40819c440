import Hardware
import Motion
import Playback
import Printing
import Schedules
import Testing
import Vocabulary

extension CommandList {
  /// The text form in one piece.
  var text: String {
    var text = ""
    writeText { text += $0.text }
    return text
  }

  /// The JSON form in one piece.
  var json: String {
    var text = ""
    writeJSON { text += $0.text }
    return text
  }
}

@Suite("The forms of commands") struct LoweringFormTests {
  /// A show with one call of every kind.
  private var show: Schedule {
    var schedule = Schedule(model: .stand, files: ["show.dock"])
    schedule.easings = [.plain, .curve(.smooth)]
    var narrow = schedule.limits[0]
    narrow.yaw?.lower = -120_000
    schedule.limits.append(narrow)
    let actions: [Schedule.Action] = [
      .note(Note(.log, "look \"up\"\n")), .frame(.center),
      .region(.init(x: 250, y: 0, width: 500, height: 1000)), .select(.point(x: 250, y: 0)),
      .select(.none),
    ]
    for action in actions {
      let step = schedule.step(action, at: 0)
      schedule.steps.append(step)
    }
    var limit = Step(.limit, start: 0)
    limit.extra = 1
    schedule.steps += [limit, Step(.take, start: 0)]
    for index in schedule.steps.indices {
      schedule.steps[index].line = Step.line(index + 1, inFile: 0)
    }
    for index in 0..<2 {
      var step = Step(.move, start: Int32(index) * 1000)
      step.axes = .pitch
      (step.from.pitch, step.to.pitch) = index == 0 ? (0, -10_000) : (-10_000, -9800)
      step.easing = UInt8(index)
      step.length = 1000 - 800 * Int32(index)
      step.line = 9
      schedule.steps.append(step)
    }
    var nod = Step(.animate, start: 1200)
    nod.extra = 1
    nod.length = 1200
    schedule.steps += [nod, Step(.giveBack, start: 2400)]
    schedule.length = 2500
    return schedule
  }

  @Test("one line a call") func text() {
    #expect(
      lower(show).text == #"""
        dock-commands 1
        profile stand
        source  show.dock
        within  100

               0 log "look \"up\"\n"                                     # 1
               0 frame center                                            # 2
               0 region x 250, y 0, width 500, height 1000               # 3
               0 select at 250, 0                                        # 4
               0 select none                                             # 5
               0 tracking off                                            # 7
               0 limits yaw -120000.. speed 90000, pitch -45000..45000 speed 90000 # 7
               0 orientation yaw 0, pitch -10000 over 1000               # 9
            1000 velocity yaw 0, pitch 1170                              # 9
            1171 velocity yaw 0, pitch 0                                 # 9
            1200 animate yes for 1200
            2400 velocity yaw 0, pitch 0
            2400 tracking restore
            2500 end

        """#)
  }

  @Test("one object a call") func json() {
    let json = lower(show).json
    #expect(json.hasPrefix("{\n  \"dock_commands\": 1,\n  \"profile\": \"stand\",\n"))
    #expect(
      json.contains(
        """
            {
              "time": 0,
              "do": "orientation",
              "axes": {
                "yaw": 0,
                "pitch": -10000
              },
              "length": 1000,
              "source": {
                "file": "show.dock",
                "line": 9
              }
            },

        """))
    #expect(json.hasSuffix("      \"to\": \"restore\"\n    }\n  ]\n}\n"))
  }

  @Test("forms come in pieces, and the pieces are the whole") func pieces() {
    var schedule = show
    var log = schedule.step(.note(Note(.log, String(repeating: "x", count: 1000))), at: 0)
    log.line = 1
    schedule.steps.insert(contentsOf: repeatElement(log, count: 500), at: 0)
    let list = lower(schedule)
    var sizes: (text: [Int], json: [Int]) = ([], [])
    list.writeText { sizes.text.append($0.count) }
    list.writeJSON { sizes.json.append($0.count) }
    for sizes in [sizes.text, sizes.json] {
      #expect(sizes.count > 5)
      #expect(sizes.dropLast().allSatisfy { $0 >= 1 << 16 && $0 < 1 << 18 })
    }
    #expect(list.text.split(separator: "\n").count { $0.hasSuffix("x\" # 1") } == 500)
  }
}

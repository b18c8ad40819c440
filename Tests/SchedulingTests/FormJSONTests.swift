import Hardware
import Language
import Printing
import Schedules
import Testing

extension Schedule {
  /// The JSON form in one piece.
  var json: String {
    var text = ""
    writeJSON { text += $0.text }
    return text
  }
}

@Suite("The JSON form of a schedule") struct FormJSONTests {
  @Test("a move is an object of its axes") func move() throws {
    let schedule = try #require(
      read(
        """
        dock-schedule 2
        profile stand
        source a.dock
        0 tracking off # 1
        0 +2000 move yaw ~0 -> 30000, pitch 0 -> 5 bezier(0.25, 0, 0.75, 1) # 2
        2000 tracking restore
        2000 end
        """
      ).0)
    #expect(schedule.json == moveAsJSON)
  }

  @Test("an empty schedule is a whole document") func empty() {
    let schedule = Schedule(model: .stand, files: [])
    #expect(schedule.json.hasSuffix("\"steps\": []\n}\n"))
    #expect(schedule.json.contains("\"sources\": [],"))
  }

  @Test("braces pair and one step is one object, whatever is logged", arguments: 0..<4)
  func shape(block: Int) {
    for seed in block * 20..<block * 20 + 20 {
      let schedule = RandomSchedule.make(seed: seed)
      let lines = schedule.json.split(separator: "\n")
      let opened = lines.count { $0.hasSuffix("{") }
      let closed = lines.count { $0.hasSuffix("}") || $0.hasSuffix("},") }
      #expect(opened == closed, "seed \(seed)")
      #expect(
        lines.count { $0.hasPrefix("      \"do\": ") } == schedule.steps.count, "seed \(seed)")
    }
  }

  @Test("it comes in pieces, too") func pieces() {
    var schedule = Schedule(model: .stand, files: ["a.dock"])
    schedule.steps = ContiguousArray(repeating: Step(.wait, start: 0), count: 5000)
    var sizes: [Int] = []
    schedule.writeJSON { sizes.append($0.count) }
    #expect(sizes.count > 3)
    #expect(sizes.dropLast().allSatisfy { $0 >= 1 << 16 && $0 < 1 << 17 })
  }
}

private let moveAsJSON = """
  {
    "dock_schedule": 2,
    "profile": "stand",
    "sources": [
      "a.dock"
    ],
    "from": {
      "yaw": 0,
      "pitch": 0
    },
    "limits": {
      "yaw": {
        "lower": null,
        "upper": null,
        "speed": 90000,
        "acceleration": 720000,
        "jerk": 14400000
      },
      "pitch": {
        "lower": -45000,
        "upper": 45000,
        "speed": 90000,
        "acceleration": 720000,
        "jerk": 14400000
      }
    },
    "length": 2000,
    "steps": [
      {
        "start": 0,
        "length": 0,
        "do": "tracking_off",
        "source": {
          "file": "a.dock",
          "line": 1
        }
      },
      {
        "start": 0,
        "length": 2000,
        "do": "move",
        "relative": false,
        "axes": {
          "yaw": {
            "from": 0,
            "to": 30000,
            "assumed": true
          },
          "pitch": {
            "from": 0,
            "to": 5,
            "assumed": false
          }
        },
        "easing": [
          0.25,
          0,
          0.75,
          1
        ],
        "source": {
          "file": "a.dock",
          "line": 2
        }
      },
      {
        "start": 2000,
        "length": 0,
        "do": "tracking_restore"
      }
    ]
  }

  """

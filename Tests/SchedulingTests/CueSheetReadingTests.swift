import Diagnosis
import Language
import Motion
import Printing
import Schedules
import Scheduling
import Testing

@Suite("Reading cue sheets") struct CueSheetReadingTests {
  /// A line of the sheet, its replacement, and the diagnostic.
  struct Mistake: CustomTestStringConvertible {
    var line: String
    var with: String
    var message: String
    var code: DiagnosticCode

    init(
      _ line: String, _ with: String, _ message: String,
      _ code: DiagnosticCode = .malformedSchedule
    ) {
      (self.line, self.with, self.message, self.code) = (line, with, message, code)
    }

    var testDescription: String { with }
  }

  /// A beat without an end, with a long move across its cues, and an end by an event.
  static let sheet = """
    dock-schedule 2
    profile stand
    source  show.dock
    from    yaw 0, pitch 0
    limits  yaw any speed 90000 acceleration 720000 jerk 14400000
    limits  pitch -45000..45000 speed 90000 acceleration 720000 jerk 14400000

    cue 1
           0         tracking off                                    # 1
           0   +3000 move yaw ~0 -> 30000                            # 1
        1000         cue 2

    cue 2: time
       -1000   +3000 move yaw ~0 -> 30000                            # 1
           0         log "beat"                                      # 2
        2000   +1000 move pitch ~0 -> 5000                           # 3
        3000         tracking restore                                # 3
        3000   +2000 until tap: cue 3                                # 4
        5000         cue 4

    cue 3: tap
           0         tracking off                                    # 5
           0   +1000 move yaw ~30000 -> 0                            # 5
        1000         tracking restore                                # 6
        1000         until tap: cue 3                                # 6
        1000         until battery below 20%: a cue not shown        # 6

    cue 4: time
           0         log "nobody"                                    # 7
           0         end

    """

  /// Nothing but the first step of an axis says in a text where that begins.
  @Test func whereASheetWithHandlersBeginsIsWhatItsStepsSay() throws {
    let sheet = try #require(Compiling("on tap { log 1 }\npan to 10deg right over 1s").sheet)
    let json = sheet.json.replacing("\"from\": 0", with: "\"from\": 1", maxReplacements: 1)
    let first = text(of: try #require(read(json).sheet))
    #expect(first.contains("from    yaw 1, pitch 0"))
    #expect(text(of: try #require(read(first).sheet)) == first)
    let turning = "on tap pausing { spin pan at 3deg/s left for 500ms; pan to home }\nwait 1s"
    let moved = try #require(Compiling(turning).sheet).json
    #expect(read(moved).sheet?.json == moved)
  }

  private func read(_ text: String) -> (sheet: CueSheet?, found: Diagnostics, sources: SourceMap) {
    var (sources, found) = (SourceMap(), Diagnostics())
    sources.add(name: "before", bytes: [1, 2, 3])
    let sheet = readCueSheet(
      Array(text.utf8), name: "x.cues", sources: &sources, reporting: &found)
    return (sheet, found, sources)
  }

  private func text(of sheet: CueSheet) -> String {
    var text = ""
    sheet.writeText { text += $0.text }
    return text
  }

  @Test("text and JSON are read back as they are")
  func roundTrip() throws {
    let sheet = try #require(read(Self.sheet).sheet)
    #expect(text(of: sheet) == Self.sheet)
    let again = try #require(read(sheet.json).sheet)
    #expect(text(of: again) == Self.sheet && again.json == sheet.json)
    #expect(sheet.entries.map(\.cue.holdsMotors) == [false, true, false, false])
    #expect(sheet.entries.map(\.cue.schedule.length) == [1000, 3000, 1000, 0])
    #expect(sheet.entries[2].cue.schedule.from.yaw == 30_000)
  }

  @Test("each handler whose cue is not shown is read as one of its own")
  func handlersNotShown() throws {
    let last = "    1000         until battery below 20%: a cue not shown        # 6"
    let handlers = """
          1000         on tap: a cue not shown                         # 8
          1000         on shutter pausing: a cue not shown             # 9
      """
    let sheet = Self.sheet.replacing(last, with: "\(last)\n\(handlers)")
    #expect(text(of: try #require(read(sheet).sheet)) == sheet)
  }

  @Test("a byte order mark is passed over")
  func byteOrderMark() throws {
    let sheet = try #require(read(Self.sheet).sheet)
    for form in [Self.sheet, sheet.json] {
      let bytes = Array("\u{FEFF}\(form)".utf8)
      #expect(CueSheet.isWritten(in: bytes, named: "x"))
      #expect(text(of: try #require(read("\u{FEFF}\(form)").sheet)) == Self.sheet)
    }
  }

  @Test("empty lines and comments above the first line are passed over")
  func linesAboveTheFirst() throws {
    for above in ["\n", "# mine\n", " \r\n  # mine\n\n"] {
      #expect(CueSheet.isWritten(in: Array("\(above)\(Self.sheet)".utf8), named: "x"))
      #expect(text(of: try #require(read("\(above)\(Self.sheet)").sheet)) == Self.sheet)
    }
    #expect(!CueSheet.isWritten(in: Array("# dock-schedule 2\nwait 1s\n".utf8), named: "x"))
  }

  @Test("a step that goes on keeps what stands for it")
  func origins() throws {
    let cues = try #require(read(Self.sheet).sheet).entries.map(\.cue.schedule.steps)
    #expect(cues[0][1].origin == cues[1][0].origin)
    #expect(cues[1][0].origin != cues[1][2].origin)
  }

  private static let malformed = [
    Mistake("cue 2: time", "cue 3: time", "expected cue 2 before '3'"),
    Mistake("cue 2: time", "cue 2", "expected ':' before the end of the line"),
    Mistake("cue 2: time", "cue 2: dinner", "expected an event before 'dinner'"),
    Mistake("cue 2: time", "cue 2: option 3 of 2", "there is no such option"),
    Mistake("cue 1\n", "cue 1: tap\n", "the first cue has no event"),
    Mistake(
      "    1000         cue 2\n", "",
      "cue 1 is cut off: it has no exit and no 'end'"
    ),
    Mistake("0         end", "0 +5 end", "this line has a time and no length"),
    Mistake("0         end", "0 end\n 0 log \"x\"", "there is text after the end of the cue"),
    Mistake(
      "    1000         cue 2", "1000 cue 2\n1000 cue 2",
      "a cue goes on by itself at most once, and not before it begins"),
    Mistake(
      "    1000         cue 2", "-1 cue 2",
      "a cue goes on by itself at most once, and not before it begins"),
    Mistake(
      "    1000         cue 2", "1000 cue 2\n1000 end",
      "a cue that goes on by itself has no 'end'"),
    Mistake(
      "    1000         cue 2", "1000 cue 2\n1000 log \"x\"",
      "a step stands below an exit of the cue"),
    Mistake(
      "    1000         cue 2", "1000 cue 2\n1000 until tap: cue 2",
      "this stands below the line that says when the cue goes on"),
    Mistake("1000         cue 2", "1000 cue 9", "there is no cue 9"),
    Mistake("1000         cue 2", "0 cue 1", "cue 1 comes back to itself in no time"),
    Mistake("1000         cue 2", "1000 cue 0", "there is no cue 0"),
    Mistake(
      "1000         cue 2", "1000 again 3 times in loop 1: cue 2",
      "cue 1 does not say what comes after the last iteration of its loop"),
    Mistake(
      "1000         cue 2", "1000 again 1 times in loop 1: cue 2\n1000 cue 2",
      "no loop comes back here 1 times"),
    Mistake(
      "1000         cue 2", "1000 again 3 in loop 1: cue 2\n1000 cue 2",
      "expected 'times' before 'in'"),
    Mistake(
      "1000         cue 2", "1000 again 3 times in loop 0: cue 2\n1000 cue 2",
      "there is no loop 0"),
    Mistake(
      "1000         cue 2",
      "1000 again 3 times in loop 1: cue 2\n1000 again 3 times in loop 2: cue 2\n1000 cue 2",
      "a cue has one 'again', and no condition beside it"),
    Mistake(
      "1000         cue 2",
      "1000 if person: cue 2\n1000 again 3 times in loop 1: cue 2\n1000 cue 2",
      "a cue has one 'again', and no condition beside it"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 is 2 of 2: cue 2\n1000 cue 2",
      "this is not the next option of a choice"),
    Mistake(
      "1000         cue 2",
      "1000 if choice 1 is 1 of 2: cue 2\n1000 if choice 1 is 2 of 2: cue 2\n1000 cue 2",
      "this is not the next option of a choice"),
    Mistake(
      "1000         cue 2",
      "1000 if choice 1 is 1 of 3: cue 2\n1000 if choice 2 is 2 of 3: cue 2\n1000 cue 2",
      "this is not the next option of a choice"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 is 1 of 2: cue 2\n1000 if person: cue 2\n1000 cue 2",
      "this is not the next option of a choice"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 is 1 of 3: cue 2\n1000 cue 2",
      "cue 1 does not say where each option of its choice leads"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 is 3 of 2: cue 2\n1000 cue 2",
      "there is no such option"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 is 1 of 3:0: cue 2\n1000 cue 2",
      "there is no such option"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 is 1 of 1: cue 2\n1000 cue 2",
      "there is no such option"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 seed x is 1 of 2: cue 2\n1000 cue 2",
      "expected a seed before 'x'"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 after -1 is 1 of 2: cue 2\n1000 cue 2",
      "no choice takes so many before the show"),
    Mistake(
      "1000         cue 2", "1000 if choice 1 after 99999999 is 1 of 2: cue 2\n1000 cue 2",
      "no choice takes so many before the show"),
    Mistake("1000         cue 2", "1000 cue 2, loop 7 anew", "there is no loop 7"),
    Mistake(
      "1000         cue 2", "1000 cue 2, loop 1 anew, loop 1 anew", "loop 1 stands here twice"),
    Mistake("1000         cue 2", "1000 like 2", "expected a cue before '2'"),
    Mistake("a cue not shown", "a cue not known", "expected 'a cue not shown'"),
    Mistake("until tap: cue 3    ", "until tap cue 3", "expected ':' before 'cue'"),
    Mistake("until tap: cue 3    ", "until button 0: cue 3", "there is no button 0"),
    Mistake("battery below 20%", "battery below 120%", "a charge is between 0% and 100%"),
    Mistake("battery below 20%", "battery 20%", "expected 'below'"),
    Mistake(
      "until tap: cue 3    ", "on tap sometimes: cue 3",
      "expected the policy of the handler before 'sometimes:'"),
    Mistake(
      "cue 4: time", "source x\ncue 4: time", "'source' stands after the first step"),
    Mistake(
      "    3000         tracking restore                                # 3\n", "",
      "what follows an event that comes meanwhile is not the same each time"),
    Mistake("5000         cue 4", "5000 cue 3", "no exit leads to cue 4"),
    Mistake("1000         cue 2", "1000 cue 2\ncue 2: time\n0 end", "expected cue 3 before '2'"),
    Mistake(
      "until battery below 20%: a cue not shown", "until tap: cue 4",
      "'tap' leads to more than one cue"),
  ]

  private static let unsafe = [
    Mistake(
      "   -1000   +3000", "   -1001   +3000", "cue 2 does not begin with what is under way then"),
    Mistake(
      "+3000 move yaw ~0 -> 30000", "+3000 move yaw ~0 -> 30001",
      "cue 2 does not begin with what is under way then"),
    Mistake(
      "   -1000   +3000 move yaw ~0 -> 30000                            # 1\n", "",
      "cue 2 does not begin with what is under way then"),
    Mistake(
      "       0         log \"beat\"", "-5 log \"beat\"",
      "cue 2 does not begin with what is under way then"),
    Mistake(
      "       0         tracking off                                    # 5\n", "",
      "the motors are not taken"),
    Mistake(
      "       0         log \"nobody\"", "0 tracking restore",
      "the motors are given back without being taken"),
    Mistake("pitch ~0 -> 5000", "pitch ~0 -> 50000", "the position of pitch goes beyond its limit"),
  ].map { Mistake($0.line, $0.with, $0.message, .unsafeSchedule) }

  @Test("each mistake is reported at its line, with a way out", arguments: malformed + unsafe)
  func mistakes(_ mistake: Mistake) throws {
    let place = try #require(Self.sheet.firstRange(of: mistake.line))
    let text = Self.sheet[..<place.lowerBound] + mistake.with + Self.sheet[place.upperBound...]
    let (sheet, found, sources) = read(String(text))
    #expect(sheet == nil)
    let first = try #require(found.all.first)
    #expect(first.message == mistake.message)
    #expect(first.code == mistake.code && !first.notes.isEmpty)
    let span = try #require(first.span)
    #expect(sources.index(of: span.start) == 1)
  }

  @Test("each way to a cue leaves the dock as the others do")
  func joins() throws {
    let text = """
      dock-schedule 2
      profile stand
      from yaw 0, pitch 0
      cue 1
        0 tracking off
        0 +1000 move pitch ~0 -> 5000
        1000 cue 2
      cue 2: time
        0 +1000 move pitch 5000 -> 10000
        1000 cue 2
      """
    let (sheet, found, _) = read(text)
    #expect(sheet == nil)
    #expect(found.all.map(\.code) == [.unsafeSchedule])
    #expect(
      found.all.first?.message
        == "cue 2 does not fit what leads to it: pitch is at 5000, or at 10000")
    let back = text.replacing("move pitch 5000 -> 10000", with: "move pitch 5000 -> 5000")
    #expect(read(back).sheet != nil)
  }

  @Test("an event that comes while the motors are held needs the script")
  func meanwhile() {
    let text = Self.sheet.replacing("3000   +2000 until tap", with: "2000   +2000 until tap")
    let found = read(text).found
    #expect(
      found.all.map(\.message) == [
        "what follows an event that comes meanwhile is not the same each time"
      ])
    let example = Self.sheet.replacing("until tap: cue 3    ", with: "until tap: like cue 3")
    #expect(read(example).sheet != nil)
  }

  @Test("what JSON says beside the lines is held to them")
  func beside() throws {
    let json = try #require(read(Self.sheet).sheet).json
    for (old, new, message) in [
      (
        "\"holds_motors\": true", "\"holds_motors\": false", "the motors are held when cue 2 begins"
      ),
      (
        "\"length\": 3000,\n      \"steps\"", "\"length\": 3001,\n      \"steps\"",
        "nothing is left to do in cue 2 at 3000 ms, not at 3001"
      ),
      ("\"end\": 5000", "\"end\": 2999", "it ends before it begins"),
      ("\"sign\": \"tap\"", "\"sign\": \"tap\\nend\"", "expected an event"),
      ("\"dock_cues\": 2", "\"dock_cues\": 3", "version 3 of schedules is newer than version 2"),
    ] {
      let place = try #require(json.firstRange(of: old), "\(old)")
      let (sheet, found, _) = read(
        String(json[..<place.lowerBound] + new + json[place.upperBound...]))
      #expect(sheet == nil)
      #expect(found.all.first?.message == message)
    }
  }

  @Test("one way may come with less under way to a cue of a sheet that has handlers")
  func handlersUnderWay() throws {
    let compiled = try #require(
      Compiling(
        """
        on double_tap { log "x" }
        pan to 5deg right over 1s
        together {
          { if docked { tilt to 11deg down over 1s } else { wait 1s }; log "y" }
          { wait 500ms; if person { log "z" } }
        }
        """
      ).sheet)
    // The way on which nothing is under way now comes first.
    let text = text(of: compiled).replacing("if docked: cue 3 ", with: "if docked: cue 4 ")
      .replacing("\n    1000         cue 4\n", with: "\n    1000         cue 3\n")
    #expect(text != self.text(of: compiled))
    let (sheet, found, _) = read(text)
    #expect(!found.hasErrors && sheet != nil)
  }

  @Test(
    "what is not a finite sheet is refused before anything moves, with its reason",
    arguments: [
      (
        "on tap { face happy }\nwait for person",
        "handlers cannot be played from a cue sheet: 'on tap'"
      ),
      (
        "on tap { face happy }\non shutter { face sad }\nwait for person",
        "handlers cannot be played from a cue sheet: 'on tap' and 1 more"
      ),
      (
        "wait for { zoom by x { tilt by x * 2deg down over 1s } }",
        "what follows 'zoom' in cue 1 is not the same each time"
      ),
      (
        "together { pan to 60deg right over 4s; wait for tap }",
        "what follows 'tap' in cue 1 is not the same each time"
      ),
      (
        "every 5s { wait for tap for at most 1s; log \"x\" }",
        "what follows 'tap' in cue 1 is not the same each time"
      ),
      (
        "repeat forever { wait for tap; pan to random(5deg, 20deg) right over 2s }",
        "what follows 'tap' in cue 2 is not the same each time"
      ),
      (
        "repeat forever { wait for tap; tilt by 2deg down over 1s }",
        "what follows 'tap' in cue 2 is not the same each time"
      ),
    ])
  func refused(script: String, message: String) throws {
    let compiled = try #require(Compiling(script).sheet)
    for form in [text(of: compiled), compiled.json] {
      let (sheet, found, _) = read(form)
      #expect(!found.hasErrors && sheet != nil)
      var log = Diagnostics()
      #expect(sheet?.firstCue(reporting: &log) == nil)
      #expect(log.all.map(\.code) == [.unplayableSheet])
      #expect(log.all.first?.message == message)
      #expect(log.all.first?.notes.last == "run the script instead")
    }
  }

  @Test(
    "a sheet whose exits are only examples is read back, wherever they leave the axes",
    arguments: [
      "spin tilt at 9deg/s down for 600ms; stop tilt", "tilt by 5deg down over 1s",
      "spin tilt at 9deg/s down for 600ms",
    ])
  func examples(motion: String) throws {
    let script = """
      count laps to 9
      repeat 2 {
          \(motion)
          repeat while laps < 4 { add 1 to laps; wait 200ms; move to home }
      }
      tilt by 5deg up
      """
    let sheet = try #require(Compiling(script).sheet)
    #expect(sheet.entries.contains { $0.exits.contains { !$0.isExact } })
    for form in [text(of: sheet), sheet.json] {
      let (again, found, _) = read(form)
      #expect(again.map(text) == text(of: sheet), "\(motion): \(found.all.map(\.message))")
    }
  }

  @Test("a move under way that began at one of several places is read back")
  func carriedExample() throws {
    let script = """
      gesture nod() {
          race { tilt to 11deg down over 1s; wait for tap }
          tilt to person at 40deg/s
      }
      together {
          nod()
          repeat while docked { wait for { button 1; timeout 2s }; wait 700ms }
      }
      """
    let sheet = try #require(Compiling(script).sheet)
    for form in [text(of: sheet), sheet.json] {
      let (again, found, _) = read(form)
      #expect(again.map(text) == text(of: sheet), "\(found.all.map(\.message))")
    }
  }

  @Test("version 1 did not say which exits are exact")
  func versionOne() throws {
    let text = "wait for tap\npan by 10deg right over 1s"
    let sheet = try #require(Compiling(text).sheet)
    let old = self.text(of: sheet).replacing("dock-schedule 2", with: "dock-schedule 1")
      .replacing("move by", with: "move")
    let read = try #require(read(old).sheet)
    var log = Diagnostics()
    #expect(read.firstCue(reporting: &log) == nil)
    #expect(
      log.all.map(\.message) == [
        "a cue sheet of version 1 does not say which of its exits are exact"
      ])
  }

  @Test("a place that a script comes to in two ways has a cue for each")
  func variants() throws {
    let sheet = try #require(
      Compiling(
        "repeat forever { wait for tap; pan to 30deg right; wait for tap; pan to 30deg left }"
      ).sheet)
    let targets = sheet.entries.map { $0.exits.map(\.target) }
    #expect(targets == [[2], [3], [4], [3]])
    #expect(sheet.entries[1].cue.schedule.length != sheet.entries[3].cue.schedule.length)
  }

  @Test(
    "a sheet whose ways meet is read back",
    arguments: [
      // An event could come at the one instant at which it is decided what goes on.
      "pan to 5deg right\nrace { { wait for { tap { log 1 } } }; choose { log 2; log 3 } }",
      // Nobody knows where pan is, and each way has brought it to another place.
      """
      follow object with pan for 300ms
      spin pan at 9deg/s left
      if person { wait 1s } else { wait 300ms }
      stop pan
      together { pan by 13deg right over 2s; choose { log 1; tilt to 8deg down } }
      """,
      """
      follow object with pan for 300ms
      spin pan at 9deg/s left
      if person { wait 1s } else { wait 300ms }
      stop pan
      together { pan to object over 2s; choose { log 1; tilt to 8deg down } }
      """,
    ])
  func waysThatMeet(script: String) throws {
    let sheet = try #require(Compiling(script).sheet)
    #expect(sheet.entries.allSatisfy { $0.exits.allSatisfy(\.isExact) })
    for form in [text(of: sheet), sheet.json] {
      let (again, found, _) = read(form)
      #expect(again.map(text) == text(of: sheet), "\(found.all.map(\.message))")
    }
  }

  /// What a sheet with a time that no schedule has is made of.
  static let farAway: [String] = [
    "cue 1\n-2147483648 +-1 wait\n0 until person: cue 1",
    """
    cue 1
    0 until person: like cue 2
    cue 2: person
    2147483647 ramp yaw 0 -> 0
    -2 ramp yaw 0 -> 0
    0 end
    """,
    """
    cue 1
    0 tracking off
    0 +2000 move by yaw ~0 -> 20000
    500 like cue 2
    cue 2: time
    2147483647 cut yaw 0 -> 0 at 5 of +5 move yaw 0 -> 0
    2147483647 cue 2
    """,
    "0 cut yaw 0 -> 0 at 0 of +2147483647 move yaw 0 -> 0\n0 end",
    "0 warp yaw 0 -> 0 from 0 at 2147483647+2147483647 to 100% of +0 move yaw 0 -> 0\n0 end",
  ]

  @Test("a time that no schedule has is refused, wherever it stands", arguments: farAway)
  func farAwayTimes(text: String) {
    let found = read("dock-schedule 2\nprofile stand\nsource a.dock\n" + text).found
    #expect(found.all.first?.message.hasSuffix("is out of range") == true)
    #expect(found.all.first?.code == .unsafeSchedule)
  }

  @Test(
    "a part of a part of a motion is refused, however deep",
    arguments: [
      "cut yaw 0 -> 0 at 0 of +0 ", "warp yaw 0 -> 0 from 0 of +0 ",
    ])
  func partsWithinParts(part: String) {
    let text = "dock-schedule 2\nprofile stand\nsource a.dock\n0 "
    let found = read(text + String(repeating: part, count: 100_000) + "\n0 end").found
    #expect(found.all.map(\.message).first?.hasPrefix("this is not the") == true)
  }

  @Test("each number of a sheet may be as large as can be", arguments: 0..<4)
  func extremes(part: Int) throws {
    let script = """
      on tap pausing { animate yes }
      camera zoom to 2x over 400ms
      pan to 60deg right over 4s; tilt by 5deg down at 10deg/s
      move through pose(pan: 20deg right), pose(pan: 10deg left), home within 3deg over 6s
      race { { ramp pan to 20deg/s right over 2s; stop }; wait for person for at most 500ms }
      repeat 3 { wait for button 1; face happy over 200ms; pan by 5deg left over 1s }
      """
    let text = text(of: try #require(Compiling(script).sheet))
    let numbers = text.ranges(of: try Regex("-?[0-9]+"))
    #expect(numbers.count > 100)
    let step = Thorough.step(4, sample: 20)
    for (place, range) in numbers.enumerated() where place % step == part {
      for extreme in ["2147483647", "-2147483648", "1000000000", "-1000000000"] {
        let changed = text[..<range.lowerBound] + extreme + text[range.upperBound...]
        let (sheet, found, _) = read(String(changed))
        #expect((sheet == nil) == found.hasErrors, "\(changed)")
      }
    }
  }

  @Test("mutated sheets are read or refused, never more", arguments: 0..<4)
  func mutations(block: Int) throws {
    let scripts = [
      "repeat forever { wait for tap for at most 3s; pan by 5deg right over 1s; move to home }",
      "every 3s { pan to 10deg right over 1s; spin pan at 10deg/s left for 500ms; move to home }",
      "together { every 1s { log \"x\" }; { limit pan at 40deg/s; pan to 50deg left over 4s } }",
      "on tap pausing { animate yes }\npan to 60deg right over 4s\nwait for person lost",
    ]
    let sheets = try scripts.map { try #require(Compiling($0).sheet) }
    for seed in block * 250..<block * 250 + Thorough.count(250, sample: 40) {
      var random = SplitMix64(seed)
      let sheet = sheets[seed % sheets.count]
      var bytes = Array((seed % 8 < 4 ? text(of: sheet) : sheet.json).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let other = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = Array("0129-+:,~% \n".utf8).randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: place)
        case 2: bytes.swapAt(place, other)
        default: bytes.insert(contentsOf: bytes[max(0, place - 20)..<place], at: other)
        }
      }
      var (sources, found) = (SourceMap(), Diagnostics())
      let read = readCueSheet(bytes, name: "x", sources: &sources, reporting: &found)
      #expect((read == nil) == found.hasErrors, "seed \(seed)")
      guard let read else { continue }
      #expect(
        self.read(text(of: read)).sheet.map { text(of: $0) } == text(of: read), "seed \(seed)")
    }
  }
}

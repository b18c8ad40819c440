import Diagnosis
import Language
import Motion
import Printing
import Rehearsal
import Schedules
import Scheduling
import Session
import Testing
import Vocabulary

/// The promises of a session, besides its output.
@Suite struct SessionPromiseTests {
  @Test(
    "an entry with an error changes nothing",
    arguments: [
      "pan to 3deg; pann", "let x = 3deg; pan to y", "gesture nod() { pan to 9000turn }; nod()",
      "limit pan to 1deg left .. 1deg right; pan to 30deg", "tracking off; tilt to 80deg up",
    ])
  func badEntry(line: String) {
    var (talk, stage) = (Session(), Stage())
    _ = talk.answer("pan to 10deg right; let kept = 4deg", stage)
    let before = (
      talk.prompt, talk.answer(":names", stage), talk.answer(":time", stage)
    )
    let reply = talk.enter(Array(line.utf8), stage)
    #expect(reply == .refused)
    _ = stage.take()
    let after = (talk.prompt, talk.answer(":names", stage), talk.answer(":time", stage))
    #expect(before == after)
    #expect(talk.answer("limit pan to 1turn left .. 1turn right", stage).contains("now on"))
  }

  @Test("the example of every word can be entered", arguments: Session.helpExamples)
  func examples(text: String) {
    var (talk, stage) = (Session(), Stage())
    let reply = talk.enter(Array(text.utf8), stage)
    #expect(reply == .ready, "\(text): \(stage.text)")
  }

  @Test("every word that begins a statement, every unit and every event has a page")
  func pages() {
    var (talk, stage) = (Session(), Stage())
    var words = Unit.allCases.map(\.symbol) + EventKind.spellings
    words += Keyword.allCases.filter(\.beginsStatement).map(\.spelling)
    words += EasingName.spellings + Animation.spellings + Mood.spellings
    for word in words {
      let answer = talk.answer("?\(word)", stage)
      #expect(answer.contains("example: "), "\(word): \(answer)")
    }
  }

  @Test("what is saved does, as a script, what the session did")
  func saved() throws {
    var (talk, stage) = (Session(), Stage())
    let lines = [
      "let reach = 20deg", "pan to reach right over 1s", "tilt by 5deg up over 500ms",
      "gesture bow() { tilt by 3deg down over 1s; tilt by 3deg up over 1s }", "bow()",
      "pan to random(-30deg, 30deg) over 2s", "pan by random(1deg, 5deg) right over 1s",
    ]
    for line in lines {
      let reply = talk.enter(Array(line.utf8), stage)
      #expect(reply == .ready)
    }
    let end = talk.prompt
    #expect(talk.answer(":save show.dock", stage).contains("saved") == true)
    let bytes = try #require(stage.files["show.dock"])
    let script = Script(checking: stage.script(bytes, name: "show.dock")) {
      stage.load($0, from: $1)
    }
    var found = script.diagnostics
    let schedule = try #require(script.schedule(for: Compilation(), reporting: &found))
    #expect(found.all.isEmpty)
    let run = rehearse(schedule)
    var again = Session(Session.Settings(Compilation(from: run.endPose)))
    #expect(again.prompt == end)
    #expect(again.answer(":load show.dock", stage).contains("done"))
  }

  @Test("whatever is entered, the next entry is answered")
  func hostile() {
    var (talk, stage) = (Session(), Stage())
    let size = Thorough.count(1 << 20, sample: 1 << 16)
    var texts: [[UInt8]] = [
      Array(repeating: 0x61, count: size), Array(repeating: 0x28, count: size),
      [0xFF, 0xFE, 0x00, 0x1B, 0x5B, 0x32, 0x4A], Array(repeating: 0x7B, count: 100_000),
      Array("log \"\u{202E}\"".utf8), Array("gesture f() { f() }\nf()".utf8),
      Array("repeat forever { wait 1s }".utf8), Array(":".utf8) + [0xFF], Array("?".utf8) + [0x1B],
      Array("let x = ".utf8) + Array(repeating: 0x2D, count: 100_000),
    ]
    texts.append(Array("pan to 1deg right over 1s ".utf8) + Array(repeating: 0x20, count: size))
    for text in texts {
      _ = talk.enter(text, stage)
      talk.drop()
      let shown = stage.take()
      #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isUnprintable })
      #expect(talk.answer("log 7", stage) == "log   7\n")
    }
  }

  @Test("bytes of any kind never trap")
  func anything() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var generator = SplitMix64(seed: seed)
    let words = [
      "pan", "to", "30deg", "{", "}", "(", ")", "\n", "let", "x", "=", "on", "button", "1", ":undo",
      ":press", "when", "every", "2s", "\"", ",", "gesture", "f", "repeat", ";", "?pan", "over",
      "scene", "at", "tap", ":tap", "use", "\\", "\u{1F600}", "#", "random",
    ]
    var (talk, stage) = (Session(), Stage())
    for _ in 0..<400 {
      let count = Int(generator.next() % 12)
      let line = (0..<count).map { _ in words[Int(generator.next() % UInt64(words.count))] }
        .joined(separator: " ")
      _ = talk.enter(Array(line.utf8), stage)
      _ = talk.completions(of: Array(line.utf8), from: line.utf8.count / 2) { _ in [] }
      if generator.next() % 4 == 0 { talk.drop() }
      _ = stage.take()
    }
    talk.drop()
    #expect(talk.answer("log 7", stage) == "log   7\n", "seed \(seed)")
  }

  @Test(
    "what is completed belongs where it stands",
    arguments: [
      ("anim", ["animate"]), ("pan t", ["through", "to"]), ("pan to 30d", ["30deg"]),
      ("pan to 30deg ", ["at", "easing", "left", "over", "right", "straight", "within"]),
      ("tilt to 3deg u", ["up"]),
      (
        "pan to 3deg right over 2",
        ["2bar", "2bars", "2beat", "2beats", "2h", "2min", "2ms", "2s"]
      ),
      ("pan to 3deg easing s", ["smooth", "spring"]),
      ("animate ", ["kapow", "no", "wakeup", "yes"]),
      ("face hap", ["happy"]), ("face sad over 1s e", ["easing"]),
      ("face sad easing ", ["spring"]), ("no", ["nod("]),
      ("nod(", ["depth:"]), ("pan to rea", ["reach"]),
      ("on fl", ["flip"]), ("wait for per", ["person"]), ("on tap on", ["once"]),
      ("on tap once p", ["pausing"]), ("on person l", ["lost"]), ("wait for tap on", []),
      ("wait until per", ["person"]), ("if rec", ["recording"]), ("pan to rec", []),
      ("repeat while not ch", ["charging"]), ("wait until ba", ["bar", "battery"]),
      ("if person.l", ["person.looking"]),
      ("if person ada.", ["ada.looking", "ada.pan", "ada.tilt"]),
      ("wait until object.", ["object.pan", "object.tilt"]), ("pan to home.t", ["home.tilt"]),
      ("add 1 t", ["to"]), ("wait until tur", ["turns"]), (":und", [":undo", ":undock"]),
      ("?smo", ["?smooth"]), (":profile st", ["stand"]), (":profile de", ["desk.profile"]),
      ("use \"da", ["dance.dock"]),
      ("# pan t", []), ("log \"pan t", []), ("ramp pa", ["pan"]),
      ("frame ", ["automatic", "center", "left", "right"]),
      (":ad", [":ada"]), (":ada l", ["leaves", "looks"]), (":ball ", ["leaves", "walks"]),
      (":bo", []), (":ada looks a", []),
    ])
  func completion(line: String, words: [String]) {
    var (talk, stage) = (Session(), Stage())
    _ = talk.answer("let reach = 3deg; gesture nod(depth: angle) { tilt by depth }", stage)
    _ = talk.answer("count turns to 3", stage)
    _ = talk.answer("scene { person ada at 3deg left; at 9s person bob at 0deg up }", stage)
    _ = talk.answer(":object ball at 1deg left", stage)
    let bytes = Array(line.utf8)
    let start = bytes.lastIndex { [0x20, 0x22, 0x28].contains($0) }.map { $0 + 1 } ?? 0
    let found = talk.completions(of: bytes, from: start) {
      $0 == "da" ? ["dance.dock"] : $0 == "de" ? ["desk.dock", "desk.profile"] : []
    }
    if line == "nod(" { #expect(found.contains("depth:")) } else { #expect(found == words) }
  }

  @Test("a session of many entries holds no more than one of few")
  func bounded() {
    var (talk, stage) = (Session(), Stage())
    for number in 0..<400 {
      _ = talk.enter(Array("pan to \(number % 50)deg; let x = \(number)deg".utf8), stage)
      _ = stage.take()
    }
    var undone = 0
    while talk.enter(Array(":undo".utf8), stage) == .ready { undone += 1 }
    #expect(undone == 100)
  }

  @Test("with the pace of the wall handlers fire in the midst of motion, too")
  func live() {
    var (talk, stage) = (Session(), Stage())
    stage.isLive = true
    _ = talk.answer(":live on", stage)
    _ = talk.answer("on tap pausing { log \"tapped\"; tilt to 10deg up over 1s }", stage)
    _ = talk.answer("scene { at 1s tap; at 9s tap }", stage)
    let shown = talk.answer("pan to 30deg right over 4s", stage)
    let told = "event tap, at 1s\nlog   tapped\n"
    #expect(stage.told == "event tap, at 1slog   tapped", "\(stage.told)")
    #expect(!shown.contains(told) && shown.contains("on tap (1 done)"), "\(shown)")
    #expect(talk.answer(":pose", stage) == "pan 30deg right, tilt 0deg\n")
    let length = talk.nextDue ?? 0
    #expect(length > 0 && length < 8_000_000_000)
    _ = talk.wait(length, stage)
    #expect(stage.take().contains("event tap\nplan  1s"))
    #expect(talk.nextDue == nil)
    #expect(talk.answer(":pose", stage) == "pan 30deg right, tilt 10deg up\n")
  }

  @Test("what is typed while the dock moves happens then, and only once")
  func typing() {
    var (talk, stage) = (Session(), Stage())
    stage.isLive = true
    _ = talk.answer(":live on", stage)
    _ = talk.answer("on button 1 pausing { log \"pressed\" }", stage)
    _ = talk.answer("on button 2 released { log \"released\" }", stage)
    _ = talk.answer("scene { at 1s tap; at 9s tap }", stage)
    stage.typed = [":press button 1", "log 7", ":press buton 1", ":hold button 2"]
    let shown = talk.answer("pan to 30deg right over 4s", stage)
    #expect(
      stage.told == "event button 1 pressed, at 0.5slog   pressedevent button 1 released, at 0.6s"
        + "event tap, at 1sevent button 2 pressed, at 2s", "\(stage.told)")
    #expect(!shown.contains("event") && shown.contains("on button 1 (1 done)"), "\(shown)")
    stage.typed = [":background", ":release button 2", ":press shutter"]
    _ = talk.answer("wait for shutter; pan to 0deg over 1s", stage)
    let told = "event button 2 released, at 1slog   releasedevent shutter, at 1.5s"
    #expect(stage.told == told, "\(stage.told)")
    #expect(talk.nextDue != nil)
    #expect(talk.answer(":pose", stage) == "pan 0deg, tilt 0deg\n")
  }

  @Test("what is done to the dock while it moves is done then")
  func handling() {
    var (talk, stage) = (Session(), Stage())
    stage.isLive = true
    _ = talk.answer(":live on", stage)
    _ = talk.answer("on undock { log \"lifted\" }", stage)
    stage.typed = [":fault stall"]
    let stalled = talk.answer("pan to 30deg right over 4s", stage)
    #expect(stalled.contains("FAILED  0.5"), "\(stalled)")
    #expect(stalled.contains("the motors are blocked") && !stalled.contains("a bug"))
    stage.typed = [":undock", ":undock", ":dock"]
    _ = talk.answer("wait 4s", stage)
    #expect(
      stage.told == "event undock, at 0.5slog   liftedevent dock, at 1.5s", "\(stage.told)")
    stage.typed = [":undock"]
    let lifted = talk.answer("pan to 0deg over 4s", stage)
    #expect(lifted.contains("FAILED  0.5") && lifted.contains("event undock\nlog   lifted"))
    stage.typed = []
    let refused = talk.answer("pan to 0deg over 4s", stage)
    #expect(refused.contains("the phone is out of the dock"))
    #expect(talk.answer(":dock", stage) == "event dock\n")
    #expect(talk.answer("pan to 0deg over 4s", stage).contains("done  4s"))
  }
}

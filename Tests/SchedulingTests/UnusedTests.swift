import Diagnosis
import Testing

/// What a script declares and does not use is said, and nothing else.
@Suite struct UnusedTests {
  private static let bow =
    "gesture bow() { tilt by 5deg down over 1s; tilt by 5deg up over 1s }\n"

  private func found(_ text: String, using file: String? = nil) -> [String] {
    let script = Compiling(Array(text.utf8)) { path in
      path == "lib.dock" ? file.map { Array($0.utf8) } : nil
    }
    return script.diagnostics.all.map { "\($0.code.name) \($0.message)" }
  }

  @Test(arguments: ["wait 1s", "on tap { animate yes }\nwait 1s", "mode idle { wait 1s }"])
  func aGestureThatNothingCalls(rest: String) {
    #expect(found(Self.bow + rest) == ["D0314 nothing calls the gesture 'bow'"])
  }

  @Test(arguments: [
    "bow()", "wait 1s\nbow() mirrored at 50%", "on tap { bow() }\nwait 1s", "mode idle { bow() }",
    "gesture twice() { bow(); bow() }\ntwice()", "wait 1s\ntest \"it bows\" { bow() }",
    "repeat 2 { bow() }", "choose { bow(); wait 1s }", "wait for { tap { bow() } }",
  ])
  func aGestureThatSomethingCalls(rest: String) { #expect(found(Self.bow + rest) == []) }

  @Test("a script that only declares is there for others")
  func aScriptForOthers() {
    #expect(found(Self.bow) == [])
    #expect(found(Self.bow + "let reach = 5deg\ntest \"it rests\" { wait 1s }") == [])
    let others = Self.bow + Self.bow.replacing("bow", with: "nod")
    #expect(found("use \"lib.dock\" (bow)\nbow()", using: others) == [])
  }

  @Test func aCountThatNothingReads() {
    for change in ["", "\nadd 1 to n", "\non tap { add 1 to n }\nset n to 2"] {
      #expect(found("count n to 5\(change)\nwait 1s") == ["D0314 nothing reads the count 'n'"])
    }
  }

  @Test(arguments: [
    "if n > 2 { wait 1s }", "log \"n \", n", "wait until n == 5 for at most 1s",
    "on tap when n < 2 { animate yes }\nwait 1s", "repeat while n > 2 { wait 1s }",
    "wait 1s\ntest \"none\" { perform; expect n == 0 }", "mode idle { if n > 2 { wait 1s } }",
  ])
  func aCountThatIsRead(rest: String) {
    #expect(found("count n to 5\non tap { add 1 to n }\n" + rest) == [])
  }
}

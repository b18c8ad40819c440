import Foundation
import Testing

/// `dock repl` without a terminal: lines as they come, no prompt, no escapes, an exit code.
@Suite(.onOwnThreads) struct ReplTests {
  /// Lines, and their exit codes.
  @Test(
    arguments: [
      ("pan to 30deg\n", 0), ("pan to 30deg", 0), ("", 0), ("\n\n# nothing\n", 0), (":quit\n", 0),
      (":quit\npann\n", 0), ("repeat 2 {\nwait 1s\n}", 0),
      ("pan to 30deg right over 1ms\n", 1), ("pann\n", 1), (":bogus\n", 1), ("repeat 2 {\n", 1),
      ("wait for button 1\n", 1), (":load missing.dock\n", 1), ("pan to 30\n:quit\n", 1),
      (":undock\npan to 30deg\n", 1), (":fault stall\npan to 30deg\n", 3),
      (":fault undocked\npan to 30deg\n", 4), (":fault flapped\npan to 30deg\n", 3),
      ("scene { at 500ms background }; pan to 30deg over 2s\nlog 1\n", 3),
      ("scene { at 500ms undock }; pan to 30deg over 2s\nlog 1\n", 4),
    ] as [(String, Int32)])
  func theExitCodeSaysWhatCameOfIt(lines: String, code: Int32) throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.run("repl", input: Array(lines.utf8))
      #expect(ending.code == code, "\(ending)")
      #expect(ending.code != 0 || ending.messages.isEmpty, "\(ending)")
      #expect(!(ending.output + ending.messages).contains("\u{1B}"))
    }
  }

  @Test func theFirstErrorIsTheLastEntry() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.run("repl", input: Array("log 1\npann\nlog 2\n".utf8))
      #expect(ending.code == 1 && ending.output == "log   1\n" && ending.diagnostics == 1)
    }
  }

  /// For every line, one diagnostic says what is wrong with it, in bounded time.
  @Test(arguments: OddLine.all)
  func anOddLineIsADiagnostic(line: OddLine) throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.run("repl", input: line.bytes + [0x0A])
      #expect(ending.code == 1)
      #expect(ending.diagnostics > 0, "\(ending.messages.prefix(500))")
      #expect(ending.messages.utf8.count < 20_000)
      let isClean = ending.messages.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F
      }
      #expect(isClean)
    }
  }

  @Test func aLongLineIsRead() throws {
    try Tool.inFreshFolder { tool in
      let line = "log 1" + String(repeating: " ", count: 1 << 20) + "\nlog 2\n"
      let ending = try tool.run("repl", input: Array(line.utf8))
      #expect(ending.code == 0 && ending.output == "log   1\nlog   2\n")
    }
  }

  @Test func aLineMayEndWithACarriageReturn() throws {
    try Tool.inFreshFolder { tool in
      let lines = "repeat 2 {\r\nlog 1\r\n}\r\n:pose\r\nlog 2\r"
      let ending = try tool.run("repl", input: Array(lines.utf8))
      #expect(ending.code == 0, "\(ending)")
      #expect(ending.output == "log   1\nlog   1\npan 0deg, tilt 0deg\nlog   2\n")
    }
  }

  /// A line without an end, and an entry without one, which are not kept.
  @Test(arguments: ["yes a | tr -d '\\n'", "echo 'repeat 2 {'; yes 'log 1'"])
  func anEndlessEntryIsRefused(source: String) throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell(
        "ulimit -v 4000000; (\(source)) | dock repl; echo \"${PIPESTATUS[1]}\"")
      #expect(ending.output == "1\n", "\(ending)")
      let message = "error: this is longer than 4 MiB; ':load FILE' reads a long script\n"
      #expect(ending.messages == message)
    }
  }

  @Test func aClosedOutputEndsItQuietly() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell(
        "yes 'log 1' | head -20000 | dock repl | head -1; echo \"${PIPESTATUS[2]}\"")
      #expect(ending.output == "log   1\n0\n")
      #expect(ending.messages.isEmpty)
    }
  }

  @Test func aFullDiskIsOneDiagnostic() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell("echo 'log 1' | dock repl > /dev/full")
      #expect(ending.code == 2 && ending.diagnostics == 1)
      #expect(ending.messages.hasPrefix("error[D0507]: cannot write"))
    }
  }

  @Test(arguments: ["<&-", "< /dev/null", "2>&- <<< ''"])
  func noInputIsNoEntry(redirection: String) throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell("exec dock repl \(redirection)")
      #expect(ending.code == 0 && ending.output.isEmpty && ending.messages.isEmpty)
    }
  }

  @Test func aFolderIsNoInput() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell("exec dock repl < .")
      #expect(ending.code == 2)
      #expect(ending.messages.hasPrefix("error[D0502]: '<stdin>' cannot be read"))
    }
  }

  @Test func aSignalStopsALiveShowAndThenHasItsWay() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell(
        """
        mkfifo lines; dock repl --live < lines > out & exec 3> lines
        echo 'spin pan at 30deg/s right for 20s; stop' >&3
        until grep -q plan out; do sleep 0.05; done; sleep 0.5
        kill -TERM $!; wait $!; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 143\n", "\(ending)")
      let receipt = tool.text(of: "out") ?? ""
      #expect(receipt.contains("tracking on -> on, stop confirmed"), "\(receipt)")
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  /// A saved session is a script like any other: it can get an expectation, and a change of it is
  /// noticed.
  @Test func aNewcomerDesignsAWave() throws {
    try Tool.inFreshFolder { tool in
      let lines = """
        # A wave: up, to and fro, home.
        gesture wave(reach: angle = 20deg) {
          pan by reach right over 500ms easing smooth
          pan by reach * 2 left over 1s easing smooth
          pan by reach right over 500ms easing smooth
        }
        tilt to 10deg up over 1s
        pann by 3deg

        """
      #expect(try tool.run("repl", input: Array(lines.utf8)).code == 1)
      let better = lines.replacing("pann by 3deg\n", with: "pan by 40deg right\n:undo\n")
      let session = better + "wave()\nwave(reach: 10deg)\n:home\n:save wave.dock\n"
      let ending = try tool.run("repl", input: Array(session.utf8))
      #expect(ending.code == 0 && ending.output.hasSuffix("saved wave.dock\n"), "\(ending)")
      #expect(try tool.run("check", "--strict", "wave.dock").messages.isEmpty)
      #expect(try tool.run("test", "wave.dock").code == 10)
      #expect(try tool.run("test", "--update", "wave.dock").code == 0)
      let passed = try tool.run("test", "wave.dock")
      #expect(passed.code == 0 && passed.output.contains("1 passed, 0 failed"), "\(passed)")
      let script = try #require(tool.text(of: "wave.dock"))
      #expect(script.hasPrefix("# A wave: up, to and fro, home.\ngesture wave("))
      #expect(!script.contains("40deg"))
      let changed = script.replacing("wave(reach: 10deg)", with: "wave(reach: 11deg)")
      #expect(changed != script)
      try tool.write(changed, to: "wave.dock")
      let failed = try tool.run("test", "wave.dock")
      #expect(failed.code == 1 && failed.output.contains("FAIL  wave.dock"), "\(failed)")
    }
  }

  @Test func whatIsSavedDoesWhatWasDone() throws {
    try Tool.inFreshFolder { tool in
      let lines = "pan to 30deg right over 2s\ntilt by 5deg up over 1s\n:save a.dock\n:pose\n"
      let session = try tool.run("repl", input: Array(lines.utf8))
      #expect(session.output.hasSuffix("saved a.dock\npan 30deg right, tilt 5deg up\n"))
      let run = try tool.run("run", "--quiet", "a.dock")
      #expect(run.output.contains("displacement    pan 30deg right, tilt 5deg up\n"), "\(run)")
      #expect(run.output.contains("length          3 s\n"))
    }
  }
}

/// A line that is no good.
struct OddLine: CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    (testDescription, self.bytes) = (name, bytes)
  }

  private init(_ name: String, _ text: String, times count: Int = 1) {
    self.init(name, Array(String(repeating: text, count: count).utf8))
  }

  /// Bytes of a long line.
  private static let size = Thorough.count(1 << 20, sample: 1 << 16)

  static let all = [
    OddLine("a long word", "a", times: size),
    OddLine("many digits", Array("wait ".utf8) + [UInt8](repeating: 0x31, count: size)),
    OddLine("a long string without an end", "\"" + String(repeating: "a", count: size)),
    OddLine("invalid UTF-8", Array("log \"".utf8) + [0xFF, 0xFE, 0xC0, 0x80] + Array("\"".utf8)),
    OddLine("a cut character", Array("pan to ".utf8) + [0xE2, 0x82]),
    OddLine("control characters", "pan to \u{1B}[2J\u{7}3deg"),
    OddLine("a NUL", "pan to 3deg\u{0}"),
    OddLine("a bidirectional override", "log \"\u{202E}\""),
    OddLine("closing brackets", ")]}", times: 1000),
    OddLine("open round brackets", "let x = " + String(repeating: "(", count: 100_000)),
    OddLine("open braces", "repeat 2 {", times: 10_000),
    OddLine("braces and brackets in turns", "{(", times: 10_000),
    OddLine("deep signs", "let x = " + String(repeating: "-", count: 100_000) + "1deg"),
    OddLine("a gesture that calls itself", "gesture f() { f() }"),
    OddLine("a function without an end", "function f(x: number) = f(x: x + 1); log f(x: 1)"),
    OddLine("an endless loop of nothing", "repeat forever { }"),
    OddLine("too many steps", "for i in 1..1000000 { for j in 1..1000000 { log 1 } }"),
  ]
}

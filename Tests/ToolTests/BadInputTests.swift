import Diagnosis
import Language
import Testing

/// For every input, the tool gives one clear message, in bounded time, and never traps.
@Suite(.onOwnThreads) struct BadInputTests {
  /// The tool itself goes on for as long as its budget lasts, which takes seconds.
  private static let budget =
    Thorough.factor > 0 ? [] : ["--max-evaluations", "100000", "--max-steps", "10000"]

  @Test(arguments: BadScript.all)
  func oneMistakeIsOneDiagnostic(script: BadScript) throws {
    try Tool.inFreshFolder { tool in
      _ = try tool.shell("mkdir folder")
      try tool.write(script.bytes, to: "bad.dock")
      let ending = try tool.shell(
        "exec dock check --format short bad.dock \"$@\"", Self.budget)
      let lines = ending.messages.split(separator: "\n")
      #expect(ending.code == (script.code == nil ? 0 : 1), "\(ending.messages.prefix(500))")
      #expect(lines.count == (script.code == nil ? 0 : 1), "\(ending.messages.prefix(500))")
      if let code = script.code {
        #expect(ending.messages.contains("[\(code.name)]"), "\(ending.messages.prefix(500))")
      }
      #expect(ending.messages.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }
  }

  @Test(arguments: [
    ("wait 5\n", 20_000), ("repeat 2 wait 1s; ", 4_000), ("face happy, sad; ", 4_000),
  ])
  func manyMistakesAreShownInPart(mistake: String, count: Int) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(String(repeating: mistake, count: count), to: "bad.dock")
      let ending = try tool.run("check", "bad.dock")
      #expect(ending.code == 1)
      #expect(ending.diagnostics == Diagnostics.limit)
      #expect(ending.messages.hasSuffix("50 errors, and \(count - 50) more\n"))
    }
  }

  /// Each gesture calls the one before it, so that the last leads through all of them.
  @Test func aLongChainOfCallsIsRefused() throws {
    try Tool.inFreshFolder { tool in
      let links = (1..<10_000).map { "gesture g\($0)() { g\($0 - 1)() }" }
      let script = ["gesture g0() { wait 1s }"] + links + ["g9999()\n"]
      try tool.write(script.joined(separator: "\n"), to: "bad.dock")
      let ending = try tool.run("check", "bad.dock")
      #expect(ending.code == 1)
      #expect(ending.messages.contains("'g255' and what it calls nest more than 256 blocks"))
    }
  }

  /// Files that cannot be had, in each command that takes one.
  @Test(
    arguments: ["check", "compile", "run"],
    [
      ("missing.dock", "D0501"), (".", "D0502"), ("folder/good.dock/x", "D0501"),
      ("loop.dock", "D0502"), ("large.dock", "D0110"), ("/dev/zero", "D0110"),
    ])
  func aFileThatCannotBeReadIsOneDiagnostic(command: String, file: (String, String)) throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell(
        """
        mkdir folder; ln -s loop.dock loop.dock; truncate -s 100000000 large.dock
        echo 'wait 1s' > folder/good.dock; exec dock "$@"
        """, [command, file.0])
      #expect(ending.code == 2 && ending.output.isEmpty)
      #expect(ending.diagnostics == 1)
      #expect(ending.messages.contains("error[\(file.1)]"), "\(ending.messages)")
    }
  }

  @Test func aFileWithoutPermissionIsOneDiagnostic() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      // Root can read everything, so if root runs the tests, the tool runs as another user.
      let ending = try tool.shell(
        """
        chmod 755 .; chmod 000 good.dock; cp "$(command -v dock)" ./dock
        if [ "$(id -u)" = 0 ]; then
          exec setpriv --reuid=65534 --regid=65534 --clear-groups ./dock check good.dock
        fi
        exec ./dock check good.dock
        """)
      #expect(ending.code == 2 && ending.diagnostics == 1)
      #expect(ending.messages.contains("'good.dock' cannot be read: permission denied"))
    }
  }

  /// Files a script may not use, however it names them.
  @Test(arguments: [
    ("ln -s ../outside.dock show/x.dock", "x.dock", "D0504"),
    ("ln -s .. show/up", "up/outside.dock", "D0504"),
    ("ln -s /dev/zero show/x.dock", "x.dock", "D0504"),
    ("mkfifo show/x.dock", "x.dock", "D0502"),
    ("ln -s x.dock show/x.dock", "x.dock", "D0501"),
    ("truncate -s 100000000 show/x.dock", "x.dock", "D0502"),
    ("true", "a/../../outside.dock", "D0504"),
  ])
  func whatAScriptMayNotUse(preparation: String, name: String, code: String) throws {
    try Tool.inFreshFolder { tool in
      _ = try tool.shell(
        "mkdir show; echo 'gesture a() { wait 1s }' > outside.dock; \(preparation)")
      try tool.write("use \"\(name)\" (a)\n", to: "show/bad.dock")
      let ending = try tool.run("check", "--format", "short", "show/bad.dock")
      #expect(ending.code == 1)
      #expect(ending.messages.split(separator: "\n").count == 1)
      #expect(ending.messages.contains("error[\(code)]"), "\(ending.messages)")
    }
  }

  @Test func aWiderRootAllowsMore() throws {
    try Tool.inFreshFolder { tool in
      _ = try tool.shell("mkdir show")
      try tool.write("gesture a() { wait 1s }\n", to: "outside.dock")
      try tool.write("use \"../outside.dock\" (a)\na()\n", to: "show/good.dock")
      let ending = try tool.run("compile", "--root", ".", "show/good.dock")
      #expect(ending.code == 0, "\(ending.messages)")
      #expect(ending.output.contains("source  ../outside.dock\n"))
    }
  }

  @Test func aRingOfUsesIsOneDiagnostic() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("use \"b.dock\" (b)\n", to: "a.dock")
      try tool.write("use \"c.dock\" (c)\ngesture b() { wait 1s }\n", to: "b.dock")
      try tool.write("use \"a.dock\" (a)\ngesture c() { wait 1s }\n", to: "c.dock")
      let ending = try tool.run("check", "a.dock")
      #expect(ending.code == 1 && ending.diagnostics == 1)
      #expect(ending.messages.contains("error[D0503]"))
    }
  }

  @Test(arguments: ["Int64.max", "Int64.min", "1e30", ""])
  func anExpectationWithAnotherNumberIsADifference(number: String) throws {
    let words = ["Int64.max": "\(Int64.max)", "Int64.min": "\(Int64.min)"]
    try Tool.inFreshFolder { tool in
      try tool.write("wait for tap\npan to 5deg right over 1s\n", to: "a.dock")
      _ = try tool.run("test", "--update", "a.dock")
      let expected = try #require(tool.text(of: "a.expected"))
      try tool.write(
        expected.replacing("-> 5000", with: "-> \(words[number] ?? number)"), to: "a.expected")
      let ending = try tool.run("test", "a.dock")
      #expect(ending.code == 1 && ending.output.contains("FAIL"), "\(ending.output)")
    }
  }
}

import Testing

/// The exit codes of the tool, and the stream of each message.
@Suite(.onOwnThreads) struct ExitTests {
  @Test(
    arguments: [
      (["check", "good.dock"], 0), (["compile", "good.dock"], 0), (["check", "bad.dock"], 1),
      (["compile", "bad.dock"], 1), (["check", "missing.dock"], 2), (["chek", "good.dock"], 2),
      (["check", "--strct", "good.dock"], 2), (["check"], 2), (["compile", "."], 2),
      (["explain", "D0702"], 0), (["explain", "D9999"], 2), (["--help"], 0), (["--version"], 0),
      (["check", "warning.dock"], 0), (["check", "--strict", "warning.dock"], 1),
      (["check", "bad.dock", "missing.dock"], 2),
      (["compile", "--profile", "none", "good.dock"], 2),
      (["compile", "--from", "pan 10", "good.dock"], 2), (["test", "--update", "none.dock"], 2),
      (["check", "--max-steps", "0", "good.dock"], 2), (["new", "a/b"], 2), ([], 0),
    ] as [([String], Int32)])
  func theExitCodeSaysWhatHappened(arguments: [String], code: Int32) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      try tool.write("pan to 30\n", to: "bad.dock")
      try tool.write("tilt to 5deg\n", to: "warning.dock")
      let ending = try tool.shell("exec dock \"$@\"", arguments)
      #expect(ending.code == code, "\(ending.messages)")
      if code == 2 { #expect(ending.output.isEmpty && !ending.messages.isEmpty) }
    }
  }

  @Test func anUnknownWordIsAnsweredWithTheNearest() throws {
    try Tool.inFreshFolder { tool in
      let command = try tool.run("chek", "x")
      #expect(command.messages.contains("did you mean 'dock check'?"))
      let option = try tool.run("check", "--strct", "x")
      #expect(option.messages.contains("'--strict'"))
      let file = try tool.run("hello.dock")
      #expect(file.messages.contains("dock run hello.dock"))
    }
  }

  @Test func resultsAndMessagesAreApart() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("tilt to 5deg\n", to: "warning.dock")
      let ending = try tool.run("compile", "warning.dock")
      #expect(ending.code == 0)
      #expect(ending.output.hasPrefix("dock-schedule 2\n"))
      #expect(ending.messages.hasPrefix("warning[D0408]"))
    }
  }

  @Test func successIsSilent() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      let ending = try tool.run("check", "good.dock")
      #expect(ending.output.isEmpty && ending.messages.isEmpty)
    }
  }

  @Test func standardInputIsAFile() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.run("compile", "-", input: [UInt8](good.utf8))
      #expect(ending.code == 0)
      #expect(ending.output.contains("source  <stdin>\n"))
    }
  }

  @Test func jsonDiagnosticsAreTheResult() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 30\n", to: "bad.dock")
      let ending = try tool.run("check", "--format", "json", "bad.dock", "missing.dock")
      #expect(ending.code == 2 && ending.messages.isEmpty)
      #expect(ending.output.split(separator: "\n").count == 2)
    }
  }
}

/// A script without a flaw.
let good = "pan to 30deg right over 1s\n"

import Testing

/// `dock sweep`, `dock test --faults`, and the lines that repeat a case.
@Suite(.onOwnThreads) struct SweepToolTests {
  @Test func aSweepCountsAndPasses() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      let ending = try tool.run("sweep", "good.dock")
      #expect(ending.code == 0 && ending.messages.isEmpty)
      #expect(ending.output.hasPrefix("ok    good.dock: "))
      #expect(ending.output.contains(" faults, "))
      #expect(ending.output.hasSuffix(" spared because the dock was gone, all given back\n"))
      let json = try tool.run("sweep", "--json", "good.dock")
      #expect(json.output.contains("\"failures\":0"))
      #expect(json.output.split(separator: "\n").count == 1)
    }
  }

  @Test func aSweepInWhichNothingMovesSaysSo() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("wait for tap\n" + good, to: "still.dock")
      let still = try tool.run("sweep", "still.dock")
      #expect(still.code == 0 && still.output.contains(": nothing was tried: no motor turns"))
      try tool.write("at 1s tap\n", to: "tap.scene")
      let moving = try tool.run("sweep", "--scene", "tap.scene", "still.dock")
      #expect(moving.output.contains(" calls, ") && !moving.output.contains("nothing was tried"))
    }
  }

  @Test func aTestMayBeRunWithFaults() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("test \"one\" {\n  pan to 3deg right over 1s\n}\n" + good, to: "good.dock")
      let plain = try tool.run("test", "good.dock")
      let swept = try tool.run("test", "--faults", "good.dock")
      #expect(plain.output.hasSuffix("1 passed, 0 failed, 0 new\n"))
      #expect(swept.code == 0 && swept.output.hasSuffix("2 passed, 0 failed, 0 new\n"))
    }
  }

  @Test(arguments: [
    "--fault dropped@3", "--fault notConnected@1", "--fault stall@500ms", "--cut 500.5ms",
    "--cut call:3 --by SIGTSTP", "--cut 1s --by SIGHUP --tracking off", "--fault endless@2",
  ])
  func aCaseIsRepeatedToTheByte(options: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 30deg right over 1s\nwait 1s\npan to home over 1s\n", to: "a.dock")
      let ending = try tool.shell(
        """
        dock run --trace --record record \(options) a.dock > first; echo "$?"
        rm a.dock; dock replay --trace record > second; echo "$?"; cmp first second
        """)
      #expect(["0\n0\n", "3\n0\n", "4\n0\n"].contains(ending.output), "\(ending)")
      #expect(tool.text(of: "first")?.contains("  call      set") == true)
    }
  }

  @Test(arguments: [
    ["--fault", "dropped"], ["--fault", "dropped@0"], ["--fault", "nothing@1"],
    ["--cut", "soon"], ["--by", "SIGINT2", "--cut", "1s"], ["--by", "SIGHUP"],
    ["--live", "--cut", "1s"], ["--cut", "-1s"], ["--cut", "1e99s"], ["--cut", "nan"],
  ])
  func aWrongOptionIsRefused(options: [String]) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      let ending = try tool.shell("exec dock run good.dock \"$@\"", options)
      #expect(ending.code == 2 && ending.output.isEmpty)
    }
  }

  @Test func whatIsNoRecordingIsNotReplayed() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      let ending = try tool.shell(
        """
        dock replay good.dock; echo "$?"
        dock run --quiet --record record good.dock > first
        sed -i 's/30deg/31deg/' record; dock replay record; echo "$?"
        """)
      #expect(ending.output == "1\n1\n")
      #expect(ending.diagnostics == 2)
    }
  }

  @Test(arguments: [
    ("s/^compile stand 0/compile stand 5000/", "record:5:1"),
    ("s/^compile stand/compile flow2pro/", "record:5:1"),
    ("s/^compile.*/compile nothing/", "record:5:1"),
    ("/^compile/d", "record:5:1"), ("s/^event tap any/event tap pressed/", "record:6:1"),
    ("$d", "record:"),
  ])
  func aChangedRecordingNamesTheLine(edit: String, place: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("wait for tap\npan to 30deg right over 1s\n", to: "a.dock")
      let ending = try tool.shell(
        """
        dock run --quiet --event tap@1s --record record a.dock > first
        sed -i '\(edit)' record; dock replay record; echo "$?"
        """)
      #expect(ending.output == "1\n")
      #expect(ending.messages.contains(place), "\(ending)")
      #expect(ending.messages.contains("record the run again"))
    }
  }

  @Test func aScriptThatEndsEarlyFails() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 3deg right over 1s\nwait 15s\npan to 0deg over 1s\n", to: "a.dock")
      let check = try tool.run("check", "a.dock", "--profile", "flow2pro")
      #expect(check.messages.contains("warning[D0719]") && check.messages.contains("a.dock:2:1"))
      let run = try tool.run("run", "a.dock", "--profile", "flow2pro")
      #expect(run.code == 3 && run.messages.contains("after its motors had rested for 10s"))
      let ending = try tool.run("sweep", "a.dock", "--profile", "flow2pro")
      #expect(ending.code == 1 && ending.output.hasPrefix("FAIL  a.dock: "))
      #expect(ending.output.contains("undisturbed, the show ends at 11 s: the phone has left"))
      #expect(ending.output.contains(" all given back\n"))
      try tool.write(
        "pan to 3deg right over 1s\ntracking on\nwait 15s\npan to 0deg over 1s\n", to: "a.dock")
      let mended = try tool.run("sweep", "a.dock", "--profile", "flow2pro")
      #expect(mended.code == 0 && !mended.messages.contains("D0719"), "\(mended)")
    }
  }

  @Test func aSweepCanBeBounded() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("repeat forever { wait for tap for at most 1s }\n", to: "a.dock")
      let all = try tool.run("sweep", "a.dock")
      #expect(all.output.contains("only the first 100 cues were tried"), "\(all)")
      let some = try tool.run("sweep", "a.dock", "--for", "5s")
      #expect(some.code == 0 && some.output.contains("only the first 5s were tried"), "\(some)")
    }
  }
}

import Testing

/// A run always ends with the dock standing still, also if the tool is interrupted.
@Suite(.onOwnThreads) struct RunTests {
  @Test func aLiveRunGivesTheReceiptOfAVirtualOne() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan by 5deg right over 500ms\n", to: "short.dock")
      var live = try tool.run("run", "--live", "short.dock")
      // A busy machine may be late; the receipt then says so.
      for _ in 0..<5 where live.output.contains("later by") {
        live = try tool.run("run", "--live", "short.dock")
      }
      let virtual = try tool.run("run", "short.dock")
      #expect(live.code == 0)
      #expect(live.output.hasPrefix(virtual.output))
      let rest = live.output.dropFirst(virtual.output.count)
      #expect(rest.hasPrefix("lateness        p50 ") && rest.contains("\ndrift           "))
    }
  }

  @Test func aClosedPipeStopsTheDock() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(StreamTests.long, to: "long.dock")
      let ending = try tool.shell(
        "dock run --max-length 48h long.dock | head -1 > first; echo \"${PIPESTATUS[0]}\"")
      #expect(ending.output == "3\n")
      #expect(ending.messages.isEmpty)
    }
  }

  @Test func aCompiledScheduleRunsWithoutItsScript() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      let direct = try tool.run("run", "good.dock")
      let compiled = try tool.shell("dock compile good.dock | dock run -")
      #expect(compiled.code == 0)
      #expect(compiled.output == direct.output)
    }
  }

  @Test(
    arguments: [
      "dock run --record record good.dock > /dev/full",
      "dock run --record record --event 'button 1@700ms' waits.dock > /dev/full",
      "dock run --record record long.dock | head -1 > first",
    ])
  func aRunWhoseOutputFailedIsRepeated(command: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      try tool.write("wait for button 1\npan to 5deg right over 1s\n", to: "waits.dock")
      // Its steps are more than a pipe holds.
      let line = "log \"\(String(repeating: "x", count: 90))\"; wait 10ms"
      try tool.write(
        "ramp pan to 5deg/s right over 1s\nrepeat 1500 { \(line) }\nstop\n", to: "long.dock")
      _ = try tool.shell(command)
      #expect(tool.text(of: "record")?.contains("\nexit ") == true)
      let again = try tool.run("replay", "--quiet", "record")
      #expect(again.code == 0, "\(again.messages)")
    }
  }

  @Test func aRecordThatIsTooLongIsNotLeftByHalves() throws {
    try Tool.inFreshFolder { tool in
      // A recording holds its script.
      let script = "# " + String(repeating: "x", count: 100_000) + "\npan to 5deg right over 1s\n"
      try tool.write(script, to: "wordy.dock")
      let ending = try tool.shell("ulimit -f 64; dock run --quiet --record record wordy.dock")
      #expect(ending.code == 2 && ending.diagnostics == 1, "\(ending)")
      #expect(tool.names() == ["wordy.dock"])
    }
  }
}

import Testing

/// Real signals to a real process, and everything else that can end one: the dock stands, and has
/// its tracker back, before the process is gone.
///
/// How soon is taken from the process's own receipt; these tests wait as long as it takes.
@Suite struct SignalTests {
  /// A shell's line that starts a long live run with `options` and waits until it turns.
  private static func start(_ options: String = "") -> String {
    """
    dock run --live \(options) slow.dock > out 2> messages & run=$!
    until grep -q wait out 2>/dev/null; do sleep 0.05; done
    """
  }

  private func inShow(_ body: (Tool) throws -> Void) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("ramp pan to 2deg/s right over 300ms\nwait 30s\nstop\n", to: "slow.dock")
      try body(tool)
    }
  }

  /// Expects that the receipt in `out` tells of a good end, in time, because of `exit`.
  private func expectReceipt(_ tool: Tool, _ exit: String) {
    let receipt = tool.text(of: "out") ?? ""
    #expect(receipt.contains("stop            confirmed\n"), "\(receipt)")
    #expect(receipt.contains("tracking        on -> on\n"))
    #expect(receipt.contains("ending          cancelled\n"))
    let line = receipt.split(separator: "\n").first { $0.hasPrefix("interrupted ") } ?? ""
    #expect(line.contains("by \(exit) at "))
    #expect(number(in: line, after: "zero velocity after ") <= 100)
    #expect(number(in: line, after: "restored after ") <= 2000)
  }

  private func number(in line: Substring, after mark: String) -> Double {
    guard let place = line.ranges(of: mark).first else { return .infinity }
    return Double(line[place.upperBound...].prefix { $0.isNumber || $0 == "." }) ?? .infinity
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)])
  func aSignalStopsTheDockAndThenHasItsWay(name: String, code: Int) throws {
    try inShow { tool in
      let ending = try tool.shell(
        "ulimit -c 0; \(Self.start())\nkill -\(name) $run; wait $run; echo \"ended with $?\"")
      #expect(ending.output == "ended with \(code)\n")
      expectReceipt(tool, "SIG" + name)
      #expect(!tool.names().contains("core"))
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test func aSecondInterruptWaitsForNothing() throws {
    try inShow { tool in
      // The two come before the first report of rest can: the dock reports four times a second.
      let ending = try tool.shell(
        "\(Self.start("--profile flow2pro --max-length 1h"))\nkill -INT $run; sleep 0.01; "
          + "kill -INT $run; wait $run; echo \"ended with $?\"")
      #expect(ending.output == "ended with 130\n")
      let receipt = tool.text(of: "out") ?? ""
      #expect(receipt.contains("tracking        on -> on\n"))
      #expect(receipt.contains("interrupted     by SIGINT"))
      #expect(receipt.contains("ending          killed\n"))
    }
  }

  @Test func aSuspendedRunGivesTheMotorsBackAndCarriesOn() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(
        "ramp pan to 10deg/s right over 300ms\nwait 2s\nramp pan to 0deg/s over 300ms\n",
        to: "slow.dock")
      let ending = try tool.shell(
        """
        \(Self.start("--record record"))
        kill -TSTP $run
        until grep -q ') T' /proc/$run/stat; do sleep 0.05; done; sleep 0.5
        kill -CONT $run; wait $run; echo "ended with $?"
        dock replay --trace record > again; echo "replayed with $?"
        """)
      #expect(ending.output.hasSuffix("ended with 0\nreplayed with 0\n"), "\(ending)")
      let out = tool.text(of: "out") ?? ""
      #expect(out.contains("held: the motors are given back"))
      #expect(out.contains("the show carries on"))
      let way = out.split(separator: "\n").first { $0.hasPrefix("displacement ") } ?? ""
      #expect(abs(number(in: way, after: "pan ") - 23) < 0.3, "\(out)")
      #expect(out.contains("stop            confirmed\n"))
    }
  }

  @Test func aClosedOutputStopsTheDock() throws {
    try inShow { tool in
      let ending = try tool.shell(
        """
        { dock run --live --record record slow.dock; echo "ended with $?" > code; } |
          head -1 > first
        until [ -s code ]; do sleep 0.05; done; cat code
        """)
      #expect(ending.output == "ended with 3\n")
      #expect(ending.messages.isEmpty)
      #expect(tool.text(of: "record")?.contains("\nexit closed-output time ") == true)
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test func theEndOfInputStopsTheDock() throws {
    try inShow { tool in
      let ending = try tool.shell(
        """
        mkfifo input; sleep 60 > input & holder=$!
        { dock run --live slow.dock < input > out; echo "ended with $?" > code; } &
        until grep -q wait out 2>/dev/null; do sleep 0.05; done
        kill -9 $holder; until [ -s code ]; do sleep 0.05; done; cat code
        """)
      #expect(ending.output == "ended with 3\n")
      expectReceipt(tool, "end-of-input")
    }
  }

  @Test func aFullDiskStopsTheDock() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 5deg right over 300ms\npan to 60deg right over 30s\n", to: "slow.dock")
      let ending = try tool.shell("dock run --live --record record slow.dock > /dev/full")
      #expect(ending.code == 3)
      #expect(ending.diagnostics == 1 && ending.messages.contains("cannot write"))
      #expect(tool.text(of: "record")?.contains("\nexit full-disk time ") == true)
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test func whatAKilledRunLeftIsRepairedByTheNext() throws {
    try inShow { tool in
      let killed = try tool.shell(
        "\(Self.start())\nkill -KILL $run; wait $run; ls state/dock; cat state/dock/journal")
      #expect(
        killed.output.hasPrefix("journal\nlock\nsimulated-dock\ndock-journal 1\ntracking on\n"))
      try tool.write("wait 10ms\n", to: "short.dock")
      let next = try tool.run("run", "--live", "short.dock")
      #expect(next.code == 0)
      #expect(next.messages.hasPrefix("The last live run was ended by force"))
      #expect(next.messages.contains("It was still turning."))
      #expect(next.messages.hasSuffix("system tracking is on again.\n"))
      #expect(try tool.shell("ls state/dock").output == "lock\n")
      #expect(try tool.run("run", "--live", "short.dock").messages.isEmpty)
    }
  }

  @Test func withoutAJournalNothingMoves() throws {
    try inShow { tool in
      let ending = try tool.run(
        "run", "--live", "slow.dock", environment: ["XDG_STATE_HOME": "/dev/null"])
      #expect(ending.code == 2)
      #expect(ending.output.isEmpty && ending.diagnostics == 1)
    }
  }

  @Test func twoRunsDoNotShareADock() throws {
    try inShow { tool in
      let ending = try tool.shell(
        "\(Self.start())\ndock run --live slow.dock; echo \"second $?\"; kill -TERM $run; wait $run"
      )
      #expect(ending.output == "second 2\n")
      #expect(ending.messages.contains("has the dock"))
      expectReceipt(tool, "SIGTERM")
    }
  }
}

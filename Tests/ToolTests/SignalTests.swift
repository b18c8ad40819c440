import Testing

/// Real signals to a real process, and everything else that can end one: the dock stands, and has
/// its tracker back, before the process is gone.
///
/// How soon is taken from the process's own receipt; these tests wait as long as it takes.
@Suite(.onOwnThreads) struct SignalTests {
  /// What a run can be in the middle of.
  enum Show: String, CaseIterable {
    case turning, handling, waiting, turningAndWaiting

    /// A script that takes half a minute and shows a step with `mark` in it, when it is there.
    var script: String {
      switch self {
      case .turning: "ramp pan to 2deg/s right over 300ms\nwait 30s\nstop\n"
      case .handling:
        """
        scene { at 300ms press button 1 }
        on button 1 pausing { tilt to 20deg up over 30s }
        pan to 60deg right over 30s

        """
      case .waiting: "scene { at 30s tap }\npan to 5deg right over 300ms\nwait for tap\n"
      case .turningAndWaiting:
        "scene { at 30s tap }\ntogether { pan to 60deg right over 30s; wait for tap }\n"
      }
    }

    var mark: String {
      switch self {
      case .turning: "wait"
      case .handling: "tilt"
      case .waiting, .turningAndWaiting: "wait for"
      }
    }

    /// True if the motors are held then.
    var holdsMotors: Bool { self != .waiting }
  }

  /// A shell's lines that wait for what `$1` looks for, and give up after half a minute.
  private static let wait = """
    ulimit -c 0
    await() {
      for i in {1..600}; do eval "$1" 2> /dev/null && return; sleep 0.05; done
      echo "nothing came of: $1"; [ -z "$run" ] || kill -KILL $run; exit 99
    }

    """

  /// A shell's lines that start a long live run with `options` and wait until it is in the middle.
  private static func start(_ options: String = "", _ show: Show = .turning) -> String {
    wait + """
      dock run --live \(options) slow.dock > out 2> messages & run=$!
      await 'grep -q "\(show.mark)" out'
      """
  }

  private func inShow(_ show: Show = .turning, _ body: (Tool) throws -> Void) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(show.script, to: "slow.dock")
      try body(tool)
    }
  }

  /// Expects that the receipt in `out` tells of a good end, in time, because of `exit`.
  private func expectReceipt(_ tool: Tool, _ exit: String, _ show: Show = .turning) {
    let receipt = tool.text(of: "out") ?? ""
    #expect(receipt.contains("stop            confirmed\n"), "\(receipt)")
    #expect(receipt.contains("tracking        on -> on\n"))
    #expect(receipt.contains("ending          cancelled\n"))
    let line = receipt.split(separator: "\n").first { $0.hasPrefix("interrupted ") } ?? ""
    #expect(line.contains("by \(exit) at "))
    if show.holdsMotors { #expect(number(in: line, after: "zero velocity after ") <= 100) }
    #expect(number(in: line, after: "restored after ") <= 2000)
    let isHandling = receipt.contains("handlers        button 1: 1 aborted\n")
    #expect(isHandling == (show == .handling))
    #expect(tool.text(of: "state/dock/journal") == nil)
  }

  private func number(in line: Substring, after mark: String) -> Double {
    guard let place = line.ranges(of: mark).first else { return .infinity }
    return Double(line[place.upperBound...].prefix { $0.isNumber || $0 == "." }) ?? .infinity
  }

  @Test(
    arguments: [("INT", 2), ("TERM", 15), ("HUP", 1), ("QUIT", 3)] as [(String, Int32)],
    Show.allCases)
  func aSignalStopsTheDockAndThenHasItsWay(signal: (String, Int32), show: Show) throws {
    try inShow(show) { tool in
      let ending = try tool.shell(
        Self.wait + """
          { run=$$; await 'grep -q "\(show.mark)" out'; kill -\(signal.0) $$; } &
          exec dock run --live slow.dock > out 2> messages
          """)
      #expect(ending.code == nil && ending.signal == signal.1, "\(ending)")
      expectReceipt(tool, "SIG" + signal.0, show)
      #expect(!tool.names().contains("core"))
    }
  }

  /// Nothing but the tool's own code may act on the signal, from the first instruction on.
  ///
  /// If it comes a second time before the motors are given back, that is not waited for.
  @Test(arguments: stride(from: 0, to: 40, by: 2).map { $0 })
  func ctrlBackslashEndsItWhileItStarts(milliseconds: Int) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 10deg right over 1s\n", to: "slow.dock")
      let later = String(milliseconds + 1000).dropFirst()
      let ending = try tool.shell(
        Self.wait + """
          { sleep 0.\(later); for i in {1..50}; do kill -QUIT $$; sleep 0.01; done; } &> /dev/null &
          exec dock run --live --quiet slow.dock
          """)
      #expect(ending.code == nil && ending.signal == 3, "\(ending)")
      if ending.output.contains("killed") { return }
      #expect(ending.messages.isEmpty, "\(ending)")
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  /// The runtime of Swift, if it takes the signal, says so for seconds, and then goes on.
  @Test func ctrlBackslashEndsACommandThatHandlesNoSignal() throws {
    try Tool.inFreshFolder { tool in
      let ending = try tool.shell(
        Self.wait + """
          export SWIFT_BACKTRACE=enable=yes
          mkfifo script; sleep 10 > script 2> /dev/null &
          { run=$$; await 'grep -q dock /proc/$run/comm'; sleep 0.3; kill -QUIT $run; } &
          exec dock check - < script
          """)
      #expect(ending.code == nil && ending.signal == 3, "\(ending)")
      #expect(ending.messages.isEmpty, "\(ending)")
    }
  }

  @Test func whoIgnoresCtrlBackslashGoesOn() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("wait 10min\n", to: "show.dock")
      let ending = try tool.shell(
        """
        trap '' QUIT; { kill -QUIT $$; sleep 0.02; kill -QUIT $$; } &
        exec dock film show.dock -o show.y4m --size 64x36 --for 10s
        """)
      #expect(ending.code == 0, "\(ending)")
    }
  }

  @Test func aSecondInterruptWaitsForNothing() throws {
    try inShow { tool in
      // Signals that wait to be handled are one: it is sent until the second has come, which is
      // before a dock that reports its state every two seconds can confirm that it stands.
      let ending = try tool.shell(
        """
        dock profile show flow2pro > seldom.profile
        sed -i 's/^profile .*/profile seldom/; s/^report_rate .*/report_rate 0.5fps/' seldom.profile
        \(Self.start("--profile seldom.profile"))
        for i in {1..100}; do kill -INT $run 2> /dev/null || break; sleep 0.02; done
        wait $run; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 130\n")
      let receipt = tool.text(of: "out") ?? ""
      #expect(receipt.contains("tracking        on -> on\n"))
      #expect(receipt.contains("stop            NOT CONFIRMED\n"))
      #expect(receipt.contains("interrupted     by SIGINT"))
      #expect(receipt.contains("ending          killed\n"))
    }
  }

  @Test func whoIsNotToBeHungUpGoesOn() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 5deg right over 300ms\nwait 1s\n", to: "slow.dock")
      let ending = try tool.shell(
        "trap '' HUP\n\(Self.start())\nkill -HUP $run; wait $run; echo \"ended with $?\"")
      #expect(ending.output == "ended with 0\n")
    }
  }

  @Test(arguments: [
    "ramp pan to 10deg/s right over 300ms\nwait 2s\nramp pan to 0deg/s over 300ms\n",
    """
    scene { at 100ms press button 1 }
    on button 1 pausing { log "wait"; tilt to 10deg up over 1s }
    pan to 23deg right over 2s

    """,
  ])
  func aSuspendedRunGivesTheMotorsBackAndCarriesOn(script: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(script, to: "slow.dock")
      let ending = try tool.shell(
        """
        \(Self.start("--record record"))
        kill -TSTP $run
        await 'grep -q ") T" /proc/$run/stat'; sleep 0.5; cat state/dock/simulated-dock
        kill -CONT $run; wait $run; echo "ended with $?"
        dock replay --trace record > again; echo "replayed with $?"
        """)
      // While it is suspended the tracker has the dock, of which there is nothing to be noted.
      #expect(ending.output == "ended with 0\nreplayed with 0\n", "\(ending)")
      let out = tool.text(of: "out") ?? ""
      #expect(out.contains("paused: the motors are given back"))
      #expect(out.contains("the show resumes"))
      let way = out.split(separator: "\n").first { $0.hasPrefix("displacement ") } ?? ""
      #expect(abs(number(in: way, after: "pan ") - 23) < 0.3, "\(out)")
      #expect(out.contains("stop            confirmed\n"))
    }
  }

  @Test(arguments: [0, 0.005, 0.02])
  func aRunThatIsContinuedAtOnceGoesOn(gap: Double) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 40deg right over 1s\nwait 1s\n", to: "slow.dock")
      let ending = try tool.shell(
        """
        \(Self.start())
        kill -TSTP $run; sleep \(gap); kill -CONT $run
        await 'grep -q "stop  *confirmed" out'; wait $run; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 0\n", "\(ending)")
    }
  }

  /// With so few reports the motors are given back over a second or more.
  @Test func aRunThatIsContinuedWhileItGivesTheMotorsBackGoesOn() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 40deg right over 1s\nwait 1s\n", to: "slow.dock")
      let ending = try tool.shell(
        """
        dock profile show flow2pro > seldom.profile
        sed -i 's/^profile .*/profile seldom/; s/^report_rate .*/report_rate 0.5fps/' seldom.profile
        \(Self.wait)dock run --live --profile seldom.profile slow.dock > out & run=$!
        await 'grep -q "pan to" out'
        kill -TSTP $run; sleep 0.3; kill -CONT $run
        await 'grep -q "stop  *confirmed" out'; wait $run; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 0\n", "\(ending)")
      #expect(tool.text(of: "out")?.contains("paused: the motors are given back") == true)
    }
  }

  @Test func aSuspendedRunCanBeEnded() throws {
    try inShow { tool in
      let ending = try tool.shell(
        """
        \(Self.start())
        kill -TSTP $run; await 'grep -q ") T" /proc/$run/stat'
        kill -TERM $run; kill -CONT $run; wait $run; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 143\n")
      expectReceipt(tool, "SIGTERM")
    }
  }

  @Test(arguments: ["head -1", "grep -q wait"])
  func aClosedOutputStopsTheDock(reader: String) throws {
    try inShow { tool in
      let ending = try tool.shell(
        """
        { dock run --live --record record slow.dock; echo "ended with $?" > code; } |
          \(reader) > first
        \(Self.wait)await '[ -s code ]'; cat code
        """)
      #expect(ending.output == "ended with 3\n")
      #expect(ending.messages.isEmpty)
      let record = tool.text(of: "record") ?? ""
      let line = record.split(separator: "\n").first { $0.hasPrefix("exit closed-output ") } ?? ""
      // Nothing is shown between the beginning of the wait and half a minute later.
      #expect(number(in: line, after: "time ") < 29e9 || line.contains(" call "), "\(line)")
      #expect(try tool.run("replay", "record").code == 0)
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test func theEndOfInputStopsTheDock() throws {
    try inShow { tool in
      let ending = try tool.shell(
        """
        \(Self.wait)mkfifo input; sleep 60 > input & holder=$!
        { dock run --live slow.dock < input > out; echo "ended with $?" > code; } &
        await 'grep -q wait out'
        kill -9 $holder; await '[ -s code ]'; cat code
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
      #expect(tool.text(of: "record")?.contains("\nexit full-disk ") == true)
      #expect(try tool.run("replay", "record").code == 0)
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test func aFileThatIsTooLongStopsTheDock() throws {
    try Tool.inFreshFolder { tool in
      let log = String(repeating: "x", count: 200)
      try tool.write(
        "pan to 60deg right over 1s\nrepeat 9 { log \"\(log)\" }\npan to home over 30s\n",
        to: "slow.dock")
      let ending = try tool.shell("ulimit -f 1; exec dock run --live slow.dock > out")
      #expect(ending.code == 3 && ending.signal == nil, "\(ending)")
      #expect(ending.messages.contains("cannot write"))
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test func aRecordThatCannotBeWrittenIsToldAtTheEnd() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 5deg right over 300ms\n", to: "short.dock")
      let ending = try tool.run("run", "--live", "--record", "/dev/full", "short.dock")
      #expect(ending.code == 2)
      #expect(ending.diagnostics == 1 && ending.messages.contains("cannot write"))
      #expect(ending.output.contains("stop            confirmed\n"))
    }
    try inShow { tool in
      let ending = try tool.shell(
        "\(Self.start("--record /dev/full"))\nkill -TERM $run; wait $run; echo \"ended with $?\"")
      #expect(ending.output == "ended with 143\n")
      expectReceipt(tool, "SIGTERM")
    }
  }

  @Test func aStopThatIsNotConfirmedIsTold() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 60deg right over 4s\n", to: "slow.dock")
      let kill = try tool.run("run", "--cut", "2s", "--by", "second-SIGINT", "slow.dock")
      #expect(kill.code == 4 && kill.diagnostics == 1)
      #expect(kill.output.contains("stop            NOT CONFIRMED\n"))
      let stop = try tool.run("run", "--cut", "2s", "slow.dock")
      #expect(stop.code == 3 && stop.diagnostics == 0)
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

  @Test func anUnreadableJournalStopsTheRun() throws {
    try inShow { tool in
      try tool.write("wait 10ms\n", to: "short.dock")
      for (journal, reason) in [
        ("mkfifo journal", "it is not a regular file"), ("> journal", "it is damaged"),
        ("printf 'dock-journal 1\\ntracking off\\n' > journal", "it is damaged"),
      ] {
        _ = try tool.shell("mkdir -p state/dock; cd state/dock; \(journal)")
        let refused = try tool.run("run", "--live", "short.dock")
        #expect(refused.code == 2 && refused.output.isEmpty)
        #expect(refused.messages.contains(reason))
        #expect(refused.messages.contains("--ignore-journal"))
        let ignored = try tool.run("run", "--live", "--ignore-journal", "short.dock")
        #expect(ignored.code == 0 && ignored.messages.isEmpty)
      }
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

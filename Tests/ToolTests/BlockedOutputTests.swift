import Testing

/// A live run whose output is not read, and one without the files that it needs for signals.
@Suite(.onOwnThreads) struct BlockedOutputTests {
  /// Turns at once, and then prints more than a pipe holds.
  private static let loud = """
    ramp pan to 20deg/s right over 300ms
    repeat 3000 { log "\(String(repeating: "x", count: 90))" }
    wait 30s
    stop

    """

  /// A shell's lines that hold the reading end of `pipe` open without reading it, and wait for what
  /// `$1` looks for.
  private static let start = """
    ulimit -c 0
    await() {
      for i in {1..600}; do eval "$1" 2> /dev/null && return; sleep 0.05; done
      echo "nothing came of: $1"; [ -z "$run" ] || kill -KILL $run; exit 99
    }
    turning='grep -q " 19.99" state/dock/simulated-dock'
    mkfifo pipe; exec 9<> pipe

    """

  private func inFolder(_ body: (Tool) throws -> Void) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(Self.loud, to: "loud.dock")
      try tool.write("ramp pan to 20deg/s right over 300ms\nwait 30s\nstop\n", to: "slow.dock")
      try body(tool)
    }
  }

  @Test(
    arguments: ["> pipe", "> pipe 2>&1", "2> pipe > out"],
    [("TERM", 143), ("INT", 130), ("HUP", 129)])
  func aSignalStopsARunThatNobodyReads(streams: String, signal: (String, Int)) throws {
    try inFolder { tool in
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live loud.dock \(streams) & run=$!
        await "$turning"; sleep 0.5; kill -\(signal.0) $run; wait $run; echo "ended with $?"
        ls state/dock
        """)
      #expect(ending.output == "ended with \(signal.1)\nlock\n")
    }
  }

  @Test func anInterruptEndsASessionThatNobodyReads() throws {
    try inFolder { tool in
      let log = "repeat 3000 { log \"\(String(repeating: "x", count: 90))\" }"
      try tool.write(
        "together { spin pan at 20deg/s right for 30s; \(log) }; stop\n", to: "lines.txt")
      let ending = try tool.shell(
        """
        \(Self.start)dock repl --live < lines.txt > pipe & run=$!
        await "$turning"; sleep 0.5; kill -INT $run; wait $run; echo "ended with $?"
        ls state/dock | grep -v simulated-dock
        """)
      #expect(ending.output == "ended with 130\nlock\n")
    }
  }

  @Test func whoReadsLateGetsEverything() throws {
    try inFolder { tool in
      let show = Self.loud.replacing("wait 30s", with: "wait 300ms")
      try tool.write(show, to: "short.dock")
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live short.dock > pipe & run=$!
        sleep 5
        cat < pipe > out 9>&- & reader=$!
        wait $run; echo "ended with $?"; exec 9>&-; wait $reader
        grep -c xxxxx out; tail -2 out | head -1 | cut -d ' ' -f 1; grep -c "not shown" out
        """)
      #expect(ending.output == "ended with 0\n3000\nlateness\n0\n")
    }
  }

  @Test func whatNobodyReadsInTimeIsCounted() throws {
    try inFolder { tool in
      let show = Self.loud.replacing("wait 30s", with: "wait 300ms")
        .replacing("repeat 3000", with: "repeat 6000")
        .replacing("xxxxx", with: String(repeating: "x", count: 60))
      try tool.write(show, to: "short.dock")
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live short.dock > pipe & run=$!
        sleep 5
        cat < pipe > out 9>&- & reader=$!
        wait $run; echo "ended with $?"; exec 9>&-; wait $reader
        """)
      #expect(ending.output == "ended with 0\n")
      let out = tool.text(of: "out") ?? ""
      let lines = out.split(separator: "\n")
      let lost = lines.first { $0.hasPrefix("not shown ") } ?? ""
      let count = lost.split(separator: " ").compactMap { Int($0) }.first ?? 0
      // With what is done besides.
      #expect(lines.count { $0.contains("xxxxx") } + count >= 6000, "\(lost)")
      #expect(count > 0 && count < 6000)
    }
  }

  @Test func aRunThatFailsDoesNotWaitForAReader() throws {
    try inFolder { tool in
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live --fault undocked@1.5s loud.dock > pipe; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 4\n" || ending.output == "ended with 3\n")
      #expect(ending.diagnostics >= 1, "\(ending.messages)")
    }
  }

  @Test func theSignalsOfOthersStopTheDock() throws {
    try inFolder { tool in
      // Each run has its own dock. SIGSEGV comes from outside, not from an error.
      let ending = try tool.shell(
        """
        ulimit -c 0
        signals="USR1 USR2 ALRM VTALRM PROF XCPU IO PWR STKFLT ABRT SEGV SYS RTMIN RTMAX"
        for signal in $signals; do
          ( export XDG_STATE_HOME=$PWD/$signal
            dock run --live slow.dock > out-$signal 2>&1 & run=$!
            for i in {1..600}; do
              grep -q " 19.99" $signal/dock/simulated-dock 2> /dev/null && break; sleep 0.05
            done
            kill -$signal $run; wait $run; echo $(($? - 128)) > code-$signal ) &
        done 2> /dev/null
        wait
        for signal in $signals; do
          [ "$(cat code-$signal)" = "$(kill -l $signal)" ] ||
            [ "$(kill -l $(cat code-$signal))" = $signal ] || echo "$signal: $(cat code-$signal)"
          grep -q "stop            confirmed" out-$signal || echo "$signal: no receipt"
          grep -q "by signal $(cat code-$signal) at" out-$signal || echo "$signal: not told"
          [ "$(ls $signal/dock)" = lock ] || echo "$signal: left $(ls $signal/dock)"
        done
        """)
      #expect(ending.output == "", "\(ending)")
    }
  }

  @Test func aSupervisorsSignalBeforeIsNotASecondInterrupt() throws {
    try inFolder { tool in
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live --profile flow2pro slow.dock > out & run=$!
        await "$turning"; kill -TERM $run; for i in {1..3000}; do :; done; kill -INT $run
        wait $run; echo "ended with $?"
        """)
      #expect(ending.output == "ended with 143\n")
      #expect(tool.text(of: "out")?.contains("stop            confirmed\n") == true)
    }
  }

  @Test func theSystemWarnsBeforeTheTimeIsUsedUp() throws {
    try inFolder { tool in
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live slow.dock > out & run=$!
        await "$turning"; grep "^Max cpu time" /proc/$run/limits; kill -TERM $run; wait $run
        """)
      #expect(ending.output.split(separator: " ").filter { Int($0) != nil } == ["59", "60"])
    }
  }

  @Test(arguments: [4, 5, 6, 8, 9])
  func withTooFewDescriptorsNothingMoves(count: Int) throws {
    try inFolder { tool in
      let ending = try tool.shell(
        "ulimit -c 0; ulimit -n \(count); exec dock run --live slow.dock")
      #expect(ending.code == 2, "\(ending)")
      #expect(ending.output.isEmpty && ending.messages.hasPrefix("error: "), "\(ending)")
      #expect(tool.text(of: "state/dock/journal") == nil)
    }
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func aClosedStreamIsTheNullDevice(streams: String) throws {
    try inFolder { tool in
      let ending = try tool.shell(
        """
        \(Self.start)dock run --live --record record slow.dock \(streams) & run=$!
        await "$turning"; kill -TERM $run; wait $run; echo "ended with $?"; ls state/dock
        head -1 record
        """)
      #expect(ending.output.hasSuffix("ended with 143\nlock\ndock-recording 2\n"), "\(ending)")
    }
  }
}

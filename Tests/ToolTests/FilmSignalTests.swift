import Testing

/// Signals to `dock film` while it writes a file.
@Suite(.onOwnThreads) struct FilmSignalTests {
  /// A shell's lines that wait until the film is begun.
  private static let begun = """
    ulimit -c 0
    begun() {
      for i in {1..600}; do [ -s "$(echo ${1:-show.y4m}.*)" ] && return; sleep 0.05; done
      echo "no film was begun"; exit 99
    }

    """

  private func inFolder(_ script: String, _ body: (Tool) throws -> Void) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(script, to: "show.dock")
      try body(tool)
    }
  }

  @Test(arguments: [("INT", 2), ("QUIT", 3), ("TERM", 15), ("HUP", 1)] as [(String, Int32)])
  func aSignalLeavesNoHalfFileAndHasItsWay(signal: (String, Int32)) throws {
    try inFolder("wait 10min\n") { tool in
      let ending = try tool.shell(
        Self.begun + """
          { begun; kill -\(signal.0) $$; } &
          exec dock film show.dock -o show.y4m --for 10min
          """)
      #expect(ending.code == nil && ending.signal == signal.1, "\(ending)")
      #expect(ending.output.isEmpty && ending.messages.isEmpty, "\(ending)")
      #expect(tool.names() == ["show.dock"])
    }
  }

  @Test func theFormerFilmStaysAsItWas() throws {
    try inFolder("wait 10min\n") { tool in
      try tool.write("the former film", to: "show.y4m")
      let ending = try tool.shell(
        Self.begun + """
          { begun; kill -INT $$; } &
          exec dock film show.dock -o show.y4m --for 10min
          """)
      #expect(ending.signal == 2, "\(ending)")
      #expect(tool.names() == ["show.dock", "show.y4m"])
      #expect(tool.text(of: "show.y4m") == "the former film")
    }
  }

  /// Whole recordings stay.
  @Test func aSignalLeavesNoHalfRecording() throws {
    let script = """
      camera record start
      wait 100ms
      camera record stop
      camera record start
      wait 10min

      """
    try inFolder(script) { tool in
      let ending = try tool.shell(
        Self.begun + """
          { begun films/recording-2.y4m; kill -INT $$; } &
          exec dock film show.dock --recordings films --for 10min --size 64x36
          """)
      #expect(ending.signal == 2, "\(ending)")
      #expect(try tool.shell("ls films").output == "recording-1.y4m\n")
    }
  }

  /// It reads boxes when the signal comes, and none ever come.
  @Test func aSignalEndsAFilmThatWaitsForItsDetector() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("at 0s person ada at 2m away\n", to: "show.scene")
      let ending = try tool.shell(
        Self.begun + """
          mkfifo boxes; exec 9<> boxes
          { begun; sleep 0.5; kill -INT $$; } &
          exec dock film show.scene --detector -o show.y4m --size 64x36 < boxes
          """)
      #expect(ending.signal == 2, "\(ending)")
      #expect(tool.names() == ["boxes", "show.scene"])
    }
  }

  @Test func whoIsNotToBeInterruptedGoesOn() throws {
    try inFolder("wait 3s\n") { tool in
      let ending = try tool.shell(
        Self.begun + """
          { begun; kill -INT $$; kill -QUIT $$; kill -HUP $$; kill -TERM $$; } &
          trap '' INT QUIT HUP TERM
          exec dock film show.dock -o show.y4m --size 640x360
          """)
      #expect(ending.code == 0, "\(ending)")
      #expect(tool.names() == ["show.dock", "show.y4m"])
      // 91 frames of 640 by 360, each with its mark, behind the line that says so.
      let size = try tool.shell("wc -c < show.y4m").output
      #expect((Int(size.dropLast()) ?? 0) > 91 * (640 * 360 * 3 / 2 + 6))
    }
  }
}

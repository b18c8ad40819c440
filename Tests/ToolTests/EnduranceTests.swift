#if os(Linux)
  import Testing

  /// A long session needs no more memory and time per line than a short one.
  @Suite(.onOwnThreads) struct EnduranceTests {
    /// The resident memory of `dock repl` in kilobytes after some entries and after twice as many,
    /// with twenty handlers and a scene that calls them in the midst of motion.
    @Test func memoryIsFlat() throws {
      let entries = Thorough.count(1000, sample: 200)
      try Tool.inFreshFolder { tool in
        let ending = try tool.shell(
          """
          entries() {
            for i in $(seq $1 $2); do
              case $((i % 5)) in
                0) echo "scene { at 500ms press button $((i % 20 + 1)); at 1s tap; at 9s tap }";;
                1) echo "pan to $((i % 50))deg right over 2s";;
                2) echo "let x = $((i % 50))deg; face next";;
                3) echo ":tap";;
                4) echo "tilt to $((i % 20))deg up over 2s";;
              esac
            done
            echo "log \\"mark $2\\""
          }
          weigh() {
            entries $1 $2 >&3
            until grep -q "log   mark $2" out; do kill -0 $tool; sleep 0.05; done
            sed -n 's/VmRSS:[[:space:]]*\\([0-9]*\\) kB/\\1/p' /proc/$tool/status
          }
          set -e
          mkfifo lines; dock repl < lines > out & tool=$!; exec 3> lines
          for i in $(seq 20); do
            echo "on button $i pausing { tilt by 2deg up over 500ms }" >&3
          done
          echo 'on tap at most every 5s { log "tapped" }' >&3
          weigh 1 \(entries); weigh \(entries + 1) \(2 * entries)
          exec 3>&-; wait $tool
          """)
        #expect(ending.code == 0, "\(ending)")
        let weights = ending.output.split(separator: "\n").compactMap { Int($0) }
        try #require(weights.count == 2, "\(ending)")
        #expect(weights[1] - weights[0] < 2048, "\(weights)")
        #expect(tool.text(of: "out")?.contains("on button 1 (1 done)") == true)
      }
    }
  }
#endif

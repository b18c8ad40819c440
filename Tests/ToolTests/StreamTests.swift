import Foundation
import Testing

/// Pipes that close, disks that are full, files that are written whole or not at all.
@Suite(.onOwnThreads) struct StreamTests {
  /// A script with more output than a pipe holds.
  static let long =
    "for i in 1..20000 {\n  pan to 10deg right over 1s\n  pan to 10deg left over 1s\n}\n"

  @Test func aClosedPipeEndsQuietly() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(Self.long, to: "long.dock")
      let ending = try tool.shell(
        "dock compile --max-length 48h long.dock | head -1; echo \"${PIPESTATUS[0]}\"")
      #expect(ending.output == "dock-schedule 2\n0\n")
      #expect(ending.messages.isEmpty)
    }
  }

  @Test(arguments: [
    "dock test bad.dock", "dock check --format json bad.dock", "dock sweep early.dock",
  ])
  func aClosedPipeHidesNoFailure(line: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 30\n", to: "bad.dock")
      try tool.write("scene { at 100ms undock }\npan to 30deg right over 1s\n", to: "early.dock")
      // The pipe is closed before anything is written.
      let ending = try tool.shell(
        "mkfifo pipe; exec 3<> pipe 4> pipe; exec 3>&-; \(line) >&4; echo $?")
      #expect(ending.output == "1\n")
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "dock compile good.dock > /dev/full", "dock compile good.dock -o /dev/full",
      "dock explain > /dev/full", "dock test . > /dev/full", "dock new other > /dev/full",
      "dock check --format json bad.dock > /dev/full",
    ])
  func aFullDiskIsOneDiagnostic(line: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      try tool.write("pan to 30\n", to: "bad.dock")
      let ending = try tool.shell(line)
      #expect(ending.code == 2)
      #expect(ending.diagnostics == 1)
      #expect(ending.messages.hasPrefix("error[D0507]: cannot write"))
    }
  }

  @Test func aFileIsReplacedWholeOrNotAtAll() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      try tool.write("pan to 30\n", to: "bad.dock")
      try tool.write("old", to: "out")
      #expect(try tool.run("compile", "bad.dock", "-o", "out").code == 1)
      #expect(tool.text(of: "out") == "old")
      #expect(try tool.run("compile", "good.dock", "-o", "out").code == 0)
      let printed = try tool.run("compile", "good.dock").output
      #expect(tool.text(of: "out") == printed)
      #expect(tool.names() == ["bad.dock", "good.dock", "out"])
    }
  }

  @Test func aNewScriptIsThereWithAllItsFilesOrNotAtAll() throws {
    try Tool.inFreshFolder { tool in
      // The messages go through a pipe, which the limit on files does not concern.
      let ending = try tool.shell(
        """
        set -o pipefail
        (ulimit -f 0; dock new show) 2>&1 > out | cat >&2
        rc=$?; rm out; exit $rc
        """
      )
      #expect(ending.code == 2 && ending.diagnostics == 1)
      #expect(ending.messages.hasPrefix("error[D0507]: cannot write"))
      #expect(tool.names() == [])
      // Of these files the second has a name that is too long.
      let late = try tool.run("new", String(repeating: "x", count: 243))
      #expect(late.code == 2 && tool.names() == [])
      try tool.write("mine", to: "ci.sh")
      // What belongs to the folder stays as it is.
      let second = try tool.run("new", "show")
      #expect(second.code == 0 && tool.text(of: "ci.sh") == "mine")
      try tool.write("mine", to: "show.dock")
      let names = tool.names()
      let taken = try tool.run("new", "show")
      #expect(taken.code == 2 && tool.names() == names && tool.text(of: "show.dock") == "mine")
    }
  }

  @Test func aSessionIsSavedWholeOrNotAtAll() throws {
    try Tool.inFreshFolder { tool in
      try tool.write("old", to: "look.dock")
      let lines = "'pan to 20deg right over 1s' ':save! look.dock' ':save new.dock'"
      let full = try tool.shell("printf '%s\\n' \(lines) | (ulimit -f 0; dock repl) 2>&1 | cat")
      #expect((full.output + full.messages).contains("'look.dock' cannot be written"))
      #expect(tool.text(of: "look.dock") == "old" && tool.names() == ["look.dock"])
      _ = try tool.shell("printf '%s\\n' \(lines) | dock repl")
      #expect(tool.text(of: "new.dock") == "pan to 20deg right over 1s\n")
    }
  }

  @Test(arguments: ["trap '' XFSZ; ", ""])
  func aFileThatOutgrowsItsDiskIsLeftAsItWas(trap: String) throws {
    try Tool.inFreshFolder { tool in
      try tool.write(Self.long, to: "long.dock")
      try tool.write("old", to: "out")
      let ending = try tool.shell(
        trap + "ulimit -f 8; dock compile --max-length 48h long.dock -o out")
      #expect(ending.code == 2 && ending.diagnostics == 1)
      #expect(tool.text(of: "out") == "old")
      #expect(tool.names() == ["long.dock", "out"])
    }
  }

  @Test func linksAndModesSurvive() throws {
    try Tool.inFreshFolder { tool in
      try tool.write(good, to: "good.dock")
      try tool.write("old", to: "real")
      let ending = try tool.shell(
        """
        chmod 640 real; ln -s real link; dock compile good.dock -o link
        stat -c %a real; readlink link
        """
      )
      #expect(ending.output == "640\nreal\n")
      #expect(tool.text(of: "real")?.hasPrefix("dock-schedule 2\n") == true)
    }
  }

  /// The option, then `NO_COLOR`, then what forces colour, then the terminal (there is none here).
  @Test(
    arguments: [
      ([], [:], false),
      ([], ["FORCE_COLOR": "1"], true),
      ([], ["CLICOLOR_FORCE": "1"], true),
      ([], ["CLICOLOR_FORCE": "0"], false),
      ([], ["FORCE_COLOR": ""], false),
      ([], ["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
      ([], ["NO_COLOR": "0", "FORCE_COLOR": "1"], false),
      ([], ["NO_COLOR": "", "FORCE_COLOR": "1"], true),
      (["--color", "always"], ["NO_COLOR": "1"], true),
      (["--color", "always"], ["TERM": "dumb"], true),
      (["--color", "never"], ["FORCE_COLOR": "1"], false),
      (["--color", "auto"], ["FORCE_COLOR": "1"], true),
    ] as [([String], [String: String], Bool)])
  func colourIsDecidedByRank(
    options: [String], environment: [String: String], isColoured: Bool
  ) throws {
    try Tool.inFreshFolder { tool in
      try tool.write("pan to 30\n", to: "bad.dock")
      let ending = try tool.shell(
        "exec dock check bad.dock \"$@\"", options, environment: environment)
      #expect(ending.messages.contains("\u{1B}[") == isColoured)
    }
  }
}

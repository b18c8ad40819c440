import ArgumentParser
import CQuit
import Language
import Printing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The tool: reads the command line, runs one command, and ends with its status.
@main
struct Dock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dock",
    abstract: "Choreography for motorised phone docks.",
    discussion: """
      A script can read only files in its own folder, and no clock, network or environment. \
      Nothing is sent anywhere. `-` stands for standard input.

      Exit codes: 0 success, 1 an error or a failed test was found, 2 wrong use or a file error, \
      3 a run was aborted and the dock stopped, 4 a run was aborted and the stop or the tracking \
      is not confirmed, 10 only new expectations, 70 a bug in dock.
      """,
    version: "0.1.0",
    subcommands: [
      Check.self, Compile.self, Run.self, Plot.self, PreviewCommand.self, FilmCommand.self,
      Why.self, Replay.self, Sweep.self, Test.self,
      Explain.self, New.self, ProfileCommand.self, Repl.self,
    ])

  @MainActor static func main() {
    SignalNotes.unblockAll()
    signal(SIGPIPE, SIG_IGN)
    // A file that gets too long is an error of `write`, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    guard Descriptors.openStandardStreams() else { ExitStatus.usage.leave() }
    status(of: Array(CommandLine.arguments.dropFirst())).leave()
  }

  /// Runs the command that `arguments` name and gives the status to exit with.
  private static func status(of arguments: [String]) -> ExitStatus {
    do {
      try rejectUnknownCommand(arguments)
      if let check = Check.plain(arguments) {
        try check.run()
      } else if let run = Run.plain(arguments) {
        try run.run()
      } else if let repl = Repl.plain(arguments) {
        try repl.run()
      } else {
        var command = try parseAsRoot(arguments)
        if let command = command as? any DockCommand {
          try command.profile.check(command.reporter)
        }
        try command.run()
      }
      return .success
    } catch let status as ExitStatus {
      return status
    } catch OutputFailure.closed {
      return .success
    } catch let failure as OutputFailure {
      Console.report(.cannotWrite(failure), .automatic)
      return .usage
    } catch {
      return answer(error)
    }
  }

  /// Prints help or a version, or the error of the command line.
  private static func answer(_ error: any Error) -> ExitStatus {
    let message = fullMessage(for: error)
    guard exitCode(for: error) == .success else {
      Console.say(message)
      return .usage
    }
    do throws(OutputFailure) {
      try OutputFile.standard.write(TextBuffer(message + "\n"))
      return .success
    } catch {
      return error == .closed ? .success : .usage
    }
  }

  mutating func run() throws {
    try OutputFile.standard.write(TextBuffer(Dock.welcome))
  }

  private static let welcome = """
    dock: choreography for motorised phone docks

      dock new [NAME]         write a first script and its expectation
      dock check FILE...      find mistakes before anything moves
      dock compile FILE       print the timed schedule
      dock run FILE           play it on the model of a dock
      dock plot FILE          draw it over time
      dock preview FILE       write a page that shows it
      dock film FILE -o FILM  film what the camera sees
      dock why FILE --at T    say why it moves as it does at a time
      dock repl               move it from a prompt
      dock replay FILE        repeat a recorded run exactly
      dock sweep FILE...      interrupt it at every point, and try every fault
      dock test [PATH...]     run tests and compare with expectations
      dock explain CODE       explain a diagnostic
      dock profile show NAME  print what a dock can do

    Try:  echo 'pan to 30deg right over 1s' | dock run -

    """
}

extension Dock {
  /// Ends with a hint if the first word is no command; options are left to the parser.
  ///
  /// That is the first word, or the one that help is asked for.
  private static func rejectUnknownCommand(_ words: [String]) throws(ExitStatus) {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    let word = words.first == "help" ? words.dropFirst().first : words.first
    guard let word, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return }
    var message = "error: there is no command '\(word)'"
    if let nearest = Suggestion.nearest(to: word, in: names) {
      message += "; did you mean 'dock \(nearest)'?"
    } else if word.hasSuffix(".dock") || word.hasSuffix(".schedule") {
      message += "; did you mean 'dock run \(word)'?"
    } else {
      message += "; the commands are \(names.joined(separator: ", "))"
    }
    Console.say(message)
    throw .usage
  }
}

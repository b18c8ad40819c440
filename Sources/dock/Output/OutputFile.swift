import Diagnosis
import Language
import Printing
import Rehearsal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a result could not be written.
enum OutputFailure: Error, Equatable {
  /// The output was closed, as in `dock compile x.dock | head`.
  case closed
  /// The file of this name is one that the command reads.
  case isInput(name: String)
  /// The system refused; what was written and its reason.
  case failed(name: String, reason: String)
}

extension Diagnostic {
  /// A result could not be written for `failure`.
  static func cannotWrite(_ failure: OutputFailure) -> Diagnostic {
    switch failure {
    case .closed: Diagnostic(.cannotWrite, "the output is closed", at: nil)
    case .isInput(let name):
      Diagnostic(
        .cannotWrite, "cannot write '\(name)': this command reads that file", at: nil,
        notes: ["the file is as it was; write to another name"])
    case .failed(let name, let reason):
      Diagnostic(.cannotWrite, "cannot write \(quoted(name)): \(reason)", at: nil)
    }
  }

  /// `name` in quotes, unless it is that of an output that every process has.
  private static func quoted(_ name: String) -> String {
    [OutputFile.standard, .messages].contains { $0.name == name } ? name : "'\(name)'"
  }
}

/// An open file that text is written to, in pieces, without a buffer of its own.
struct OutputFile: Equatable, Sendable {
  let descriptor: Int32
  /// Its name in a message.
  let name: String

  /// The output of results.
  static let standard = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")
  /// The output of everything else.
  static let messages = OutputFile(descriptor: STDERR_FILENO, name: "standard error")

  /// True if it is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// True if it is a terminal that can redraw a line.
  var isRedrawn: Bool { isTerminal && environment("TERM") != "dumb" }

  /// The columns of the terminal; nil where there is none.
  var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// The width of the terminal in pixels; nil where there is none, or it does not say.
  var pixelWidth: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_xpixel > 0 else {
      return nil
    }
    return Int(size.ws_xpixel)
  }

  /// Writes all of `text`.
  func write(_ text: TextBuffer) throws(OutputFailure) {
    var start = 0
    while start < text.count {
      start += try writeOnce(text.bytes, from: start)
    }
  }

  /// Writes `text` of a command whose status says what it has found; if nobody reads any longer, it
  /// goes on to find that.
  func writeWhileRead(_ text: TextBuffer) throws(OutputFailure) {
    do throws(OutputFailure) {
      try write(text)
    } catch {
      if error != .closed { throw error }
    }
  }

  /// Writes up to 64 KiB of `bytes` and returns how many were taken.
  private func writeOnce(_ bytes: [UInt8], from start: Int) throws(OutputFailure) -> Int {
    let size = min(bytes.count - start, 1 << 16)
    var failure: Int32 = 0
    let count = bytes.withUnsafeBytes { buffer in
      let count = systemWrite(descriptor, buffer.baseAddress.map { $0 + start }, size)
      failure = errno
      return count
    }
    if count >= 0 { return count }
    switch failure {
    case EINTR: return 0
    case EAGAIN:
      waitUntilWritable()
      return 0
    case EPIPE: throw .closed
    default: throw .failed(name: name, reason: systemReason(failure))
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}

/// `write` of the C library, which the method of that name hides.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}

extension TextBuffer {
  /// Creates a buffer that holds `text`.
  init(_ text: String) {
    self.init()
    write(string: text)
  }
}

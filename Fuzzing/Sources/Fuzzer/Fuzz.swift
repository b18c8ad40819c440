import CFuzzer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many bytes of text the target has read; the fuzzer calls it on one thread.
nonisolated(unsafe) var bytesFed = 0

/// Hands `target` to the fuzzer, which reads the command line, and ends with its status.
///
/// At the end it says how many bytes of text went in.
public func fuzz(_ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32) -> Never {
  atexit {
    let line = "bytes of text: \(bytesFed)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
  var count = CommandLine.argc
  var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  exit(LLVMFuzzerRunDriver(&count, &words, target))
}

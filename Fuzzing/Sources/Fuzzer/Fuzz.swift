import CFuzzer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Hands `target` to the fuzzer, which reads the command line, and ends with its status.
public func fuzz(_ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32) -> Never {
  var count = CommandLine.argc
  var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  exit(LLVMFuzzerRunDriver(&count, &words, target))
}

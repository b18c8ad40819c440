import Fuzzer

@main struct FuzzRun {
  static func main() {
    fuzz { data, size in
      fuzzRun(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    }
  }
}

import Fuzzer

@main struct FuzzSession {
  static func main() {
    fuzz { data, size in
      fuzzSession(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    }
  }
}

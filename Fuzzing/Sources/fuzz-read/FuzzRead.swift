import Fuzzer

@main struct FuzzRead {
  static func main() {
    fuzz { data, size in
      fuzzRead(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    }
  }
}

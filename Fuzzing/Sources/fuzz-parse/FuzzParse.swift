import Fuzzer

@main struct FuzzParse {
  static func main() {
    fuzz { data, size in
      fuzzParse(UnsafeRawBufferPointer(start: data, count: size))
      return 0
    }
  }
}

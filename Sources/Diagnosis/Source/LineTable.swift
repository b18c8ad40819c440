#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the lines of a program's files begin, for those who ask often.
package struct LineTable {
  /// The offsets at which lines begin, file after file.
  private let starts: [UInt32]
  /// For each file, the index of its first line in `starts`.
  private let firstLines: [Int]
  private var last = 0

  /// Creates the table of `sources` by one look at every byte.
  package init(_ sources: SourceMap) {
    var starts: [UInt32] = []
    var firstLines: [Int] = []
    for file in sources.files {
      firstLines.append(starts.count)
      starts.append(file.base)
      file.bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        var next = 0
        while let feed = memchr(start + next, 0x0A, bytes.count - next) {
          next = UnsafeRawPointer(feed) - start + 1
          starts.append(file.base + UInt32(next))
        }
      }
    }
    self.starts = starts
    self.firstLines = firstLines
  }

  /// The index of the file that holds `offset`, and the line there, from 1.
  package mutating func place(of offset: UInt32) -> (file: Int, line: Int) {
    if !(starts[last] <= offset && (last + 1 == starts.count || offset < starts[last + 1])) {
      last = index(of: offset)
    }
    var file = firstLines.count - 1
    while file > 0, firstLines[file] > last { file -= 1 }
    return (file, last - firstLines[file] + 1)
  }

  private func index(of offset: UInt32) -> Int {
    if last + 2 < starts.count, starts[last + 1] <= offset, offset < starts[last + 2] {
      return last + 1
    }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

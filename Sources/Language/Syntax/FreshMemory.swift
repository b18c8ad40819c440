#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory of large blocks, got from the system many pages at a time.
///
/// What a program has allocated it is given page by page, each when it is first written to, and the
/// interruption takes longer than the page itself. To ask for many at once halves the cost.
package enum FreshMemory {
  /// How much is asked for at once, in bytes: so much of a block may be got and not be used.
  package static var piece: Int { 1 << 17 }

  /// Gets the whole pages of the `count` bytes at `start`, which are about to be written to.
  ///
  /// What they hold stays. Where the system knows no such request, nothing happens.
  package static func get(_ start: UnsafeMutableRawPointer, _ count: Int) {
    #if os(Linux)
      // MADV_POPULATE_WRITE, since Linux 5.14; the headers of older systems lack it.
      let request: Int32 = 23
      let page = sysconf(Int32(_SC_PAGESIZE))
      let first = start.alignedUp(toMultipleOf: page)
      let last = (start + count).alignedDown(toMultipleOf: page)
      if first < last { _ = madvise(first, last - first, request) }
    #endif
  }
}

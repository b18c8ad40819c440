#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory of large blocks, got from the system many pages at a time.
///
/// The system gives a program its memory page by page, each at its first write, and each page fault
/// takes longer than the write of the page. A request for many pages at once halves the cost.
package enum FreshMemory {
  /// How much is requested at once, in bytes; this much of a block may stay unused.
  package static var piece: Int { 1 << 17 }

  /// Gets the whole pages of the `count` bytes at `start`, which are about to be written to.
  ///
  /// Their contents stay. On systems without this request, nothing happens.
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

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Elements in one block of memory, which the system moves without copying when it grows.
struct GrowingBlock<Element> {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int
  /// How many elements there may be before memory is got for more.
  private var ready = 1024

  /// Creates an empty block with room for `count` elements or some more.
  init(expecting count: Int) {
    capacity = max(ready, count)
    start = GrowingBlock.memory(of: capacity, replacing: nil)
  }

  /// Gives the memory back; the block is of no use afterwards.
  func free() {
    #if canImport(Glibc)
      Glibc.free(start)
    #else
      Darwin.free(start)
    #endif
  }

  /// The elements.
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

  /// Appends `element`; gives its index.
  @inline(__always)
  mutating func append(_ element: Element) -> UInt32 {
    let index = count
    if index == ready { getMore() }
    (start + index).initialize(to: element)
    count = index &+ 1
    return UInt32(truncatingIfNeeded: index)
  }

  @inline(never)
  private mutating func getMore() {
    if count == capacity {
      capacity += capacity / 2
      start = GrowingBlock.memory(of: capacity, replacing: start)
    }
    let size = MemoryLayout<Element>.stride
    ready = min(capacity, count + FreshMemory.piece / size)
    FreshMemory.get(start + count, (ready - count) * size)
  }

  private static func memory(
    of capacity: Int, replacing old: UnsafeMutablePointer<Element>?
  ) -> UnsafeMutablePointer<Element> {
    guard let memory = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }
}

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

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
  /// The number of elements that fit into the present memory.
  private var ready = 1024

  /// Creates an empty block with room for `count` elements or some more.
  init(expecting count: Int) {
    capacity = max(ready, count)
    start = GrowingBlock.memory(of: capacity, replacing: nil)
  }

  /// Gives the memory back; the block must not be used afterwards.
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

/// The values of the bodies that a task is in: a frame for each, one on top of the other.
struct ValueStack {
  private var block: ValueBlock
  /// Where the values begin; for as long as `block` is there.
  private(set) var memory: UnsafeMutablePointer<Double>
  /// Where the running body's frame begins, and where it ends.
  private(set) var base = 0
  private var top: Int
  /// How many calls are inside each other.
  private(set) var depth = 0
  /// The tempos that hold for them, the one in force last.
  var tempos: [Tempo] = []
  /// How many values there are.
  var count: Int { top }

  /// Creates a stack with one frame of `count` values, and room for `room` more.
  init(frame count: Int, room: Int) {
    top = count
    block = ValueBlock(count + room)
    memory = block.memory
  }

  /// A stack of its own with the values of the running body; names keep their values, so none is
  /// ever out of date.
  func branch() -> ValueStack {
    var copy = ValueStack(frame: top - base, room: 32)
    if var tempo {
      tempo.depth = -1
      copy.tempos = [tempo]
    }
    copy.memory.update(from: memory + base, count: top - base)
    return copy
  }

  /// The bits of all values.
  var bits: [UInt64] { block.bits(top) }

  /// A stack of its own with the same values.
  func copied() -> ValueStack {
    var copy = self
    copy.use(ValueBlock(block.capacity, block))
    return copy
  }

  /// Makes room for a frame of `count` values on top; gives the place where it begins.
  mutating func open(_ count: Int) -> Int {
    depth += 1
    let inner = top
    top += count
    if top > block.capacity { use(ValueBlock(top * 2, block)) }
    return inner
  }

  /// Makes the frame at `inner`, which was opened last, the running body's; gives the old one.
  mutating func enter(_ inner: Int) -> Int {
    let outer = base
    base = inner
    return outer
  }

  /// Closes the frame of the running body and returns to the one at `outer`.
  mutating func leave(to outer: Int) {
    depth -= 1
    top = base
    base = outer
  }

  private mutating func use(_ other: ValueBlock) {
    block = other
    memory = other.memory
  }
}

/// Memory for values, which copies of its user share.
final class ValueBlock {
  let memory: UnsafeMutablePointer<Double>
  /// How many values there is room for.
  let capacity: Int

  /// Creates room for `capacity` values: those of `other`, which is no larger, and then zeros.
  init(_ capacity: Int, _ other: ValueBlock? = nil) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
    memory.initialize(repeating: 0, count: capacity)
    if let other { memory.update(from: other.memory, count: other.capacity) }
  }

  deinit { memory.deallocate() }

  /// The bits of the first `count` values.
  func bits(_ count: Int) -> [UInt64] {
    UnsafeBufferPointer(start: memory, count: count).map(\.bitPattern)
  }
}

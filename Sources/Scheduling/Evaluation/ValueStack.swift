/// The values of the bodies that a strand is in: a frame for each, one on top of the other.
struct ValueStack {
  private(set) var memory: UnsafeMutablePointer<Double>
  private var capacity: Int
  /// Where the running body's frame begins, and where it ends.
  private(set) var base = 0
  private var top: Int
  /// How many calls are inside each other.
  private(set) var depth = 0
  /// How many values there are.
  var count: Int { top }

  /// Creates a stack with one frame of `count` values, and room for `room` more.
  init(frame count: Int, room: Int) {
    top = count
    capacity = count + room
    memory = .allocate(capacity: capacity)
    memory.initialize(repeating: 0, count: capacity)
  }

  /// A stack of its own with the values of the running body; names keep their values, so none is
  /// ever out of date.
  func branch() -> ValueStack {
    let copy = ValueStack(frame: top - base, room: 32)
    copy.memory.update(from: memory + base, count: top - base)
    return copy
  }

  /// A stack of its own with the same values.
  func copied() -> ValueStack {
    var copy = self
    copy.memory = .allocate(capacity: capacity)
    copy.memory.initialize(from: memory, count: capacity)
    return copy
  }

  /// Gives the memory back; the stack is of no use afterwards.
  func free() { memory.deallocate() }

  /// Makes room for a frame of `count` values on top; gives the place where it begins.
  mutating func open(_ count: Int) -> Int {
    depth += 1
    let inner = top
    top += count
    if top > capacity { grow() }
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

  private mutating func grow() {
    let wider = UnsafeMutablePointer<Double>.allocate(capacity: top * 2)
    wider.initialize(repeating: 0, count: top * 2)
    wider.update(from: memory, count: capacity)
    memory.deallocate()
    memory = wider
    capacity = top * 2
  }
}

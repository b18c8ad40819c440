import Dispatch
import Printing
import Playback
import Synchronization

/// Text that is waiting to be written, and the thread that writes it.
///
/// Posting never blocks. A reader that is slow, or has stopped reading, delays only the writer's
/// thread. Text that does not fit is dropped and counted.
final class Outbox: Sendable {
  /// The greatest size of the waiting text, in bytes.
  static let capacity = 4 << 20

  private struct Item {
    let text: TextBuffer
    let file: OutputFile
    /// True if the item is a line of the show, and counts as lost if it is not written.
    let isLine: Bool
  }

  private struct State {
    var items: ArraySlice<Item> = []
    /// The size of the items, with the one that is being written.
    var size = 0
    var isWriting = false
    /// Why standard output cannot be written, if it cannot.
    var failure: OutputFailure?
    var lost = 0
    /// True while somebody waits until everything is written.
    var isAwaited = false

    mutating func append(_ item: Item) {
      items.append(item)
      size += item.text.count
    }

    mutating func drop(_ item: Item) {
      size -= item.text.count
      if item.isLine { lost += 1 }
    }
  }

  private let state = Mutex(State())
  private let posted = DispatchSemaphore(value: 0)
  private let emptied = DispatchSemaphore(value: 0)

  /// Creates an outbox that is empty; nil if the system has no thread for it.
  ///
  /// - Parameter tell: called on the writer's thread, once, if standard output cannot be written.
  init?(onFailure tell: @escaping @Sendable (OutputFailure) -> Void) {
    let isStarted = startThread { [self] in
      while true {
        posted.wait()
        writeNext(tell)
      }
    }
    guard isStarted else { return nil }
  }

  /// How many lines were dropped so far.
  var lost: Int { state.withLock { $0.lost } }

  /// How many lines were dropped since the last time.
  func takeLost() -> Int {
    state.withLock { state in
      defer { state.lost = 0 }
      return state.lost
    }
  }

  /// Why standard output cannot be written; nil while it can.
  var failure: OutputFailure? { state.withLock { $0.failure } }

  /// Posts `line` for standard output; drops it if too much is waiting.
  func post(_ line: TextBuffer) { add(Item(text: line, file: .standard, isLine: true)) }

  /// Posts `message` for standard error; drops it if too much is waiting.
  func say(_ message: TextBuffer) { add(Item(text: message, file: .messages, isLine: false)) }

  /// Posts `frame`, which replaces the one drawn last, for standard error; drops it if anything is
  /// waiting, for there will be a newer one.
  func draw(_ frame: TextBuffer) {
    let item = Item(text: frame, file: .messages, isLine: false)
    let isPosted = state.withLock { state in
      guard state.items.isEmpty, !state.isWriting else { return false }
      state.append(item)
      return true
    }
    if isPosted { posted.signal() }
  }

  /// Writes `text` to standard output after everything that was posted, and waits for it.
  func print(_ text: TextBuffer) throws(OutputFailure) {
    state.withLock { $0.append(Item(text: text, file: .standard, isLine: false)) }
    posted.signal()
    flush()
    if let failure { throw failure }
  }

  /// Waits until everything is written; no longer than `patience` in nanoseconds, if that is not
  /// nil.
  ///
  /// What is not written by then is dropped.
  ///
  /// - Returns: true if everything is written.
  @discardableResult
  func flush(within patience: Int? = nil) -> Bool {
    let isEmpty = state.withLock { state in
      state.isAwaited = !state.items.isEmpty || state.isWriting
      return !state.isAwaited
    }
    guard !isEmpty else { return true }
    guard let patience else {
      emptied.wait()
      return true
    }
    guard emptied.wait(timeout: .now() + .nanoseconds(patience)) == .timedOut else { return true }
    let isLate = state.withLock { state in
      for item in state.items { state.drop(item) }
      state.items = []
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    // It was written in the meantime.
    if !isLate { emptied.wait() }
    return !isLate
  }

  private func add(_ item: Item) {
    let isPosted = state.withLock { state in
      guard state.size + item.text.count <= Outbox.capacity else {
        if item.isLine { state.lost += 1 }
        return false
      }
      state.append(item)
      return true
    }
    if isPosted { posted.signal() }
  }

  private func writeNext(_ tell: (OutputFailure) -> Void) {
    let item = state.withLock { state in
      let item = state.items.popFirst()
      // A slice keeps the memory of its first elements until it is replaced.
      if state.items.isEmpty { state.items = [] }
      state.isWriting = item != nil
      return item
    }
    guard let item else { return }
    var failure: OutputFailure?
    do throws(OutputFailure) {
      if item.file != .standard || self.failure == nil { try item.file.write(item.text) }
    } catch {
      failure = error
    }
    let news = state.withLock { state in
      state.size -= item.text.count
      state.isWriting = false
      guard item.file == .standard, state.failure == nil else { return nil as OutputFailure? }
      state.failure = failure
      return failure
    }
    if let news { tell(news) }
    let isEmptied = state.withLock { state in
      guard state.isAwaited, state.items.isEmpty else { return false }
      state.isAwaited = false
      return true
    }
    if isEmptied { emptied.signal() }
  }
}

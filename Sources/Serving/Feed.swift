import Synchronization

/// What all open pages are told as it happens: server-sent events.
package final class Feed: Sendable {
  private struct State {
    var listeners: [Connection] = []
    /// The last message, which a page that comes later is told first.
    var last: [UInt8] = []
  }

  private let state = Mutex(State())

  /// The most pages that listen at a time; of more, the first ones are let go.
  private static let mostListeners = 32

  /// Creates a feed nobody listens to.
  package init() {}

  /// Tells all pages of `event`, with `data` that has no line breaks, and those that come later.
  package func tell(_ event: StaticString, _ data: [UInt8]) {
    let message = Array("event: \(event)\ndata: ".utf8) + data + Array("\n\n".utf8)
    state.withLock { state in
      state.last = message
      state.listeners.removeAll { !$0.send(message) }
    }
  }

  /// Lets go of the pages that are gone.
  package func clean() {
    state.withLock { state in state.listeners.removeAll(where: \.isClosed) }
  }

  /// How many pages listen.
  package var count: Int { state.withLock { $0.listeners.count } }

  /// Lets go of all pages.
  package func end() { state.withLock { $0.listeners = [] } }

  func add(_ connection: Connection) {
    state.withLock { state in
      guard connection.send(Response.feedHead + state.last) else { return }
      state.listeners.append(connection)
      if state.listeners.count > Feed.mostListeners { state.listeners.removeFirst() }
    }
  }
}

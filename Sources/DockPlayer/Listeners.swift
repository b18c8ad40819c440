import Synchronization

extension Player {
  /// What a player tells about its shows, as it happens; it ends with the player.
  public struct Events: AsyncSequence, Sendable {
    fileprivate let stream: AsyncStream<PlayerEvent>

    /// Waits for one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var events: AsyncStream<PlayerEvent>.Iterator

      /// The next event; nil once the player is gone or the task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async -> PlayerEvent? {
        await events.next(isolation: actor)
      }
    }

    /// Creates an iterator; a stream has one reader.
    public func makeAsyncIterator() -> Iterator { Iterator(events: stream.makeAsyncIterator()) }
  }
}

/// Those who listen to a player.
final class Listeners: Sendable {
  private let all = Mutex((next: 0, streams: [Int: AsyncStream<PlayerEvent>.Continuation]()))

  deinit { all.withLock { all in all.streams.values.forEach { $0.finish() } } }

  /// What is told from now on.
  func events() -> Player.Events {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PlayerEvent.self, bufferingPolicy: .bufferingNewest(4096))
    let number = all.withLock { all in
      all.next += 1
      all.streams[all.next] = continuation
      return all.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.all.withLock { $0.streams[number] = nil }
    }
    return Player.Events(stream: stream)
  }

  /// Tells everybody of `event`.
  func tell(_ event: PlayerEvent) {
    let streams = all.withLock { $0.streams }
    for stream in streams.values { stream.yield(event) }
  }
}

import Foundation
import Testing

/// Runs the tests of a suite on threads of their own.
///
/// For tests that wait: for a process, or for time to pass. All other tests share as many threads
/// as there are cores; a test that blocks one of them leaves a core idle, and a test that sleeps on
/// them goes on only when all tests that stand in the queue have had their turn.
/// One file for all tests: the folders of the targets that use it link to it.
struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Threads.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Runs the tests of a suite on threads of their own.
  static var onOwnThreads: Self { Self() }
}

/// A few threads beside those of the language.
private final class Threads: TaskExecutor {
  static let shared = Threads()

  private let queue = OperationQueue()

  private init() { queue.maxConcurrentOperationCount = ProcessInfo.processInfo.processorCount + 2 }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The result of one test.
struct TestResult {
  /// How it ended.
  enum Outcome {
    /// As expected.
    case passed
    /// Different, and now the new expectation.
    case updated
    /// There is no expectation; a new one was written, to be accepted.
    case new
    /// Not as expected.
    case failed
  }

  /// The file it belongs to.
  let file: String
  /// Its name in that file.
  let name: String
  let outcome: Outcome
  /// What is wrong in one line; empty if nothing is.
  let message: String
  /// What is wrong in full.
  let details: [String]
  /// The test before it in the file in which the same is wrong; nil if there is none.
  var sameAs: String?

  init(
    _ file: String, _ name: String, _ outcome: Outcome, _ message: String = "",
    details: [String] = []
  ) {
    self.file = file
    self.name = name
    self.outcome = outcome
    self.message = message
    self.details = details
  }

  /// True if it does not count as passed.
  var fails: Bool { outcome == .failed || outcome == .new }
}

/// The counts of the results.
struct TestCounts {
  var passed = 0
  var failed = 0
  var new = 0
  var updated = 0

  mutating func add(_ result: TestResult) {
    switch result.outcome {
    case .passed: passed += 1
    case .failed: failed += 1
    case .new: new += 1
    case .updated: updated += 1
    }
  }

  /// The counts in words, as in `3 passed, 0 failed, 1 new`.
  var summary: String {
    "\(passed) passed, \(failed) failed, \(new) new" + (updated > 0 ? ", \(updated) updated" : "")
  }

  var status: ExitStatus {
    if failed > 0 { return .findings }
    return new > 0 ? .newExpectations : .success
  }
}

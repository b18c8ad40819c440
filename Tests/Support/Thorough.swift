import Foundation

/// How many random cases the tests try: a sample each time, or all of them.
///
/// `DOCK_THOROUGH=1` tries all of them, as `make random` does; 5 tries five times as many.
/// One file for all tests: the folders of the targets that use it link to it.
enum Thorough {
  /// How many times all cases are tried; 0 if a sample is enough.
  static let factor =
    ProcessInfo.processInfo.environment["DOCK_THOROUGH"].flatMap { Int($0) } ?? 0

  /// `all` cases, or a `sample` of them.
  static func count(_ all: Int, sample: Int) -> Int { factor > 0 ? all * factor : sample }

  /// All of `cases`, or one in `share` of them.
  static func sample<Case>(_ cases: [Case], oneIn share: Int) -> [Case] {
    factor > 0 ? cases : stride(from: 0, to: cases.count, by: share).map { cases[$0] }
  }

  /// The step from case to case: `fine` if all of them are tried, else `coarse`.
  static func step(_ fine: Int, sample coarse: Int) -> Int { factor > 0 ? fine : coarse }
}

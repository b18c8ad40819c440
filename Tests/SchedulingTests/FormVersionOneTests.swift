import Motion
import Schedules
import Testing
import Vocabulary

@Suite("Schedules of version 1, which do not say which moves are relative")
struct FormVersionOneTests {
  private func text(version: Int, _ mark: String) -> String {
    """
    dock-schedule \(version)
    profile stand
    0 tracking off
    0 +1000 move\(mark) yaw ~0 -> 20000
    1000 +1000 move\(mark) yaw ~20000 -> 0
    2000 +1000 move yaw ~0 -> 5000
    3000 +1000 move yaw 5000 -> 9000
    4000 +1000 move yaw 9000 -> 9000, pitch ~0 -> -5000
    5000 tracking restore
    5000 wait
    6000 tracking off
    6000 +1100 cut yaw ~9000 -> 10109 at 500 of +2000 move\(mark) yaw ~9000 -> 20000
    7100 +1900 move yaw ~10109 -> 5000
    9000 +1000 move yaw 5000 -> 7000
    10000 tracking restore
    10000 end
    """
  }

  @Test("what comes after a move tells places from distances") func infers() throws {
    let old = try #require(read(text(version: 1, "")).0)
    #expect(old.steps.filter { $0.kind == .move }.map(\.isRelative).prefix(2) == [true, true])
    #expect(old.steps.filter { $0.kind == .move }.dropFirst(2).allSatisfy { !$0.isRelative })
    #expect(old.cuts.map(\.whole.isRelative) == [true])
  }

  @Test("version 2 says it, and nothing is inferred") func says() throws {
    let plain = try #require(read(text(version: 2, "")).0)
    #expect(plain.steps.allSatisfy { !$0.isRelative })
    let marked = try #require(read(text(version: 2, " by")).0)
    #expect(marked.steps.count(where: \.isRelative) == 3)
    #expect(marked.text.contains("move by yaw ~0 -> 20000"))
  }
}

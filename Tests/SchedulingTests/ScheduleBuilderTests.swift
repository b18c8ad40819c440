import Schedules
import Testing

@testable import Scheduling

/// Steps may be added in any order; the finished schedule has them in the order of time.
struct ScheduleBuilderTests {
  /// A builder with no steps.
  private func builder() throws -> ScheduleBuilder {
    let program = try #require(Compiling(Array("wait 1s".utf8)).program)
    return ScheduleBuilder(program, for: Compilation())
  }

  /// What is expected after a step stays behind it, wherever the step comes to stand.
  @Test func anExpectationKeepsItsPlace() throws {
    var builder = try builder()
    builder.append(Step(.animate, start: 100), from: 0, late: 0)
    builder.add(Expectation(.trackingRestored, time: 100, start: 0, end: 0))
    builder.append(Step(.animate, start: 50), from: 0, late: 0)
    builder.add(Expectation(.trackingRestored, time: 50, start: 0, end: 0))
    builder.append(Step(.animate, start: 100), from: 0, late: 0)
    builder.finish(at: 200)
    #expect(builder.schedule.steps.map(\.start) == [50, 100, 100])
    #expect(builder.schedule.expectations.map(\.place) == [2, 1])
  }
}

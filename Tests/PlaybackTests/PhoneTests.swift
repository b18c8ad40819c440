import DockKit
import Hardware
import Schedules
import Simulation
import Testing
import Vocabulary

@testable import Playback
@testable import Rehearsal

/// The phone's part in a show.
struct PhoneTests {
  private static let show = """
    face happy over 300ms
    together { pan to 30deg right over 2s; { wait 1s; eyes left; camera zoom 2x over 500ms } }
    select person ada
    face sad
    """

  @Test("it is asked at its times, and the trace says so")
  func times() throws {
    let run = rehearse(try compile(Self.show))
    let events: [(Int, PhoneCall)] = run.trace.events.compactMap { event in
      if case .phone(let call) = event.kind { (event.time / 1_000_000, call) } else { nil }
    }
    #expect(events.map(\.0) == [0, 1300, 1300, 2300])
    #expect(
      events.map(\.1) == [
        .face(.happy, over: 300), .look(.left), .zoom(2000, over: 500), .face(.sad, over: 0),
      ])
    #expect(run.outcome.ending == .done)
    #expect(run.findings.isEmpty)
  }

  @Test("what it refuses, and who is not there, is told and is not the end")
  func refusals() throws {
    var (calls, refused): ([PhoneCall], [DockKitError?]) = ([], [])
    let driver = Rig(.stand).driver { event in
      if case .refused(let failure) = event.kind { refused.append(failure.error) }
    }
    driver.phone = { call in
      calls.append(call)
      if call == .look(.left) { throw DockKitError.cameraTCCMissing }
    }
    let outcome = Playback.play(Cue(try compile(Self.show)), by: driver)
    #expect(outcome.ending == .done)
    #expect(calls.count == 4)
    #expect(refused == [.cameraTCCMissing, .noSubjectFound])
  }

  @Test("a show that none of it moves takes no motors and makes no call")
  func motors() throws {
    let run = rehearse(try compile("face joy over 2s; camera photo; eyes blink"))
    #expect(run.outcome.length == 2_000_000_000)
    #expect(run.trace.events.allSatisfy { if case .phone = $0.kind { true } else { false } })
  }

  @Test("a script that only changes what tracking is given back to is given back, too")
  func trackingAlone() throws {
    let result = sweep(
      Cue(try compile("tracking on\nframe left\nface joy\nwait 8s")))
    #expect(result.first == nil)
    #expect(result.faults > 0)
  }
}

import Foundation
import Rehearsal
import Simulation
import Testing
import Hardware
import Playback
import Scheduling
import Printing
@Suite struct ZDebug {
  @Test func show() async {
    guard let v = ProcessInfo.processInfo.environment["SEED"], let seed = Int(v) else { return }
    let s = Choreographer.show(seed: seed)
    print(s.model.name)
    var t = ""
    s.writeText { t += $0.text }
    t += lower(s).text
    print(t)
    let r = await rehearse(s, isTracking: false)
    print(r.outcome.stretches, r.outcome.start)
    print(r.trace.text)
  }
}

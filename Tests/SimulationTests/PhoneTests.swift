import Hardware
import Testing
import Vocabulary

@testable import Simulation

/// The phone on the simulated dock: what it is asked for, it is, at its time.
struct PhoneTests {
  private let dock = SimulatedDock(DockWorld(.stand))

  private var phone: PhoneState { dock.snapshot.phone }
  private var lines: [String] {
    dock.trace.text.split(separator: "\n").map(String.init).filter { line in
      PhoneCall.Track.allCases.contains { line.contains("  \($0) ") }
    }
  }

  @Test("it begins as phones do")
  func beginning() {
    #expect(phone == PhoneState())
    #expect(phone.mood == .normal)
    #expect(phone.zoom(at: 0) == 1000)
    #expect(!phone.isRecording)
  }

  @Test("the face is what was asked for last; the next mood comes after that")
  func faces() {
    dock.perform(.face(.happy, over: 300))
    dock.perform(.nextFace(over: 0))
    #expect(phone.mood == .sad)
    dock.perform(.face(.envy, over: 0))
    dock.perform(.nextFace(over: 0))
    #expect(phone.mood == .normal)
    #expect(lines.last == "       0  face      normal")
  }

  @Test("a restless face changes within its pauses, never to the same mood, until told otherwise")
  func restlessness() throws {
    dock.perform(.restlessFace(every: 1000...2000, seed: 7))
    dock.advance(to: 100_000_000_000)
    let events = dock.trace.events.dropFirst()
    #expect((50...100).contains(events.count))
    var (last, mood) = (0, Mood.normal)
    for event in events {
      guard case .phone(.face(let next, over: 0, _)) = event.kind else {
        Issue.record("\(event)")
        continue
      }
      #expect((1_000_000_000...2_000_000_000).contains(event.time - last))
      #expect(next != mood)
      (last, mood) = (event.time, next)
    }
    #expect(phone.mood == mood)
    dock.perform(.face(.joy, over: 0))
    dock.advance(to: 200_000_000_000)
    #expect(phone.mood == .joy)
  }

  @Test("however the time passes, a restless face changes at the same times")
  func steps() {
    let other = SimulatedDock(DockWorld(.stand))
    for each in [dock, other] { each.perform(.restlessFace(every: 100...400, seed: 3)) }
    dock.advance(to: 10_000_000_000)
    for time in 1...10_000 { other.advance(to: time * 1_000_000) }
    #expect(dock.trace == other.trace)
    #expect(dock.snapshot.phone == other.snapshot.phone)
  }

  @Test("all moods come up")
  func moods() {
    var moods = RestlessMoods(every: 1...1, seed: 1)
    var (seen, mood) = (Set<Mood>(), Mood.normal)
    for _ in 0..<1000 {
      mood = moods.nextMood(after: mood)
      seen.insert(mood)
      #expect(moods.nextPause() == 1)
    }
    #expect(seen.count == Mood.allCases.count)
  }

  @Test("eyes follow until they are told to look somewhere; a blink changes nothing")
  func eyes() {
    dock.perform(.follow(.person("ada")))
    dock.perform(.blink)
    #expect(phone.followed == .person("ada"))
    dock.perform(.look(.left))
    #expect(phone.followed == nil)
    #expect(phone.gaze == .left)
    #expect(
      lines == [
        "       0  eyes      follow person \"ada\"", "       0  eyes      blink",
        "       0  eyes      left",
      ])
  }

  @Test("a zoom changes evenly, is held where it is, and ends at its ends")
  func zoom() {
    dock.perform(.zoom(3000, over: 2000))
    dock.advance(to: 500_000_000)
    #expect(phone.zoom(at: dock.now) == 1500)
    dock.perform(.holdZoom)
    #expect(phone.zoom(at: dock.now) == 1500)
    dock.advance(to: 5_000_000_000)
    #expect(phone.zoom(at: dock.now) == 1500)
    dock.perform(.zoomBy(15_000, over: 0))
    #expect(phone.zoom(at: dock.now) == 15_000)
    dock.perform(.zoomBy(-15_000, over: 0))
    #expect(phone.zoom(at: dock.now) == 500)
    #expect(lines.last == "    5000  camera    zoom 500")
  }

  @Test("a face changes evenly, is held between two moods, and goes on from there to the same one")
  func blend() {
    #expect(phone.blend(at: 0) == 1000)
    dock.perform(.face(.happy, over: 2000))
    dock.advance(to: 500_000_000)
    #expect(phone.blend(at: dock.now) == 250)
    dock.perform(.holdFace)
    dock.advance(to: 5_000_000_000)
    #expect(phone.blend(at: dock.now) == 250)
    for call in [PhoneCall.sameFace(over: 1500), .face(.happy, over: 1500)] {
      dock.perform(call)
      #expect(phone.mood == .happy)
      #expect(phone.blend(at: dock.now) == 250)
      #expect(phone.blend(at: dock.now + 750_000_000) == 625)
      #expect(phone.counted(from: dock.now).blend(at: 750_000_000) == 625)
    }
    dock.perform(.face(.sad, over: 1000))
    #expect(phone.blend(at: dock.now) == 0)
    dock.advance(to: 7_000_000_000)
    #expect(phone.blend(at: dock.now) == 1000)
    #expect(lines.contains("     500  face      hold"))
    #expect(lines.contains("    5000  face      happy over 1500"))
  }

  @Test("a face that is held changes no more by itself")
  func heldRestlessness() {
    dock.perform(.restlessFace(every: 100...100, seed: 1))
    dock.advance(to: 1_000_000_000)
    let mood = phone.mood
    dock.perform(.holdFace)
    dock.advance(to: 9_000_000_000)
    #expect(phone.mood == mood && !phone.isRestless && phone.blend(at: dock.now) == 1000)
  }

  @Test("the camera records, and says which it does")
  func camera() {
    dock.perform(.record(.toggle))
    #expect(phone.isRecording)
    dock.perform(.record(.toggle))
    dock.perform(.flip)
    dock.perform(.photo)
    dock.perform(.format(PhoneCall.Size(width: 640, height: 480), rate: nil))
    dock.perform(.crop(PhoneCall.Size(width: 64, height: 48)))
    #expect(!phone.isRecording)
    #expect(phone.isFlipped)
    #expect(phone.photos == 1)
    #expect(phone.rate == 30)
    #expect(
      lines.map { $0.dropFirst(20) } == [
        "record start", "record stop", "flip", "photo", "format 640x480", "crop 64x48",
      ])
  }

  @Test("a name cannot write to the terminal")
  func names() {
    dock.perform(.follow(.object("\u{1b}[2J\u{202E}\n")))
    #expect(!dock.trace.text.unicodeScalars.contains("\u{1b}"))
    #expect(lines.count == 1)
  }

  @Test("the phone goes on without its dock, and no auditor minds")
  func undocked() {
    dock.setDocked(false)
    dock.perform(.face(.fear, over: 0))
    #expect(phone.mood == .fear)
    #expect(Audit.findings(in: dock.trace, of: .stand).isEmpty)
    #expect(dock.calls == 0)
  }
}

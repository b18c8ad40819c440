import Diagnosis
import Hardware
import Language
import Printing
import Schedules
import Scheduling
import Testing

@testable import Rehearsal

/// The descriptions of docks in files.
@Suite struct ProfileTests {
  private func read(_ text: String) -> DockProfile {
    DockProfile(LoadedFile(identity: "x", name: "x.profile", bytes: Array(text.utf8)))
  }

  private func codes(_ text: String) -> [DiagnosticCode] {
    read(text).diagnostics.all.map(\.code)
  }

  @Test(arguments: DockModel.all)
  func whatIsShownReadsBackAsTheSame(model: DockModel) throws {
    let text = model.profile.text
    #expect(read(text).model == model)
    #expect(try #require(read(text).model).profile.text == text)
  }

  @Test func aNewProfileIsTheStandByAnotherName() {
    var stand = DockModel.stand
    stand.name = "desk"
    #expect(read(DockModel.newProfile.text).model == stand)
    // Each quirk stands in a line of its own, switched off.
    let text = DockModel.newProfile.text.split(separator: "\n").map { line in
      line.hasPrefix("# quirk ") ? line.dropFirst(2) : line
    }
    stand.quirks = Quirk.allCases
    #expect(read(text.joined(separator: "\n")).model == stand)
  }

  @Test(arguments: 0..<200)
  func anyDockReadsBackAsTheSame(seed: Int) throws {
    var random = SplitMix64(seed)
    var model = DockModel.stand
    model.name = "dock_\(seed)"
    func value(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &random) * 1000).rounded() / 1000
    }
    func axis() -> DockModel.Axis? {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: nil
      case 1: DockModel.Axis(lower: nil, upper: nil, speed: value(0.5...3600))
      default:
        DockModel.Axis(lower: value(-400 ... -1), upper: value(0...400), speed: value(1...200))
      }
    }
    (model.yaw, model.pitch, model.roll) = (axis(), axis(), axis())
    if model.yaw == nil { model.yaw = DockModel.stand.yaw }
    (model.acceleration, model.jerk) = (value(10...9999), value(100...99_999))
    model.minimumSpeed = Double.random(in: 0...0.5, using: &random)
    model.velocityLifetime = Bool.random(using: &random) ? nil : Int.random(in: 250...9999)
    model.motionStateRate = value(1...100)
    model.positionTick = Double.random(in: 0...1e-4, using: &random)
    model.deadBand = value(0...5)
    model.trackingLatency = Int.random(in: 30...1000, using: &random)
    model.callsPerSecond = Int.random(in: 1...9, using: &random)
    model.streamPeriod = Int.random(in: 10...200, using: &random)
    model.cable = Bool.random(using: &random) ? nil : value(1...999)
    model.animationLengths = (0..<4).map { _ in Int.random(in: 100...9999, using: &random) }
    model.quirks = Quirk.allCases.filter { _ in Bool.random(using: &random) }
    let text = model.profile.text
    let profile = read(text)
    #expect(profile.model == model, "seed \(seed): \(text)")
    #expect(try #require(profile.model).profile.text == text)
  }

  private static let wrong: [(DiagnosticCode, String)] = [
    (.profileLine, "pan spead 90deg/s"), (.profileLine, "pann speed 90deg/s"),
    (.profileLine, "pan"), (.profileLine, "pan 90deg/s"), (.profileLine, "90deg/s"),
    (.profileLine, "quirks idle_flap"), (.profileLine, "= 3"),
    (.profileForm, "acceleration nan"), (.profileForm, "acceleration inf"),
    (.profileForm, "pan speed 90"), (.profileForm, "pan speed 90deg"), (.profileForm, "jerk"),
    (.profileForm, "dead_band 3s"), (.profileForm, "quirk idle_flip"), (.profileForm, "quirk"),
    (.profileForm, "cable 5deg 7"), (.profileForm, "tilt range 5deg"),
    (.profileForm, "tilt range 5deg left .. 5deg right"), (.profileForm, "tilt range .. 5deg up"),
    (.profileForm, "pan speed 1deg/s/0"), (.profileForm, "calls_per_second 2s"),
    (.profileForm, "velocity_lifetime forever"),
    (.spaceBeforeUnit, "pan speed 20 deg/s"), (.spaceBeforeUnit, "velocity_lifetime 2 s"),
    (.spaceBeforeUnit, "pan range 90 deg left .. 90deg right"),
    (.profileValue, "pan speed 0deg/s"), (.profileValue, "pan speed -5deg/s"),
    (.profileValue, "pan speed 1e300deg/s"), (.profileValue, "jerk 0deg/s^3"),
    (.profileValue, "tilt range 0deg .. 0deg"), (.profileValue, "tilt range 5deg up .. 1deg up"),
    (.profileValue, "tilt range 5deg down .. 5deg up"),
    (.profileValue, "pan range 1e9deg left .. 1e9deg right"),
    (.profileValue, "calls_per_second 0"), (.profileValue, "calls_per_second 1.5"),
    (.profileValue, "velocity_lifetime 0s"), (.profileValue, "roll speed 5deg/s"),
    (.profileValue, "pan range none\ntilt range none"),
    (.numberTooLarge, "velocity_lifetime 1e999s"), (.unexpectedCharacter, "@@"),
    (.repeatedProfileLine, "jerk 900deg/s^3\njerk 900deg/s^3"),
    (.repeatedProfileLine, "quirk idle_flap\nquirk double_shutter\nquirk idle_flap"),
    (.repeatedProfileLine, "profile other"), (.profileName, "profile"),
  ]

  @Test(arguments: wrong.indices)
  func whatIsWrongIsSaidOnceWithARemedy(number: Int) throws {
    let (code, line) = Self.wrong[number]
    let profile = read("profile desk\n\(line)\n")
    #expect(profile.model == nil && profile.diagnostics.all.map(\.code) == [code], "\(line)")
    let found = try #require(profile.diagnostics.all.first)
    let place = try #require(found.span)
    #expect(profile.sources.location(of: place.start).line > 1)
    #expect(!found.notes.isEmpty || !found.fixIts.isEmpty, "\(line)")
    for fixIt in found.fixIts {
      var text = Array("profile desk\n\(line)\n".utf8)
      for edit in fixIt.edits {
        text.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: edit.replacement.utf8)
      }
      #expect(codes(String(decoding: text, as: UTF8.self)) == [], "\(line): \(fixIt.title)")
    }
  }

  @Test func aProfileHasANameOfItsOwn() {
    #expect(codes("jerk 900deg/s^3") == [.profileName] && codes("") == [.profileName])
    #expect(codes("profile stand\njerk 900deg/s^3") == [.profileName])
    #expect(codes("profile stand") == [])
  }

  @Test(arguments: 0..<300)
  func noTextIsTooMuch(seed: Int) {
    var random = SplitMix64(seed)
    var text = Array(DockModel.flow2pro.profile.bytes)
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      let index = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: text[index] = UInt8.random(in: 0...255, using: &random)
      case 1: text.remove(at: index)
      default: text.insert(contentsOf: text[..<min(index, 40)], at: index)
      }
    }
    let profile = DockProfile(LoadedFile(identity: "x", name: "x.profile", bytes: text))
    #expect((profile.model == nil) == profile.diagnostics.hasErrors, "seed \(seed)")
  }

  @Test func aScheduleForItReadsBackWhereItIsKnown() throws {
    var model = DockModel.stand
    (model.name, model.pitch, model.quirks) = ("desk", nil, [.idleFlap])
    let schedule = try compile("pan to 20deg right over 2s", for: model)
    var text: [UInt8] = []
    schedule.writeText { text += $0.bytes }
    var (sources, found) = (SourceMap(), Diagnostics())
    let known = readSchedule(
      text, name: "x", docks: DockModel.all + [model], sources: &sources, reporting: &found)
    #expect(known?.model == model && !found.hasErrors)
    #expect(readSchedule(text, name: "x", sources: &sources, reporting: &found) == nil)
    #expect(found.all.map(\.code) == [.malformedSchedule])
  }
}

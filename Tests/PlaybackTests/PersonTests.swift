import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Schedules
import Scheduling
import Simulation
import Testing

@testable import Rehearsal

@Suite struct PersonTests {
  static func script(
    _ text: String, for model: DockModel = .stand
  ) throws -> (cue: Cue, scene: Rehearsal.Scene, sources: SourceMap) {
    let file = LoadedFile(identity: "t", name: "t.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let cue = script.firstCue(for: Compilation(for: model), reporting: &found)
    let scene = script.scene(reporting: &found)
    return (try #require(cue), try #require(scene), script.sources)
  }

  static func run(
    _ text: String, on model: DockModel = .stand
  ) throws -> (run: RunRecord, recording: Recording, cue: Cue) {
    let (cue, scene, sources) = try script(text, for: model)
    let run = rehearse(
      cue, company: scene.company, faults: scene.faults, happenings: scene.happenings)
    let recording = Recording(
      of: cue, compiledFor: Compilation(for: model), from: sources, isTracking: true,
      company: scene.company, faults: scene.faults, happenings: scene.happenings,
      trace: run.trace)
    return (run, recording, cue)
  }

  static let walk = """
    scene {
        seed 7
        person ada at 20deg right, 3deg up, 1.8m away
        person bob at 10deg left, 3m away
        at 3s ada speaks
        at 3s ada walks to 30deg left over 4s
        at 8s press button 1
        at 12s ada leaves
        at 16s press button 2
    }
    tracking on
    wait for button 1
    pan to 40deg right over 1s
    tracking on
    wait for button 2
    """

  @Test func theDockFollowsWhoWalks() throws {
    let (run, _, _) = try Self.run(
      """
      scene { person ada at 20deg right; at 3s ada walks to 30deg left over 4s; at 9s tap }
      wait for tap
      """)
    let yaw = { run.trace.position(of: .yaw, at: $0) ?? .nan }
    #expect(abs(yaw(2000) - 20) < 2 && abs(yaw(5000) + 5) < 3 && abs(yaw(9000) + 30) < 2)
    #expect(run.findings.isEmpty && run.outcome.isStopConfirmed)
    #expect(run.outcome.peakSpeed.yaw > 10)
  }

  @Test("who is not in the picture is not followed", arguments: ["120deg right", "170deg left"])
  func outOfThePicture(place: String) throws {
    let (run, _, _) = try Self.run(
      "scene { person ada at \(place); at 3s tap }\nwait for tap\n")
    #expect(run.trace.extremes(of: .yaw, in: 0...3000) == 0...0)
  }

  @Test func aRecordingSurvivesItsText() throws {
    let (run, recording, cue) = try Self.run(Self.walk)
    let read = try #require(Recording(recording.text.bytes))
    #expect(read == recording && !read.company.isEmpty)
    #expect(read.replay(cue).trace == run.trace)
  }

  @Test func namesAndNumbersSurviveARecording() throws {
    let company = Company(
      [
        Company.Subject(name: "a b%\n\u{1F600}", isPerson: true),
        Company.Subject(name: "", isPerson: false),
      ],
      doing: [
        Company.Event(time: 1, .deed(subject: 0, .arrives(.init(pitch: 0.1, distance: 1e-3)))),
        Company.Event(time: 2, .deed(subject: 0, .walks(to: .init(yaw: -180), over: 7))),
        Company.Event(time: 3, .deed(subject: 1, .sits)),
        Company.Event(time: 3, .deed(subject: 1, .stands)),
        Company.Event(time: 4, .deed(subject: 1, .looks(atCamera: 0))),
        Company.Event(time: 4, .deed(subject: 1, .looks(atCamera: 0.6))),
        Company.Event(time: 5, .light(isOn: false)),
        Company.Event(time: 6, .deed(subject: 0, .leaves)),
      ], seed: .max)
    var reader = CompanyReader()
    for line in company.lines.split(separator: "\n") {
      #expect(reader.read(line.split(separator: " ").map(String.init)) == true)
    }
    #expect(reader.company == company)
    for line in ["does 1 7 sits", "does 1 0 arrives nan 0 0", "subject cat x", "light dim 3"] {
      #expect(reader.read(line.split(separator: " ").map(String.init)) == false)
    }
  }

  @Test func aTrackerIsAsLateAsTheProfileSays() {
    var errors: [Double] = []
    for latency in [100, 600] {
      var model = DockModel.stand
      model.trackingLatency = latency
      var world = DockWorld(model)
      world.meet(
        Company(
          [Company.Subject(name: "ada", isPerson: true)],
          doing: [
            Company.Event(time: 0, .deed(subject: 0, .arrives(Company.Place(yaw: 20)))),
            Company.Event(
              time: 2_000_000_000,
              .deed(subject: 0, .walks(to: Company.Place(yaw: -20), over: 2_000_000_000))),
          ]), followedBy: PersonTracker(of: model, at: .zero))
      world.advance(to: 400_000_000)
      #expect((world.pose.yaw == 0) == (latency > 300))
      world.advance(to: 4_000_000_000)
      errors.append(abs(world.pose.yaw + 20))
    }
    #expect(errors[1] > errors[0] + 1, "\(errors)")
  }

  @Test func theMotorsAreGivenBackWhateverBefallsAFollowingDock() throws {
    let (cue, scene, _) = try Self.script(Self.walk)
    let result = sweep(
      cue, company: scene.company, faults: scene.faults, happenings: scene.happenings,
      pairedBy: Thorough.factor > 0 ? 5 : nil)
    #expect(result.failures == 0, "\(String(describing: result.first))")
    #expect(result.cuts > 20 && result.faults > 20)
  }

  @Test("the front camera looks the other way, and the dock turns round")
  func flipping() throws {
    let (run, _, _) = try Self.run(
      """
      scene { person ada at 0deg right; at 2s tap; at 8s tap }
      wait for tap
      camera flip
      wait for tap
      """)
    let yaw = run.trace.position(of: .yaw, at: 8000) ?? 0
    #expect(abs(abs(yaw) - 180) < 3, "\(yaw)")
  }
}

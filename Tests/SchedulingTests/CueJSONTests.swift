import Foundation
import Language
import Motion
import Printing
import Schedules
import Testing

extension CueSheet {
  /// The JSON form in one piece.
  var json: String {
    var text = ""
    writeJSON { text += $0.text }
    return text
  }
}

/// A cue sheet, read by independent code.
private struct SheetReader: Decodable {
  struct Cue: Decodable {
    struct Step: Decodable {
      let start: Int
    }
    struct Await: Decodable {
      let event: String
      let policy: String?
      let period: Int?
      let start: Int
      let end: Int?
      let cue: Int?
    }
    struct Handling: Decodable {
      let start: Int
      let end: Int?
      let result: String?
    }
    struct Next: Decodable {
      let time: Int
      let again: Again?
      let cue: Int?
    }
    struct Again: Decodable {
      let times: Int
      let loop: Int
      let cue: Int?
    }

    let cue: Int
    let sign: String?
    let holdsMotors: Bool
    let length: Int
    let steps: [Step]
    let awaits: [Await]
    let handlings: [Handling]
    let goesOn: Next?
    let ends: Bool

    /// The numbers of all cues that this one leads to; nil for one that is not there.
    var targets: [Int?] {
      awaits.map(\.cue) + (goesOn?.again.map { [$0.cue] } ?? []) + (goesOn.map { [$0.cue] } ?? [])
    }
  }

  let dockCues: Int
  let cues: [Cue]

  init(_ sheet: CueSheet) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(SheetReader.self, from: Data(sheet.json.utf8))
  }

  init(_ script: String) throws { try self.init(#require(Compiling(script).sheet)) }
}

@Suite("The JSON form of cues") struct CueJSONTests {
  @Test func everyCueSaysWhatBeginsItAndWhatLeadsOn() throws {
    let cues = try SheetReader(
      """
      wait for { person { log "you" }; timeout 5s { pan by 5deg left } }
      """
    ).cues
    #expect(cues.map(\.cue) == [1, 2, 3])
    #expect(cues.map(\.sign) == [nil, "person", "time"])
    #expect(cues.map(\.ends) == [false, true, true])
    let window = try #require(cues[0].awaits.first)
    #expect(window.event == "person" && window.policy == nil && window.period == nil)
    #expect(window.start == 0 && window.end == 5000 && window.cue == 2)
    #expect(cues[0].goesOn?.time == 5000 && cues[0].goesOn?.cue == 3)
    #expect(cues[1].goesOn == nil && cues[1].awaits.isEmpty)
  }

  @Test func aLoopThatNeverEndsLeadsBack() throws {
    let cues = try SheetReader("repeat forever { wait for tap; pan by 5deg left }").cues
    #expect(cues.count == 2)
    #expect(cues.map(\.targets) == [[2], [2]])
  }

  /// The text names a handler once, below the first cue from which it can be called for.
  @Test func everyCueNamesAllHandlersThatCanBeCalledFor() throws {
    let script = """
      on button 1 at most every 200ms pausing { animate yes }
      on undock { log "off" }
      repeat forever { wait for tap; pan by 5deg left over 1s }
      """
    let sheet = try #require(Compiling(script).sheet)
    let cues = try SheetReader(sheet).cues
    let show = cues.filter { $0.sign != "on button 1" && $0.sign != "on undock" }
    #expect(show.count == 2 && cues.count == 4)
    for cue in show {
      #expect(cue.awaits.map(\.event) == ["button 1", "undock", "tap"])
      #expect(cue.awaits.map(\.policy) == ["pausing", "alongside", nil])
      #expect(cue.awaits.map(\.period) == [200, 0, nil])
      #expect(cue.awaits.map(\.cue) == [2, 3, 4])
    }
    var text = ""
    sheet.writeText { text += $0.text }
    #expect(text.components(separatedBy: "on undock: cue").count == 2)
  }

  @Test func handlersThatAreCarriedOutSayHowTheyEnd() throws {
    let cues = try SheetReader("on tap { wait for person; log \"you\" }\nwait 1s").cues
    let handlings = cues.map(\.handlings)
    #expect(handlings.map(\.count) == [0, 1, 1])
    #expect(handlings[1][0].end == nil && handlings[1][0].result == nil)
    #expect(handlings[2][0].end == 0 && handlings[2][0].result == "done")
  }

  @Test func whatIsUnderWayStartsBeforeTheCue() throws {
    let script = "together { { wait 1s; wait for tap for at most 1s }; pan by 60deg left over 4s }"
    let sheet = try SheetReader(script)
    let late = try #require(sheet.cues.first { $0.sign == "tap" })
    #expect(late.holdsMotors && (late.steps.first?.start ?? 0) < 0)
  }

  @Test func whatIsNotShownHasNoNumber() throws {
    let script = String(repeating: "wait for tap for at most 1s\n", count: 1200)
    let cues = try SheetReader(script).cues
    #expect(cues.count <= CueSheet.limit)
    #expect(cues.last?.targets.contains(nil) == true)
  }

  /// For every composition, all windows and steps are there, and every number is that of a cue.
  @Test(arguments: 0..<20)
  func itIsWhole(seed: Int) throws {
    var composer = Composer(seed: UInt64(seed), waits: true)
    let text = "on tap pausing { animate yes }\n" + composer.statement(depth: 3).text
    let sheet = try #require(Compiling(text).sheet, "seed \(seed)\n\(text)")
    let read = try SheetReader(sheet)
    #expect(read.dockCues == CueSheet.jsonVersion && read.cues.count == sheet.entries.count)
    for (index, cue) in read.cues.enumerated() {
      let entry = sheet.entries[index]
      #expect(cue.cue == index + 1 && cue.sign == entry.sign, "seed \(seed)")
      #expect(cue.steps.map(\.start) == entry.cue.schedule.steps.map { Int($0.start) })
      // A wait for no time at all is over before anything can come.
      let open = entry.cue.awaited.filter { $0.policy != nil || ($0.end ?? .max) > $0.start }
      #expect(cue.awaits.map(\.event) == open.map(\.description), "seed \(seed)")
      #expect(cue.awaits.map(\.start) == open.map { Int($0.start) }, "seed \(seed)")
      #expect(cue.goesOn?.time == entry.cue.goesOn.map(Int.init) && cue.ends == entry.cue.isLast)
      let targets = cue.targets.compactMap { $0 }
      #expect(targets.allSatisfy { (1...sheet.entries.count).contains($0) }, "seed \(seed)")
      #expect(targets.count == cue.targets.count || sheet.entries.count == CueSheet.limit)
    }
  }

  @Test func itComesInPieces() throws {
    let script = "repeat forever { wait for tap; repeat 3000 { log \"a\"; wait 1ms } }"
    let sheet = try #require(Compiling(script).sheet)
    var sizes: [Int] = []
    sheet.writeJSON { sizes.append($0.count) }
    #expect(sizes.count > 3)
    #expect(sizes.dropLast().allSatisfy { $0 >= 1 << 16 && $0 < 1 << 17 })
  }
}

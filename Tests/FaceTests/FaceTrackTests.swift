import Drawing
import Face
import Hardware
import Printing
import Testing
import Vocabulary

/// A face over time, and its picture.
@Suite struct FaceTrackTests {
  @Test func aMoodComesEvenlyInTheTimeOfTheCall() {
    var track = FaceTrack()
    track.add(.face(.sad, over: 1000), at: 2)
    #expect(track.look(at: 1.9).color == FaceColor.white.color)
    let (white, blue) = (FaceColor.white.color, FaceColor.blue.color)
    #expect(track.look(at: 2.5).color == white.mixed(with: blue, 0.5))
    #expect(track.look(at: 3).color == blue)
  }

  @Test func callsAreThoseOfThePhone() {
    var track = FaceTrack()
    track.add(.nextFace(over: 0), at: 1)
    track.add(.nextFace(over: 0), at: 2)
    track.add(.face(.love, over: 2000), at: 3)
    track.add(.holdFace, at: 4)
    #expect(track.look(at: 1).mood == .happy)
    #expect(track.look(at: 2).mood == .sad)
    let held = track.look(at: 9)
    #expect(held.mood == .love)
    let (blue, pink) = (FaceColor.blue.color, FaceColor.pink.color)
    #expect(held.color == blue.mixed(with: pink, 0.5))
  }

  @Test func aRestlessFaceHasTheMoodsOfItsSeed() {
    var track = FaceTrack()
    track.add(.restlessFace(every: 1000...2000, seed: 9), at: 0)
    track.advance(to: 60)
    var (moods, time, mood) = (RestlessMoods(every: 1000...2000, seed: 9), 0.0, Mood.normal)
    while true {
      time += Double(moods.nextPause()) / 1000
      guard time < 60 else { break }
      mood = moods.nextMood(after: mood)
      #expect(track.look(at: time + 0.001).mood == mood)
    }
    track.add(.face(.joy, over: 0), at: 61)
    #expect(track.look(at: 1000).mood == .joy)
  }

  @Test func aFaceIsAFunctionOfTime() {
    var track = FaceTrack(seed: 5)
    for (index, mood) in Mood.allCases.enumerated() {
      track.add(.face(mood, over: 300), at: Double(index) * 3)
    }
    let times = stride(from: 0.0, to: 70, by: 0.137).map(\.self)
    let looks = times.map { track.look(at: $0) }
    #expect(looks.reversed() == times.reversed().map { track.look(at: $0) })
    // Between two close times nothing jumps but hues and the size of a beat.
    for time in stride(from: 0.0, to: 66, by: 0.01) {
      let (one, other) = (track.look(at: time), track.look(at: time + 0.0001))
      #expect(abs(one.scale - other.scale) < 0.01, "\(time)")
      #expect(abs(one.openness - other.openness) < 0.01, "\(time)")
    }
  }

  @Test(arguments: Mood.allCases)
  func aFaceStaysOnItsScreen(mood: Mood) {
    let screen = FaceScreen(x: 10, y: 20, width: 200, height: 100)
    for look in [FaceLook(mood), FaceLook(from: .normal, to: mood, blend: 300)] {
      let group = screen.draw(look)
      #expect(group.elements.count > 3)
      for point in group.elements.flatMap(\.points) {
        #expect((10...210).contains(point.x) && (20...120).contains(point.y), "\(mood) \(point)")
      }
    }
  }

  @Test func everyMoodLooksDifferent() {
    let screen = FaceScreen(x: 0, y: 0, width: 200, height: 100)
    // Also without colours.
    let drawings = Mood.allCases.map { screen.draw(FaceLook($0)).elements.map(\.points) }
    for (index, one) in drawings.enumerated() {
      #expect(!drawings[(index + 1)...].contains(one), "\(Mood.allCases[index])")
    }
  }

  @Test(arguments: [400.0, 700, 1100, 2000])
  func theSheetNamesEveryMood(width: Double) {
    let sheet = MoodSheet.picture(width: width, in: .page)
    let texts = sheet.elements.flatMap(\.texts)
    for mood in Mood.allCases { #expect(texts.contains(mood.rawValue)) }
    for point in sheet.elements.flatMap(\.points) {
      #expect((0...width).contains(point.x) && (0...sheet.height).contains(point.y))
    }
  }

  @Test func theSheetIsReadInATerminal() {
    for columns in [40, 80, 100, 200] {
      let width = Double(columns) * Lettering.cell
      let text = CellGrid(MoodSheet.picture(width: width, in: .cells)).text(.none).text
      for mood in Mood.allCases { #expect(text.contains(mood.rawValue), "\(columns) \(mood)") }
    }
  }
}

extension Picture.Element {
  /// The places of all shapes in it.
  fileprivate var points: [Point] {
    switch self {
    case .shape(let path, _):
      path.parts.compactMap { part in
        switch part {
        case .move(let point), .line(let point), .quad(_, let point), .cubic(_, _, let point):
          point
        case .close: nil
        }
      }
    case .text: []
    case .group(let group): group.elements.flatMap(\.points)
    }
  }

  /// The texts in it.
  fileprivate var texts: [String] {
    switch self {
    case .shape: []
    case .text(let label): [label.text]
    case .group(let group): group.elements.flatMap(\.texts)
    }
  }
}

import ArgumentParser
import Camera
import Film

/// A size of frames as an option gives it: `640x360`.
struct FrameSize {
  /// The most pixels of a side.
  private static let sides = 16...4096

  let width, height: Int

  init(reading argument: String) throws(RefusedValue) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      FrameSize.sides.contains(width), FrameSize.sides.contains(height)
    else {
      throw RefusedValue(
        "a size is two numbers of \(FrameSize.sides.lowerBound) to "
          + "\(FrameSize.sides.upperBound), as in '640x360'")
    }
    (self.width, self.height) = (width, height)
  }
}

/// How a phone is held, as an option says it.
enum Orientation: String, CaseIterable, ExpressibleByArgument {
  case landscapeRight = "landscape-right"
  case landscapeLeft = "landscape-left"
  case portrait
  case portraitUpsideDown = "portrait-upside-down"

  /// The same for a camera.
  var orientation: PhoneOrientation {
    switch self {
    case .landscapeRight: .landscapeRight
    case .landscapeLeft: .landscapeLeft
    case .portrait: .portrait
    case .portraitUpsideDown: .portraitUpsideDown
    }
  }
}

/// What is drawn over a film, as an option gives it: names with commas between them.
struct MarkList {
  let marks: Set<Mark>

  /// The names of all marks.
  static let all = Mark.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// Nothing.
  init() { marks = [] }

  init(reading argument: String) throws(RefusedValue) {
    var marks: Set<Mark> = []
    for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let mark = Mark(rawValue: String(name)) else {
        throw RefusedValue("'\(name)' is none of \(MarkList.all)")
      }
      marks.insert(mark)
    }
    self.marks = marks
  }
}

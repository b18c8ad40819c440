import Drawing
import Face
import Hardware
import Printing
import Quantities
import Simulation
import Vocabulary

/// The faces of a page: the drawing of each mood that a run shows, once.
enum PageFace {
  /// The size of the screen in the drawings of a page.
  static let (width, height) = (640.0, 320.0)

  /// How much larger than on a phone a face is, so that it can be read on a page.
  static let zoom = 1.45

  /// The moods that `runs` show, in the order of the vocabulary.
  static func moods(of runs: [Preview.Run]) -> [Mood] {
    var seen: Set<Mood> = [.normal]
    for run in runs {
      for event in run.trace.events {
        if case .phone(.face(let mood, _, _)) = event.kind { seen.insert(mood) }
      }
    }
    return Mood.allCases.filter(seen.contains)
  }

  /// Writes the face of `mood`: how its eyes move and blink, and its parts.
  static func write(_ mood: Mood, to json: inout JSONWriter) {
    let unit = zoom * FaceMeasure.unit(width: width, height: height)
    let reach = EyeAim(1, 1).offset(in: mood)
    json.member("name", mood.rawValue)
    json.member("color", hexadecimal(FaceLook(mood).shine))
    json.member("open", Number(mood.staysVisibleInBlink ? FaceLook.leastOpenness : 0))
    json.array("reach") {
      $0.element(Number(2 * reach.x * unit))
      $0.element(Number(2 * reach.y * unit))
    }
    let screen = FaceScreen(
      x: -width / 2, y: -height / 2, width: width, height: height, zoom: zoom)
    let face = screen.draw(FaceLook(mood))
    json.array("parts") { json in
      for case .group(let part) in face.elements {
        json.object { json in
          json.member("name", part.name)
          json.array("shapes") { json in
            for case .shape(let path, let style) in part.elements {
              json.array {
                $0.element(data(of: path))
                $0.element(hexadecimal(style.tint ?? Color(0xFFFFFF)))
                $0.element(Number(style.opacity))
              }
            }
          }
        }
      }
    }
  }

  /// Writes the ring that a tap lets run over a face: its drawing at the full size, how long it
  /// takes, its size where it begins and ends, and its opacity where it begins.
  static func writeRipple(to json: inout JSONWriter) {
    json.member("path", data(of: Ripple.ring(0, 0, radius: min(width, height) / 2)))
    json.member("length", Number(Ripple.length))
    json.array("reach") {
      $0.element(Number(Ripple.reach.lowerBound))
      $0.element(Number(Ripple.reach.upperBound))
    }
    json.member("opacity", Number(Ripple.opacity))
  }

  /// Writes the blinks of the face in `run`: when, how often, how far apart, and how long.
  static func writeBlinks(of run: Preview.Run, to json: inout JSONWriter) {
    var track = FaceTrack()
    let end = Nanoseconds(run.trace.end).seconds
    for event in run.trace.events {
      if case .phone(let call) = event.kind { track.add(call, at: Nanoseconds(event.time).seconds) }
    }
    track.advance(to: end)
    for blink in track.blinks(before: end).prefix(mostBlinks) {
      json.array {
        $0.element(Number(Thousandths.nearest(to: blink.start)))
        $0.element(blink.kind.count)
        $0.element(Number(blink.kind.gap))
        $0.element(Number(Thousandths.nearest(to: blink.length)))
      }
    }
  }

  /// The most blinks of a run in a page.
  private static let mostBlinks = 2000

  private static func data(of path: Path) -> String {
    var text = ""
    func add(_ letter: String, _ points: [Point]) {
      text += letter + points.map { "\(short($0.x)) \(short($0.y))" }.joined(separator: " ")
    }
    for part in path.parts {
      switch part {
      case .move(let point): add("M", [point])
      case .line(let point): add("L", [point])
      case .quad(let control, let point): add("Q", [control, point])
      case .cubic(let first, let second, let point): add("C", [first, second, point])
      case .close: text += "Z"
      }
    }
    return text
  }

  private static func short(_ value: Double) -> String {
    decimal((value * 10).rounded() / 10)
  }

  private static func hexadecimal(_ color: Color) -> String {
    var buffer = TextBuffer()
    buffer.write("#")
    for part in [color.red, color.green, color.blue] {
      buffer.write(hexadecimal: UInt32(part), digits: 2)
    }
    return buffer.text
  }
}

import Printing
import Quantities

extension Schedule {
  /// A rectangle in the camera's picture, each number in thousandths of its side, from the upper
  /// left.
  public struct Rectangle: Equatable, Sendable {
    /// The left edge.
    public var x: Int32
    /// The upper edge.
    public var y: Int32
    /// The width.
    public var width: Int32
    /// The height.
    public var height: Int32

    /// Creates a rectangle.
    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}

extension Schedule.Rectangle: ActionForm {
  var verb: Schedule.Action.Verb { .region }
  var lasts: Bool { true }
  var scriptWords: String { "region" }

  var fault: Finding.Kind? {
    let isInside =
      x >= 0 && y >= 0 && width > 0 && height > 0
      && Int(x) + Int(width) <= Int(Thousandths.whole)
      && Int(y) + Int(height) <= Int(Thousandths.whole)
    return isInside ? nil : .outsidePicture
  }

  func write(to cursor: inout TextCursor) {
    cursor.write("x ")
    cursor.write(x)
    cursor.write(", y ")
    cursor.write(y)
    cursor.write(", width ")
    cursor.write(width)
    cursor.write(", height ")
    cursor.write(height)
  }

  func write(to json: inout JSONWriter) {
    json.object("region") { json in
      json.member("x", Int(x))
      json.member("y", Int(y))
      json.member("width", Int(width))
      json.member("height", Int(height))
    }
  }

  static func read(
    _ verb: Schedule.Action.Verb, from reader: inout ScheduleReader
  ) throws(ScheduleFault) -> Schedule.Action {
    let note = "write it as in region x 0, y 0, width 1000, height 1000"
    var values: [Int32] = []
    for word in ["x", "y", "width", "height"] as [StaticString] {
      if !values.isEmpty { try reader.scanner.expect(",", note) }
      guard reader.scanner.takeWord(word) else {
        throw reader.scanner.fault(
          "expected '\(word)' before \(reader.scanner.nextText)", note: note)
      }
      values.append(try reader.scanner.integer("thousandths of the picture"))
    }
    return .region(Self(x: values[0], y: values[1], width: values[2], height: values[3]))
  }

  static func translate(_ json: JSONValue, to text: inout TextBuffer) throws(JSONFault) {
    let region = try json.member("region")
    var words: [String] = []
    for name in ["x", "y", "width", "height"] {
      words.append("\(name) \(try region.integer(name))")
    }
    text.write(string: " \(words.joined(separator: ", "))")
  }
}

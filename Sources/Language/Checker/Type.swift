/// The type of an expression: a quantity of some dimension, a pose, a truth or a text.
package struct Type: Equatable {
  /// The kinds.
  package enum Kind: UInt8 {
    case quantity, pose, truth, text
    /// The type of a value with a reported error; it is accepted everywhere.
    case broken
  }

  var kind: Kind
  var dimension = Dimension.number
  /// The axis a direction word has tied an angle or speed to: 1 pan, 2 tilt, 3 roll; 0 none.
  var axis: UInt8 = 0

  static let broken = Type(kind: .broken)
  static let number = Type(kind: .quantity)
  static let pose = Type(kind: .pose)
  static let truth = Type(kind: .truth)
  static let text = Type(kind: .text)

  static func quantity(_ dimension: Dimension, axis: UInt8 = 0) -> Type {
    Type(kind: .quantity, dimension: dimension, axis: axis)
  }

  /// True if a value of this type may stand where one of type `wanted` is expected.
  func fits(_ wanted: Type) -> Bool {
    if kind == .broken || wanted.kind == .broken { return true }
    return kind == wanted.kind && (kind != .quantity || dimension == wanted.dimension)
  }

  /// The axis of what is made of values of this type and of `other`: an angle without a direction
  /// is one of the same axis; 0 if each has its own.
  func commonAxis(with other: Type) -> UInt8 {
    if axis == 0 || axis == other.axis { return other.axis }
    return other.axis == 0 ? axis : 0
  }

  /// How many values it takes in a frame: a pose one for each axis.
  var width: Int { kind == .pose ? 3 : 1 }

  /// The name people use, with its article.
  var name: String {
    switch kind {
    case .quantity: dimension.name
    case .pose: "a pose"
    case .truth: "a truth"
    case .text: "a text"
    case .broken: "something unreadable"
    }
  }

  /// An example of a value of this type; nil for types that need none.
  var example: String? {
    switch (kind, dimension) {
    case (.pose, _): "a pose names its axes, as in 'pose(pan: 30deg left, tilt: 5deg up)'"
    case (.quantity, .number): "a number stands alone, or with '%' or 'x'"
    case (.quantity, .angle): "an angle is written as in '30deg' or '0.5rad'"
    case (.quantity, .time): "a time is written as in '2s' or '500ms'"
    case (.quantity, .speed): "a speed is written as in '20deg/s' or '0.2rad/s'"
    case (.quantity, .acceleration): "an acceleration is written as in '90deg/s^2'"
    case (.quantity, .jerk): "a jerk is written as in '900deg/s^3'"
    default: nil
    }
  }

  /// A value of this type that another may be compared with.
  var bound: String {
    switch (kind, dimension) {
    case (.quantity, .number): "0"
    case (.quantity, .time): "1s"
    case (.quantity, .speed): "5deg/s"
    default: "5deg"
    }
  }

  /// The types that a parameter may be declared with, for people.
  static let note = "types are \(named.map(\.word.spelling).joined(separator: ", "))"

  /// The type a parameter is declared with, by its word.
  static let named: [(word: Keyword, type: Type)] = [
    (.angle, .quantity(.angle)), (.time, .quantity(.time)), (.speed, .quantity(.speed)),
    (.acceleration, .quantity(.acceleration)), (.number, .number), (.pose, .pose),
    (.truth, .truth), (.text, .text),
  ]
}

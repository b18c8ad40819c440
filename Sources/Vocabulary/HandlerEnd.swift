/// What can become of a call of a handler, as tests expect it.
public enum HandlerEnd: String, CaseIterable, Sendable {
  /// All of it was carried out.
  case done
  /// Something else took its place.
  case preempted
  /// It never began.
  case dropped

  /// The place of the word in the list, from 0.
  public var number: UInt8 {
    switch self {
    case .done: 0
    case .preempted: 1
    case .dropped: 2
    }
  }

  /// The end at place `number` of the list; `done` if there is none.
  public init(number: UInt8) {
    self = HandlerEnd.allCases.first { $0.number == number } ?? .done
  }
}

import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Quantities
import Vocabulary

extension Scheduler {
  /// Carries out `face`.
  mutating func perform(_ face: FaceStatement) throws(Halt) {
    switch face.change {
    case .next:
      let length = try length(behindOver: face.length)
      try change(.face, by: .nextFace(over: length.shown, easing: face.shownEasing), length)
    case .restless(let least, let greatest):
      try ask(for: restlessFace(least, greatest), changing: .face)
    case .random: try show(evaluator.random.index(below: Mood.allCases.count), face)
    case .mood(let number): try show(number, face)
    }
  }

  private mutating func show(_ mood: Int, _ face: FaceStatement) throws(Halt) {
    let length = try length(behindOver: face.length)
    let mood = Mood.allCases[min(mood, Mood.allCases.count - 1)]
    try change(.face, by: .face(mood, over: length.shown, easing: face.shownEasing), length)
  }

  private mutating func restlessFace(
    _ first: ExpressionView, _ second: ExpressionView?
  ) throws(Halt) -> PhoneCall {
    let least = try pause(first)
    var most = least
    if let second {
      most = try pause(second)
      if most < least {
        throw halt(
          .emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
    }
    let seed = Int32(truncatingIfNeeded: evaluator.random.next() >> 33)
    return .restlessFace(every: least...most, seed: seed)
  }

  /// The time between two changes of a face, in milliseconds.
  private mutating func pause(_ node: ExpressionView) throws(Halt) -> Int32 {
    let seconds = try time(node, what: "a pause")
    let least = Milliseconds(PhoneCall.shortestPause).seconds
    guard seconds >= least else {
      throw halt(
        .outOfRange(
          "a face changes at most once every \(decimal(least))s", at: span(of: node),
          "make the pauses longer, so that each face can be seen"))
    }
    return Nanoseconds(nearest: seconds).nearestMilliseconds
  }
}

extension FaceStatement {
  /// How it spends the time of its change.
  fileprivate var shownEasing: FaceEasing { easing == nil ? .gentle : .spring }
}

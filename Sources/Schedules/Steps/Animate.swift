import Printing
import Vocabulary

extension Step {
  /// The animation that it plays.
  public var animation: Animation {
    get { Animation(number: extra) ?? .wakeup }
    set { extra = UInt32(newValue.number) }
  }
}

extension ScheduleReader {
  /// Reads which animation is played.
  mutating func readAnimation(_ step: inout Step) throws(ScheduleFault) {
    step.animation = try choice(of: Animation.self, "an animation")
  }
}

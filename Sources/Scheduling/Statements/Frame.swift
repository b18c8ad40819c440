import Language
import Schedules
import Vocabulary

extension Scheduler {
  /// Carries out `frame`.
  mutating func perform(_ frame: FrameStatement) throws(Halt) {
    try act(.frame(FramingMode(number: frame.mode) ?? .automatic))
  }
}

import Language
import Schedules

extension Scheduler {
  /// Carries out `frame`.
  mutating func perform(_ frame: FrameStatement) throws(Halt) {
    try world(.frame, extra: UInt32(frame.mode))
  }
}

import Language
import Schedules
import Vocabulary

extension Scheduler {
  /// Carries out `frame`.
  mutating func perform(_ frame: FrameStatement) throws(Halt) {
    let mode = FramingMode(number: frame.mode) ?? .automatic
    try act(.frame(rendition.isMirrored ? mode.mirrored : mode))
  }
}

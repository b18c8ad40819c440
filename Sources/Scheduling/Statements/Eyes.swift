import Hardware
import Language
import Vocabulary

extension Scheduler {
  /// Carries out `eyes`.
  mutating func perform(_ eyes: EyesStatement) throws(Halt) {
    switch eyes.change {
    case .follow: try ask(for: .follow(subject(eyes.subject)))
    case .blink: try ask(for: .blink)
    case .left: try ask(for: .look(rendition.isMirrored ? .right : .left))
    case .right: try ask(for: .look(rendition.isMirrored ? .left : .right))
    case .up: try ask(for: .look(.up))
    case .down: try ask(for: .look(.down))
    case .center, nil: try ask(for: .look(.center))
    }
  }
}

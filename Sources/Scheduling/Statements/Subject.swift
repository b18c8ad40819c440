import Diagnosis
import Hardware
import Language
import Vocabulary

extension Scheduler {
  /// Whom or what `view` means.
  func subject(_ view: SubjectView) -> PhoneCall.Subject {
    let name = view.label.map {
      program.sources.text(of: program.program.tokenSpan(at: $0.start))
    }
    switch view.word {
    case .speaker: return .speaker
    case .object: return .object(name)
    case .person, nil: return .person(name)
    }
  }
}

/// What may follow `face`: what a face shows, in the order of `face next`.
public enum Mood: String, Term {
  case normal, happy, sad, excited, sleepy, anger, disgust, fear, surprise, trust, anticipation
  case joy, sadness, curiosity, acceptance, contempt, pride, shame, love, guilt, envy

  /// What the table says about the mood.
  public var entry: TermEntry {
    switch self {
    case .normal: TermEntry(.init("neutral default calm plain none", "a face at rest is 'normal'"))
    case .happy: TermEntry(.init("smile smiling glad cheerful", "a smile is 'happy'"))
    case .sad: TermEntry(.init("unhappy crying cry frown", "a face that frowns is 'sad'"))
    case .excited: TermEntry(.init("thrilled eager", "an eager face is 'excited'"))
    case .sleepy: TermEntry(.init("tired asleep sleeping sleep drowsy", "a tired face is 'sleepy'"))
    case .anger: TermEntry(.init("angry mad furious rage", "an angry face is 'anger'"))
    case .disgust: TermEntry(.init("disgusted", "a disgusted face is 'disgust'"))
    case .fear: TermEntry(.init("afraid scared fearful", "a face that is afraid is 'fear'"))
    case .surprise: TermEntry(.init("surprised astonished", "a surprised face is 'surprise'"))
    case .joy: TermEntry(.init("joyful", "a joyful face is 'joy'"))
    case .curiosity: TermEntry(.init("curious interested", "a curious face is 'curiosity'"))
    case .pride: TermEntry(.init("proud", "a proud face is 'pride'"))
    case .shame: TermEntry(.init("ashamed embarrassed", "a face that is ashamed is 'shame'"))
    case .love: TermEntry(.init("loving inlove heart", "a face in love is 'love'"))
    case .guilt: TermEntry(.init("guilty", "a guilty face is 'guilt'"))
    case .envy: TermEntry(.init("envious jealous", "a jealous face is 'envy'"))
    case .trust, .anticipation, .sadness, .acceptance, .contempt:
      TermEntry()
    }
  }

  /// The one after it; after the last comes the first.
  public var next: Mood { Mood.allCases[(Int(number) + 1) % Mood.allCases.count] }
}

import Diagnosis
import Hardware
import Language
import Printing

/// A dock that somebody has described in a file.
///
/// The form of the file is in Documentation/Reference.md; `ProfileProperty` has its lines.
public struct DockProfile: Sendable {
  /// The dock; nil if there was an error.
  public let model: DockModel?
  /// What was found.
  public let diagnostics: Diagnostics
  /// The text of which the diagnostics speak.
  public let sources: SourceMap

  /// The greatest size of a profile, in bytes.
  public static let greatestSize = 1 << 16

  /// True if `argument` is the path of a profile, and not the name of a dock.
  public static func isFile(_ argument: String) -> Bool {
    argument.hasSuffix(".profile") || argument.contains("/")
  }

  /// Reads the profile in `file`; what it leaves out is as of the `stand`.
  public init(_ file: LoadedFile) {
    var found = Diagnostics()
    let text = parseProfile(
      file, lines: ProfileProperty.all.map(\.line) + [ProfileProperty.quirk], reporting: &found)
    var model = DockModel.stand
    model.name = text.name?.text ?? ""
    for property in ProfileProperty.all {
      guard let entry = text.entries.first(where: { $0.words == property.line.words }) else {
        continue
      }
      property.set(&model, entry.value)
      if property.value(model) == nil { found.report(.noMotor(for: entry)) }
    }
    model.quirks = Quirk.allCases.filter { quirk in
      text.entries.contains { $0.words == "quirk" && $0.value == .word(quirk.rawValue) }
    }
    if model.yaw == nil, model.pitch == nil, model.roll == nil {
      found.report(.noMotors(at: text.entries.last?.span))
    }
    if let name = text.name, let other = DockModel.named(name.text), other != model {
      found.report(.takenName(name.text, at: name.span))
    } else if text.name == nil, !found.hasErrors {
      found.report(.namelessProfile)
    }
    self.model = found.hasErrors ? nil : model
    (diagnostics, sources) = (found, text.sources)
  }

  /// Reads the profile in `text`, which the tool has written; nil if it is none.
  package init?(text: [UInt8]) {
    self.init(LoadedFile(identity: "", name: "profile", bytes: text))
    if model == nil { return nil }
  }
}

extension DockModel {
  /// True if nobody need describe it: it is one of `all`.
  public var isBuiltIn: Bool { DockModel.named(name) == self }
}

extension Diagnostic {
  fileprivate static let namelessProfile = Diagnostic(
    .profileName, "the profile does not say what the dock is called", at: nil,
    notes: ["write a line such as 'profile desk', with a name of your own"])

  fileprivate static func takenName(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .profileName, "'\(name)' is another dock", at: span,
      notes: ["that dock is printed by 'dock profile show \(name)'"],
      fixIts: [FixIt("write 'my_\(name)'", span, "my_\(name)")])
  }

  fileprivate static func noMotor(for entry: ProfileEntry) -> Diagnostic {
    let axis = entry.words.split(separator: " ")[0]
    return Diagnostic(
      .profileValue, "the dock has no \(axis) motor", at: entry.span,
      notes: ["remove this line, or write '\(axis) range endless'"])
  }

  fileprivate static func noMotors(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .profileValue, "the dock has no motor", at: span,
      notes: ["give one axis a range, as in 'pan range endless'"])
  }
}

// MARK: - Writing

extension DockModel {
  /// The model as a profile: every value with its unit, one sentence and, for a dock that everybody
  /// has, who says so.
  ///
  /// It reads back as the same model.
  public var profile: TextBuffer {
    var text = TextBuffer()
    text.write(string: "profile \(name)\n")
    for property in ProfileProperty.all {
      guard let value = property.value(self) else { continue }
      text.write(string: "\n# \(property.meaning)\n")
      if isBuiltIn {
        let source = name == "stand" ? property.sources.stand : property.sources.flow2pro
        text.write(string: "# Source: \(source).\n")
      }
      text.write(string: "\(property.line.words) \(property.written(value))\n")
    }
    for quirk in quirks {
      text.write(string: "\n# \(quirk.summary)\n")
      text.write(string: "# Source: \(quirk.source).\n")
      text.write(string: "quirk \(quirk.rawValue)\n")
    }
    return text
  }

  /// A profile to begin from: that of the `stand` with another name, and all quirks switched off.
  public static var newProfile: TextBuffer {
    var model = DockModel.stand
    model.name = "desk"
    var text = TextBuffer()
    text.write(
      """
      # The description of a dock, for '--profile FILE'. Lines may be left out: the value is then
      # that of the 'stand', as below. 'dock profile show FILE' prints what is in force.

      """)
    text.write(bytes: model.profile.bytes)
    text.write("\n# Quirks: what docks do and nobody expects. Remove the '#' of those it has.\n")
    for quirk in Quirk.allCases {
      text.write(string: "\n# \(quirk.summary)\n# Source: \(quirk.source).\n")
      text.write(string: "# quirk \(quirk.rawValue)\n")
    }
    return text
  }
}

extension ProfileProperty {
  /// `value` as its line has it.
  fileprivate func written(_ value: ProfileEntry.Value) -> String {
    switch (value, line.form) {
    case (.quantity(let number), .quantity(let quantity, _, _)):
      Language.written(number, quantity)
    case (.range(let lower, let upper), .range(let axis)):
      "\(position(lower, ofAxis: axis)) .. \(position(upper, ofAxis: axis))"
    case (.word(let word), _): word
    default: ""
    }
  }
}

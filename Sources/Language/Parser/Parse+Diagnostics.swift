import Diagnosis

extension Diagnostic {
  static func tooManyImports(isChain: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManyImports,
      isChain
        ? "a chain of more than \(Budget.useDepth) files that use each other"
        : "a program of more than \(Budget.files) files",
      at: span, notes: ["join small files into larger ones"])
  }

  static func importCycle(_ name: String, isSelf: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .importCycle,
      isSelf
        ? "the file uses itself"
        : "'\(name)' is being read already: the files use each other in a circle",
      at: span, notes: ["move what both need into a third file"])
  }

  static func cannotUse(_ name: String, _ failure: LoadFailure, at span: SourceSpan) -> Diagnostic {
    switch failure {
    case .notFound:
      Diagnostic(
        .fileNotFound, "there is no file '\(name)'", at: span,
        notes: [
          name.contains(".")
            ? "names are relative to the file that uses them"
            : "a name has its ending, as in 'use \"\(name).dock\"'"
        ])
    case .outsideRoot:
      Diagnostic(
        .importOutsideRoot, "'\(name)' lies outside the folder of the script", at: span,
        notes: [
          "a script reaches only files in its own folder and below; '--root' moves that folder"
        ])
    case .unreadable(let reason):
      Diagnostic(.fileUnreadable, "'\(name)' cannot be read: \(reason)", at: span)
    case .tooLarge(let bytes):
      Diagnostic(.sourceTooLarge, "'\(name)' is too large: \(bytes) bytes", at: span)
    }
  }
}

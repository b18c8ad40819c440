import Diagnosis

extension Diagnostic {
  /// Reports that the sound `name`, which is written at `span`, cannot be played.
  static func cannotPlay(
    _ name: String, _ failure: SoundFailure, at span: SourceSpan
  ) -> Diagnostic {
    switch failure {
    case .notFound(let beside): soundNotFound(name, beside: beside, at: span)
    case .outsideRoot(let inside):
      Diagnostic(
        .importOutsideRoot, "'\(name)' lies outside the folder of the script", at: span,
        notes: [
          "a script reaches only files in its own folder and below; '--root' moves that folder"
        ],
        fixIts: inside.flatMap { plainName($0, at: span) }.map { [$0] } ?? [])
    case .unreadable(let reason):
      Diagnostic(.fileUnreadable, "'\(name)' cannot be read: \(reason)", at: span)
    case .length(let fault): unknownLength(name, fault, at: span)
    }
  }

  private static func soundNotFound(
    _ name: String, beside others: [String], at span: SourceSpan
  ) -> Diagnostic {
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    let own = String(name.dropFirst(folder.count))
    let nearest =
      others.first { $0.lowercased() == "\(own).wav".lowercased() }
      ?? Suggestion.nearest(to: own, in: others)
    let fixIt = nearest.flatMap { plainName(folder + $0, at: span) }
    return Diagnostic(
      .fileNotFound, "there is no file '\(name)'", at: span,
      notes: ["names are relative to the file that uses them"], fixIts: fixIt.map { [$0] } ?? [])
  }

  /// The change of what stands at `span` to `name`; nil if that cannot be written plainly.
  private static func plainName(_ name: String, at span: SourceSpan) -> FixIt? {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII
        ? $0.value >= 0x20 && $0.value < 0x7F && $0 != "\"" && $0 != "\\"
        : $0.properties.isAlphabetic
    }
    return isPlain ? FixIt("write '\"\(name)\"'", span, "\"\(name)\"") : nil
  }

  private static func unknownLength(
    _ name: String, _ fault: WaveFile.Fault, at span: SourceSpan
  ) -> Diagnostic {
    let convert = "convert it to WAV: \(conversion(of: name))"
    let rewrite = "write it again with its length: \(conversion(of: name))"
    return switch fault {
    case .otherFormat(let format):
      Diagnostic(
        .soundFormat, "'\(name)' is \(format ?? "no sound file that is known here")", at: span,
        label: "expected a WAV file", notes: [convert])
    case .compressed(let method):
      Diagnostic(
        .soundFormat, "the samples of '\(name)' are compressed, by method \(method)", at: span,
        label: "expected PCM or floating-point numbers", notes: [convert])
    case .sizeUnknown:
      Diagnostic(
        .soundLength, "the header of '\(name)' does not say how many samples it has", at: span,
        notes: ["a program that writes to a pipe cannot know that at the beginning", rewrite])
    case .cutOff(let has, let expected):
      Diagnostic(
        .soundLength, "'\(name)' has \(has) bytes of samples, and its header says \(expected)",
        at: span, notes: ["copy the whole file here, or \(rewrite)"])
    case .empty:
      Diagnostic(
        .soundLength, "'\(name)' has no samples", at: span,
        notes: ["a sound takes time: choose another file, or remove the statement"])
    case .tooLong:
      Diagnostic(
        .soundLength, "'\(name)' is longer than a wait may be", at: span,
        notes: ["a wait takes less than 1000000 s"])
    case .malformed(let reason):
      Diagnostic(
        .soundLength, "'\(name)' is a WAV file with a fault: \(reason)", at: span,
        notes: [rewrite])
    }
  }

  /// The command that makes a WAV file of the sound `name`.
  private static func conversion(of name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || [0x2E, 0x2F, 0x5F, 0x2D].contains($0)
    }
    guard isPlain, let dot = name.lastIndex(of: "."), name.first != "-" else {
      return "ffmpeg -i OLD NEW.wav"
    }
    let stem = name[..<dot]
    return "ffmpeg -i \(name) \(stem)\(name[dot...] == ".wav" ? "-pcm" : "").wav"
  }
}

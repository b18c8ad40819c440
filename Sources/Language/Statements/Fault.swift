import Diagnosis
import Vocabulary

extension HappeningView {
  /// The fault of the dock; nil if there is none.
  package var fault: FaultName? {
    keyword == .fault ? FaultName(number: view.flags & 15) : nil
  }

  /// The name of the error with which a call is refused.
  package var refusal: String {
    FaultName.refusals[Int(view.flags >> 4) % FaultName.refusals.count]
  }
}

extension Parser {
  /// Reads a fault.
  ///
  ///     fault = "late" | "dropped" | "refused" word | "stall" | "tracking" "on" | "endless"
  ///           | "undocked" | "flapped" .
  mutating func fault(_ node: NodeID) throws(Unreadable) {
    guard let fault = termHere(FaultName.self) else { throw fail { $0.unknownFault() } }
    advance()
    tree[node].flags = fault.number
    if fault == .tracking { try expect(.on) }
    guard fault == .refused else { return }
    let name = at(.word) && !token.startsLine ? tokenText : ""
    guard let number = FaultName.refusals.firstIndex(of: name) else {
      throw fail { $0.unknownRefusal() }
    }
    tree[node].flags |= UInt8(truncatingIfNeeded: number) << 4
    advance()
  }

  /// The report of a word that is not a fault.
  private func unknownFault() -> Diagnostic {
    if at(.word), FaultName.refusals.contains(tokenText) {
      let ours = "refused \(tokenText)"
      return .expected(
        "what goes wrong", found: describeToken(), at: token.span,
        notes: ["a call is refused with an error of DockKit"],
        fixIts: [FixIt("write '\(ours)'", token.span, ours)])
    }
    return unknownWord("what goes wrong", FaultName.spellings, .fault)
  }

  /// The report of a word that is none of DockKit's errors.
  private func unknownRefusal() -> Diagnostic {
    unknownWord("an error of DockKit", FaultName.refusals, nil)
  }
}

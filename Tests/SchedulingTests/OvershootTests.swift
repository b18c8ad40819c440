import Diagnosis
import Hardware
import Language
import Schedules
import Testing

/// Easings that lead beyond their targets, and beyond the limits.
struct OvershootTests {
  /// `text` with the first fix-it of `diagnostic` carried out.
  private func mended(_ text: String, by diagnostic: Diagnostic) throws -> String {
    let fixIt = try #require(diagnostic.fixIts.first, "\(diagnostic.message)")
    var bytes = Array(text.utf8)
    for edit in fixIt.edits.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: edit.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "what the message says to write is within the limits",
    arguments: [
      "tilt to 40deg up over 9s easing spring(0.6)\n",
      "tilt to 44deg down over 9s easing spring(0.5)\n",
      "tilt to 60deg up over 9s easing spring(0.6)\n",
      "tilt to 60deg up over 9s easing smooth\n",
      "tilt to 20deg down over 2s\ntilt to 43.217deg up over 9s easing spring(0.6)\n",
      "limit pan to 50deg left .. 33.333deg right\npan to 33deg right over 9s easing spring(0.7)\n",
      "move to pose(pan: 10deg right, tilt: 42deg up) over 9s easing spring(0.4)\n",
    ])
  func fixIts(text: String) throws {
    let broken = Compiling(text)
    let diagnostic = try #require(broken.errors.first { $0.code == .positionLimit })
    let better = try mended(text, by: diagnostic)
    #expect(better != text)
    #expect(Compiling(better).errors.map(\.message) == [], "\(better)")
  }
}

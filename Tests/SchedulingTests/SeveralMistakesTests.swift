import Diagnosis
import Testing

/// A mistake does not hide those behind it.
@Suite struct SeveralMistakesTests {
  private func codes(_ text: String) -> [String] {
    Compiling(Array(text.utf8), name: "script.dock").diagnostics.all.map(\.code.name)
  }

  @Test("a wait whose range ends before it begins is passed over")
  func waits() {
    #expect(
      codes("camera zoom 20x\nwait 2s .. 1s\nwait until bar 3") == ["D0608", "D0608", "D0613"])
    // In a loop it is said once.
    #expect(codes("repeat 3 { wait 2s .. 1s }\ncamera zoom 20x") == ["D0608", "D0608"])
  }

  @Test("a word that stands twice does not hide what it declares")
  func words() {
    #expect(codes("count count n to 5\nadd 1 to n\nlog n\nwait 1") == ["D0211", "D0402"])
    #expect(codes("count count to 5\nadd 1 to count\nlog count") == [])
    #expect(codes("let let pause = 2s\nwait pause\nwait 1") == ["D0211", "D0402"])
  }
}

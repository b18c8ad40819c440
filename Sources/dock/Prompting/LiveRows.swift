import Printing
import Rehearsal
import Schedules

/// The line that shows a dock while it moves, and, if lines can be typed meanwhile, a row below it
/// for them.
///
/// The terminal shows and edits that row by itself; so the cursor stays there, and the line above
/// is drawn with sequences of ECMA-48 that restore the cursor. All lines are those of one show.
struct LiveRows: Sendable {
  /// True if the output is a terminal.
  let isShown: Bool
  /// True if there is a row for what is typed.
  let hasEntry: Bool
  let schedule: Schedule
  /// What writes it.
  let outbox: Outbox

  private static let (save, restore) = ("\u{1B}7", "\u{1B}8")
  private static let (up, down, start) = ("\u{1B}[A", "\u{1B}[B", "\r")
  /// One row down and up again: there is one below, even if the screen had to be scrolled for it.
  private static let makeRoom = "\u{1B}D\u{1B}[A"
  private static let (insertRow, deleteRow, clearRow) = ("\u{1B}[L", "\u{1B}[M", "\u{1B}[K")

  /// Makes a row for what is typed.
  func begin() { if isShown, hasEntry { outbox.say(TextBuffer("\n")) } }

  /// Shows the dock at `moment`.
  func draw(_ moment: Moment) {
    let line = LiveLine(moment, of: schedule).text
    guard hasEntry else { return outbox.draw(line) }
    outbox.draw(
      TextBuffer(LiveRows.save + LiveRows.up) + line + TextBuffer(LiveRows.restore))
  }

  /// `line` as it is written above the dock.
  func told(_ line: String) -> TextBuffer {
    var text = TextBuffer()
    let isMoved = isShown && hasEntry
    if isMoved {
      text.write(string: LiveRows.makeRoom + LiveRows.save + LiveRows.up + LiveRows.start)
      text.write(string: LiveRows.insertRow)
    } else if isShown {
      text.write(string: LiveRows.start + LiveRows.clearRow)
    }
    text.write(sanitizedLine: line)
    text.write(string: isMoved ? LiveRows.restore + LiveRows.down : "\n")
    return text
  }

  /// Moves what was typed, whose end has taken the cursor to the next row, above the dock.
  func keepEntry() {
    guard isShown, hasEntry else { return }
    let (up, down) = (LiveRows.up + LiveRows.up, LiveRows.down + LiveRows.down)
    outbox.say(TextBuffer(up + LiveRows.start + LiveRows.deleteRow + down))
  }

  /// Clears the rows; an unfinished typed line will be shown after the prompt.
  func end() {
    guard isShown else { return }
    guard hasEntry else { return outbox.say(Console.lineClearer) }
    outbox.say(
      TextBuffer(LiveRows.up + LiveRows.start + LiveRows.deleteRow + LiveRows.clearRow))
  }
}

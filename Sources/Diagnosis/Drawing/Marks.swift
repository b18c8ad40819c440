/// The underlines beneath one source line and the texts that hang from them.
struct Marks {
  /// One underline.
  struct Mark {
    let columns: Range<Int>
    let isPrimary: Bool
    let text: String
  }

  private let marks: [Mark]
  private let primary: Ink

  /// Arranges `marks` from left to right; the main one is drawn in the ink `primary`.
  init(_ marks: [Mark], primary: Ink) {
    self.primary = primary
    self.marks = marks.enumerated().sorted {
      ($0.element.columns.lowerBound, $0.element.isPrimary ? 1 : 0, $0.offset)
        < ($1.element.columns.lowerBound, $1.element.isPrimary ? 1 : 0, $1.offset)
    }.map(\.element)
  }

  /// Draws the rows: the underlines with the last text beside them, then the other texts below.
  func draw(on canvas: inout Canvas) {
    let beside = markWithTextBeside
    canvas.beginLine()
    canvas.write(spaces: 1)
    drawUnderlines(on: &canvas)
    if let beside, !beside.text.isEmpty {
      canvas.write(spaces: 1)
      canvas.write(beside.text, ink(beside))
    }
    canvas.endLine()
    drawHanging(marks.dropLast(beside == nil ? 0 : 1).filter { !$0.text.isEmpty }, on: &canvas)
  }

  private func ink(_ mark: Mark) -> Ink { mark.isPrimary ? primary : .frame }

  /// The rightmost mark, unless another reaches beyond it and would part it from its text.
  private var markWithTextBeside: Mark? {
    guard let last = marks.last else { return nil }
    return marks.allSatisfy { $0.columns.upperBound <= last.columns.upperBound } ? last : nil
  }

  private func drawUnderlines(on canvas: inout Canvas) {
    let end = marks.map(\.columns.upperBound).max() ?? 0
    var row = [Mark?](repeating: nil, count: end)
    for mark in marks.filter({ !$0.isPrimary }) + marks.filter(\.isPrimary) {
      for column in mark.columns { row[column] = mark }
    }
    draw(row, on: &canvas)
  }

  private func draw(_ row: [Mark?], on canvas: inout Canvas) {
    var place = 0
    while place < row.endIndex {
      let mark = row[place]
      let end =
        row[place...].firstIndex { $0?.isPrimary != mark?.isPrimary } ?? row.endIndex
      let sign = mark.map { $0.isPrimary ? "^" : "-" } ?? " "
      canvas.write(String(repeating: sign, count: end - place), mark.map(ink) ?? .plain)
      place = end
    }
  }

  /// Draws a row of connectors, then each text under its mark, from right to left.
  private func drawHanging(_ marks: [Mark], on canvas: inout Canvas) {
    guard !marks.isEmpty else { return }
    drawConnectors(marks, on: &canvas)
    canvas.endLine()
    for (index, mark) in marks.enumerated().reversed() {
      let start = mark.columns.lowerBound
      let others = marks[..<index].filter { $0.columns.lowerBound < start }
      let end = drawConnectors(others, on: &canvas)
      canvas.write(spaces: start - end)
      canvas.write(mark.text, ink(mark))
      canvas.endLine()
    }
  }

  /// Draws a bar under each of `marks` and returns the column after the last.
  @discardableResult
  private func drawConnectors(_ marks: [Mark], on canvas: inout Canvas) -> Int {
    canvas.beginLine()
    canvas.write(spaces: 1)
    var column = 0
    for mark in marks where mark.columns.lowerBound >= column {
      canvas.write(spaces: mark.columns.lowerBound - column)
      canvas.write("|", ink(mark))
      column = mark.columns.lowerBound + 1
    }
    return column
  }
}

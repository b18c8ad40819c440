import Drawing

/// The measures of a plot: of a page, or of the cells of a terminal.
package struct PlotForm: Equatable, Sendable {
  /// How wide text is.
  package var lettering: Lettering
  /// The width of the whole picture.
  package var width: Double
  /// The width of the names on the left and of the figures on the right, the same for all lanes.
  var left, right: Double
  /// The size of text: of the title, of headings and figures, of what stands in bars.
  var title, text, small: Double
  /// The height of a lane, and of the bar in it.
  var lane, bar: Double
  /// The space between groups.
  var gap: Double
  /// The heights of the charts: position, speed, acceleration, jerk.
  var charts: [Double]
  /// The space between two charts.
  var chartGap: Double
  /// The least distance between two marks of time.
  var tick: Double
  /// The least width of a cue.
  var leastCue: Double

  /// A page `width` wide.
  package static func page(width: Double) -> PlotForm {
    PlotForm(
      lettering: .page, width: width, left: 112, right: 128, title: 18, text: 11, small: 10,
      lane: 21, bar: 16, gap: 14, charts: [112, 66, 58, 50], chartGap: 6, tick: 68, leastCue: 98)
  }

  /// A terminal `columns` wide.
  package static func terminal(columns: Int) -> PlotForm {
    let cell = Lettering.cell
    let row = 2 * cell
    return PlotForm(
      lettering: .cells, width: Double(max(40, columns)) * cell, left: 19 * cell, right: 18 * cell,
      title: row, text: row, small: row, lane: row, bar: row, gap: row,
      charts: [6 * row, 4 * row, 4 * row, 4 * row], chartGap: 0, tick: 10 * cell,
      leastCue: 14 * cell)
  }

  /// The same with the charts of position and speed alone.
  package var brief: PlotForm {
    var form = self
    form.charts = Array(charts.prefix(2))
    return form
  }

  /// True if it is for cells.
  var isCells: Bool { lettering == .cells }
  /// How many cues have room side by side.
  package var cues: Int { max(1, Int(plotWidth / (leastCue + 2 * Lettering.cell))) }
  /// The width of what stands above the time axis.
  var plotWidth: Double { width - left - right }
}

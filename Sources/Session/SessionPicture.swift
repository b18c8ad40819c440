import Drawing
import Plotting
import Printing

/// A picture of the last show, small: its lanes, and the position and speed of each axis.
public struct SessionPicture: Sendable {
  private let plot: TimePlot

  init(_ plot: TimePlot) { self.plot = plot }

  /// The picture in `form`, with fewer charts.
  package func picture(in form: PlotForm) -> Picture { plot.picture(in: form.brief) }

  /// The width of its page.
  package var pageWidth: Double { plot.pageWidth }

  /// The picture as text of 100 columns, without colours.
  public var text: TextBuffer {
    CellGrid(picture(in: .terminal(columns: 100))).text(.none)
  }
}

extension SessionHost {
  /// Shows `picture` as text.
  public func show(_ picture: SessionPicture) { show(picture.text) }
}

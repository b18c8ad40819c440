/// A picture: shapes and texts on a page, as a value.
///
/// Pictures are made by pure functions and written by back ends: `svg`, `Raster`, `CellGrid`. A
/// length is a pixel of a page at its natural size; x goes to the right and y goes down.
package struct Picture: Equatable, Sendable {
  /// The width of the page.
  package var width: Double
  /// The height of the page.
  package var height: Double
  /// A name for people who cannot see it.
  package var title: String
  /// What it shows, in sentences, for people who cannot see it.
  package var description: String
  /// What is drawn, back to front.
  package var elements: [Element] = []

  /// Creates an empty picture.
  package init(width: Double, height: Double, title: String, description: String) {
    (self.width, self.height) = (width, height)
    (self.title, self.description) = (title, description)
  }

  /// A part of a picture.
  package indirect enum Element: Equatable, Sendable {
    /// An area or a line.
    case shape(Path, Style)
    /// A line of text.
    case text(Label)
    /// Elements that belong together.
    case group(Group)
  }

  /// Elements that belong together.
  package struct Group: Equatable, Sendable {
    /// What it shows: a step, an axis, a lane.
    package var name: String
    /// The text that explains it when a pointer rests on it; empty for none.
    package var note: String
    /// The place in the source it comes from, as `hello.dock:3`; empty for none.
    package var source: String
    /// Facts for programs that read the picture: names of `a` to `z` and their values.
    package var facts: [Fact]
    /// What is drawn, back to front.
    package var elements: [Element] = []

    /// Creates an empty group.
    package init(_ name: String, note: String = "", source: String = "", facts: [Fact] = []) {
      (self.name, self.note, self.source, self.facts) = (name, note, source, facts)
    }
  }

  /// A fact about a group.
  package struct Fact: Equatable, Sendable {
    /// Its name, of the letters `a` to `z`.
    package var name: String
    /// Its value.
    package var value: String

    /// Creates a fact.
    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }
}

/// How a shape is drawn.
package struct Style: Equatable, Sendable {
  /// What fills it; nil for nothing.
  package var fill: Ink?
  /// The colour of the filling in every theme that has colours, in place of the ink's; nil for
  /// none.
  package var tint: Color?
  /// How much of what is behind the filling it hides, from 0 to 1.
  package var opacity = 1.0
  /// What its outline is drawn with; nil for nothing.
  package var stroke: Ink?
  /// The width of the outline.
  package var width = 1.0
  /// The lengths of the dashes and of the gaps between them; nil for a solid line.
  package var dash: Dash?

  /// A dashed line.
  package struct Dash: Equatable, Sendable {
    /// The length of a dash.
    package var on: Double
    /// The length of a gap.
    package var off: Double
  }

  /// The style of an area.
  package static func area(_ ink: Ink, opacity: Double = 1) -> Style {
    Style(fill: ink, opacity: opacity)
  }

  /// The style of an area with a colour of its own: a part of an image.
  package static func area(_ ink: Ink, tint: Color, opacity: Double = 1) -> Style {
    Style(fill: ink, tint: tint, opacity: opacity)
  }

  /// The style of an area with a solid outline.
  package static func area(_ ink: Ink, outline: Ink, width: Double) -> Style {
    Style(fill: ink, stroke: outline, width: width)
  }

  /// The style of a line.
  package static func line(
    _ ink: Ink, width: Double = 1, dash: (on: Double, off: Double)? = nil
  ) -> Style {
    Style(stroke: ink, width: width, dash: dash.map { Dash(on: $0.on, off: $0.off) })
  }
}

/// A line of text at a place.
package struct Label: Equatable, Sendable {
  /// The part of the text that is at the place.
  package enum Anchor: String, Sendable { case start, middle, end }

  /// The text, as its author wrote it; back ends make it harmless.
  package var text: String
  /// Where its anchor is.
  package var x: Double
  /// Where its baseline is.
  package var y: Double
  /// The height of its letters from line to line.
  package var size: Double
  /// What it is written with.
  package var ink: Ink
  /// Its anchor.
  package var anchor: Anchor
  /// True if it is written in bold.
  package var isBold: Bool

  /// Creates a line of text.
  package init(
    _ text: String, x: Double, y: Double, size: Double, ink: Ink = .ink, anchor: Anchor = .start,
    isBold: Bool = false
  ) {
    (self.text, self.x, self.y, self.size) = (text, x, y, size)
    (self.ink, self.anchor, self.isBold) = (ink, anchor, isBold)
  }
}

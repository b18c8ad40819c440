import ArgumentParser
import Drawing
import Motion
import Schedules

/// The options that say how a plot looks.
struct PlotOptions: ParsableArguments {
  @Option(help: "The colours; 'auto' is light or dark as the reader's system says.")
  var theme = Theme.auto

  @Option(
    help: ArgumentHelp(
      """
      The width of the picture in pixels, at least \(Int(PictureForm.svg.leastPage)), as PNG twice \
      that; with '--spatial' the greatest width. Of text, the columns.
      """, valueName: "number"))
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "An axis to draw, even if it rests; the others are left out.", valueName: "axis"))
  var axis: [AxisOption] = []

  @Option(
    help: ArgumentHelp(
      "The number of the first cue to draw.", valueName: "number"))
  var cue = 1

  /// Their defaults.
  static var plain: PlotOptions {
    var options = PlotOptions()
    (options.theme, options.width, options.axis, options.cue) = (.auto, nil, [], 1)
    return options
  }

  /// The axes to draw; none means those that move.
  var axes: AxisSet {
    axis.reduce(into: AxisSet.none) { $0.formUnion(AxisSet($1.axis)) }
  }

  /// True if none of them is given.
  var isUsual: Bool { theme == .auto && width == nil && axis.isEmpty && cue == 1 }

  func validate() throws {
    guard cue > 0 else { throw ValidationError("cues are counted from 1") }
    if let width, !(40...20_000).contains(width) {
      throw ValidationError("'--width' is from 40 to 20000")
    }
  }

  /// The columns of a picture of text: those of the terminal, unless it goes to a file.
  func columns(isFile: Bool) -> Int {
    width ?? (isFile ? nil : OutputFile.standard.width) ?? 100
  }

  /// The width of a page in `form` that is `natural` wide if nobody wants another.
  func pageWidth(_ natural: Double, in form: PictureForm) -> Double {
    width.map { Double($0) / form.scale } ?? natural
  }

  /// Makes sure that a page in `form` that is at least `least` wide has its room.
  ///
  /// - Throws: `ExitStatus.usage` if the width is too small.
  func checkWidth(for form: PictureForm, least: Double) throws {
    let least = Int(least * form.scale)
    guard let width, width < least else { return }
    Console.say("error: '--width' of this picture is at least \(least)")
    throw ExitStatus.usage
  }
}

extension Theme: ExpressibleByArgument {}

/// An axis as scripts name it.
struct AxisOption: ExpressibleByArgument {
  let axis: Axis

  static var allValueStrings: [String] { Axis.allCases.map(\.scriptName) }

  init?(argument: String) {
    guard let axis = Axis.allCases.first(where: { $0.scriptName == argument }) else { return nil }
    self.axis = axis
  }
}

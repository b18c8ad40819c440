import ArgumentParser
import Drawing
import Plotting
import Printing

/// The form in which a picture is written.
enum PictureForm: String, CaseIterable, ExpressibleByArgument {
  case svg, png, text, ascii, kitty, iterm2, sixel

  /// The form that the name of a file says; nil if it says none.
  init?(ofFile name: String) {
    let forms = [".svg": PictureForm.svg, ".png": .png, ".txt": .text]
    guard let form = forms.first(where: { name.hasSuffix($0.key) }) else { return nil }
    self = form.value
  }

  /// True if it is made of characters.
  var isText: Bool { self == .text || self == .ascii }

  /// The pixels for each of a page.
  var scale: Double { self == .png ? 2 : 1 }

  /// The least width of its page, below which there is no room for the words; 0 where the terminal
  /// says how wide it is.
  var leastPage: Double { self == .svg || self == .png ? 400 : 0 }

  /// What the terminal can show, as far as the environment tells; nobody is asked.
  ///
  /// Inside of tmux and screen images do not get through.
  static var ofTerminal: PictureForm {
    let (term, program) = (environment("TERM") ?? "", environment("TERM_PROGRAM") ?? "")
    let isNested =
      environment("TMUX") != nil || term.hasPrefix("screen") || term.hasPrefix("tmux")
    if !isNested, term != "dumb" {
      if environment("KITTY_WINDOW_ID") != nil || term == "xterm-kitty" || term == "xterm-ghostty" {
        return .kitty
      }
      if program == "iTerm.app" || program == "WezTerm" || environment("LC_TERMINAL") == "iTerm2" {
        return .iterm2
      }
      if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") {
        return .sixel
      }
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let isUnicode =
      locale.map { $0.uppercased().replacing("-", with: "").contains("UTF8") } ?? false
    return isUnicode && term != "dumb" ? .text : .ascii
  }
}

/// Makes text of pictures.
struct PlotOutput {
  let form: PictureForm
  let look: PlotOptions
  let colors: CellGrid.Colors
  /// True if it goes to a file, where the terminal says nothing.
  let isFile: Bool

  /// The picture that `draw` makes for pages of `pageWidth`, or for a terminal, in this form.
  func text(pageWidth: Double, _ draw: (PlotForm) -> Picture) -> TextBuffer {
    switch form {
    case .svg: return draw(.page(width: pageWidth)).svg(look.theme)
    case .png:
      return bytes(Raster(draw(.page(width: pageWidth)), look.theme, scale: form.scale).png)
    case .text, .ascii:
      let columns = look.columns(isFile: isFile)
      let grid = CellGrid(draw(.terminal(columns: columns)))
      return grid.text(colors, look.theme, isDark: isDark, isASCII: form == .ascii)
    case .kitty: return pixels(draw).text(for: .kitty)
    case .iterm2: return pixels(draw).text(for: .iterm2)
    case .sixel: return pixels(draw).text(for: .sixel)
    }
  }

  /// The pixels for a terminal, as wide as it is.
  private func pixels(_ draw: (PlotForm) -> Picture) -> Raster {
    let columns = (isFile ? nil : OutputFile.standard.width) ?? 100
    let width = look.width ?? (isFile ? nil : OutputFile.standard.pixelWidth) ?? 9 * columns
    let picture = draw(.page(width: Double(max(700, width))))
    return Raster(
      picture, look.theme, isDark: isDark, scale: Double(max(1, width)) / picture.width)
  }

  private func bytes(_ bytes: [UInt8]) -> TextBuffer {
    var buffer = TextBuffer()
    buffer.write(bytes: bytes)
    return buffer
  }

  /// True if a terminal is dark: as `COLORFGBG` says, or as most are.
  private var isDark: Bool {
    guard let last = environment("COLORFGBG")?.split(separator: ";").last else { return true }
    return last != "7" && last != "15"
  }
}

extension CellGrid.Colors {
  /// The colours that the terminal says it has, if there are to be any.
  init(_ isColored: Bool) {
    let words = environment("COLORTERM") ?? ""
    self = !isColored ? .none : words == "truecolor" || words == "24bit" ? .full : .palette
  }

  /// The colours for `file`.
  init(_ coloring: Coloring, for file: OutputFile) { self.init(coloring.applies(to: file)) }
}

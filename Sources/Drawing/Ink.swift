/// What something is drawn with, by its meaning; a theme gives it a colour.
package enum Ink: String, CaseIterable, Sendable {
  /// The page.
  case paper
  /// A surface that is set off from the page.
  case panel
  /// Text and figures.
  case ink
  /// Text that explains.
  case muted
  /// Lines that help to read a value.
  case grid
  /// The frame of a chart.
  case frame
  /// Limits.
  case limit
  /// A place where little is left to a limit.
  case tight
  /// Motion of pan.
  case pan
  /// Motion of tilt.
  case tilt
  /// Motion of roll.
  case roll
  /// The script has the motors.
  case script
  /// The tracker has the motors.
  case tracker
  /// Events, and the handlers and decisions that wait for them.
  case event
  /// The phone: its face, eyes and camera.
  case phone
  /// The screen of the phone, which is dark where there are colours.
  case screen
  /// What shines on the screen.
  case light
  /// What was, where there is something to compare.
  case before
  /// A difference.
  case change
  /// Five steps from slow to fast.
  case shade1, shade2, shade3, shade4, shade5
}

/// A colour: red, green and blue, from 0 to 255.
package struct Color: Equatable, Hashable, Sendable {
  /// The parts.
  package var red, green, blue: UInt8

  /// Creates the colour `0xRRGGBB`.
  package init(_ value: UInt32) {
    red = UInt8(truncatingIfNeeded: value >> 16)
    green = UInt8(truncatingIfNeeded: value >> 8)
    blue = UInt8(truncatingIfNeeded: value)
  }

  /// This with `share` of `other` over it, from 0 to 1.
  package func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ one: UInt8, _ two: UInt8) -> UInt32 {
      UInt32((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Color(
      part(red, other.red) << 16 | part(green, other.green) << 8 | part(blue, other.blue))
  }
}

/// A choice of colours.
///
/// The colours of the axes are those of Okabe and Ito, which people with any of the usual forms of
/// colour blindness can tell apart, made a little lighter on dark pages. `colorBlind` keeps to them
/// everywhere, and `print` needs no colour at all.
package enum Theme: String, CaseIterable, Sendable {
  /// Light or dark, as the reader's system says; in pixels it is light.
  case auto
  case light
  case dark
  case print
  case colorBlind = "color-blind"

  /// True if it has colours, and not shades of grey alone.
  var hasColors: Bool { self != .print }

  /// The colour of `ink`; on a dark page if it `isDark`, where the theme leaves the choice.
  package func color(of ink: Ink, isDark: Bool = false) -> Color {
    switch self {
    case .auto: isDark ? Theme.darkColor(ink) : Theme.lightColor(ink)
    case .light: Theme.lightColor(ink)
    case .dark: Theme.darkColor(ink)
    case .print: Theme.printColor(ink)
    case .colorBlind: Theme.colorBlindColor(ink)
    }
  }

  private static func lightColor(_ ink: Ink) -> Color {
    switch ink {
    case .paper: Color(0xFFFFFF)
    case .panel: Color(0xF5F7F9)
    case .ink: Color(0x1B2129)
    case .muted: Color(0x596675)
    case .grid: Color(0xE4E8ED)
    case .frame: Color(0xC6CDD6)
    case .limit: Color(0xB4232A)
    case .tight: Color(0xF0A30A)
    case .pan: Color(0x0067A8)
    case .tilt: Color(0xC44F00)
    case .roll: Color(0x007A5A)
    case .script: Color(0x2F4A73)
    case .tracker: Color(0xA9B4C2)
    case .event: Color(0x7A3E9D)
    case .phone: Color(0x007A87)
    case .screen: Color(0x12161D)
    case .light: Color(0xFFFFFF)
    case .before: Color(0x8A94A1)
    case .change: Color(0xB4007A)
    case .shade1: Color(0x6E8FBF)
    case .shade2: Color(0x2F6DB5)
    case .shade3: Color(0x5B3FA0)
    case .shade4: Color(0x9B1F7A)
    case .shade5: Color(0xC8102E)
    }
  }

  private static func darkColor(_ ink: Ink) -> Color {
    switch ink {
    case .paper: Color(0x11151B)
    case .panel: Color(0x181E26)
    case .ink: Color(0xE8EDF3)
    case .muted: Color(0x9CA9B8)
    case .grid: Color(0x262E39)
    case .frame: Color(0x3B4654)
    case .limit: Color(0xFF7B72)
    case .tight: Color(0xE0A526)
    case .pan: Color(0x5CB8F2)
    case .tilt: Color(0xFF9A4D)
    case .roll: Color(0x3FCFA4)
    case .script: Color(0x7D9FD6)
    case .tracker: Color(0x566273)
    case .event: Color(0xC89AE8)
    case .phone: Color(0x4CC6D4)
    case .screen: Color(0x05070A)
    case .light: Color(0xFFFFFF)
    case .before: Color(0x7D8896)
    case .change: Color(0xFF7AC6)
    case .shade1: Color(0x5D7FA8)
    case .shade2: Color(0x5CA8F0)
    case .shade3: Color(0xA58BFF)
    case .shade4: Color(0xF07BD0)
    case .shade5: Color(0xFFC14D)
    }
  }

  private static func printColor(_ ink: Ink) -> Color {
    switch ink {
    case .paper, .panel, .screen: Color(0xFFFFFF)
    case .ink, .light, .limit, .pan, .tilt, .roll, .change: Color(0x000000)
    case .muted, .script, .event, .phone: Color(0x404040)
    case .grid: Color(0xE0E0E0)
    case .frame: Color(0xA0A0A0)
    case .tight: Color(0xB8B8B8)
    case .tracker: Color(0xC8C8C8)
    case .before: Color(0x808080)
    case .shade1: Color(0x909090)
    case .shade2: Color(0x707070)
    case .shade3: Color(0x505050)
    case .shade4: Color(0x303030)
    case .shade5: Color(0x000000)
    }
  }

  private static func colorBlindColor(_ ink: Ink) -> Color {
    switch ink {
    case .pan: Color(0x0072B2)
    case .tilt: Color(0xD55E00)
    case .roll: Color(0x009E73)
    case .limit: Color(0x000000)
    case .tight: Color(0xF0E442)
    case .script: Color(0x0072B2)
    case .event: Color(0x95487A)
    case .phone: Color(0x1F78A8)
    case .change: Color(0xD55E00)
    // A ramp of lightness that holds for every kind of vision (after viridis).
    case .shade1: Color(0x8FA23A)
    case .shade2: Color(0x1F9E89)
    case .shade3: Color(0x2F6C8E)
    case .shade4: Color(0x472E7C)
    case .shade5: Color(0x20042E)
    default: lightColor(ink)
    }
  }
}

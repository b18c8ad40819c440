enum ForeignWords {
  static func unit(_ word: String) -> String? { ["degrees": "deg", "sec": "s"][word] }
  static func statement(_ word: String) -> String? { ["sleep": "wait"][word] }
  static func connective(_ word: String) -> String? { nil }
  static func easing(_ word: String) -> String? { nil }
  static func animation(_ word: String) -> String? { ["nope": "no"][word] }
}

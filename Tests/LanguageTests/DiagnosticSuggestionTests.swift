import Testing
import Vocabulary

@testable import Language

@Suite struct DiagnosticSuggestionTests {
  private static let statements =
    Keyword.allCases.filter { $0.rawValue <= Keyword.scene.rawValue }.map(\.spelling) + ["else"]
  private static let clauses =
    "to by through over at easing straight within else for".split(separator: " ").map(String.init)
  private static let words: [ForeignWords.Context: [String]] = [
    .statement: statements, .clause: clauses, .unit: Unit.allCases.map(\.symbol),
    .easing: ["linear", "ease_in", "ease_out", "ease_in_out", "smooth", "bezier"],
    .animation: ["yes", "no", "wakeup", "kapow"], .axis: ["pan", "tilt", "roll", "yaw", "pitch"],
    .direction: Direction.allCases.map { "\($0)" },
    .type: Type.named.map(\.word.spelling), .framing: ["automatic", "center", "left", "right"],
    .literal: ["true", "false", "home", "pi", "pose", "elapsed"], .op: ["and", "or", "not"],
  ]

  /// `what people write:what they mean`, by context; `_` may stand for a space.
  private static let corpus: [(ForeignWords.Context, String)] = [
    (
      .statement,
      """
      rotate:pan turn:pan look:pan Yaw:yaw Pan:pan PAN:pan pann:pan pna:pan lookAt:pan
      turn_to:pan swivel:pan sweep:pan tlit:tilt tild:tilt titl:tilt Tilt:tilt lean:tilt
      incline:tilt rol:roll rool:roll twist:roll mvoe:move mov:move moove:move goto:move_to
      moveTo:move_to move_to:move_to set_pose:move_to home:move_to_home
      center:move_to_home zero:move_to_home origin:move_to_home reset:move_to_home rmap:ramp
      ramb:ramp accelerate:ramp spn:spin sipn:spin spinn:spin velocity:spin setVelocity:spin
      setAngularVelocity:spin stpo:stop sotp:stop stopp:stop halt:stop brake:stop sleep:wait
      delay:wait pause:wait Sleep:wait dwell:wait wiat:wait wati:wait wayt:wait waitt:wait
      nope:animate_no shake:animate_no nod:animate_yes wakeup:animate_wakeup
      kapow:animate_kapow animte:animate anmiate:animate animates:animate play:animate
      animation:animate lte:let lett:let var:let const:let val:let fro:for foreach:for
      forEach:for for_each:for fr:for repaet:repeat reapet:repeat repeet:repeat repeats:repeat
      loop:repeat times:repeat while:repeat_while forever:repeat_forever fi:if if:if
      elif:else_if elseif:else_if elsif:else_if esle:else els:else otherwise:else unless:if_not
      gestur:gesture geture:gesture gesutre:gesture jesture:gesture def:gesture
      func:gesture fn:gesture fucntion:function funtion:function functon:function lambda:function
      import:use include:use require:use us:use uses:use tset:test tests:test exepct:expect
      expct:expect assert:expect trakcing:tracking traking:tracking track:tracking_on
      folow:follow fram:frame framing:frame regoin:region regin:region roi:region
      selct:select slect:select pick:select print:log echo:log println:log lgo:log limti:limit
      limits:limit clamp:limit tgether:together togehter:together parallel:together
      concurrently:together rcae:race any:race staggr:stagger evry:every faec:face
      eye:eyes camra:camera scen:scene sede:seed
      """
    ),
    (
      .unit,
      """
      degrees:deg degree:deg °:deg Degrees:deg degress:deg degreees:deg dge:deg degs:deg
      radians:rad rads:rad radian:rad radains:rad turns:turn trun:turn sec:s secs:s seconds:s
      second:s secnods:s msec:ms millis:ms milliseconds:ms miliseconds:ms MS:ms minutes:min
      mins:min minuts:min percent:% dps:deg/s rpm:turn/min rps:turn/s metres:m meters:m hz:fps
      Deg:deg DEG:deg S:s
      """
    ),
    (
      .easing,
      """
      ease-in:ease_in easeIn:ease_in easein:ease_in EaseIn:ease_in ease-out:ease_out
      easeOut:ease_out easeInOut:ease_in_out ease-in-out:ease_in_out ease:ease_in_out
      in_ease:ease_in out_ease:ease_out cubic:bezier cubic-bezier:bezier bezeir:bezier
      liner:linear lineer:linear constant:linear smoth:smooth smoothstep:smooth sine:smooth
      Linear:linear eas_in:ease_in ease_inn:ease_in easse_out:ease_out smoothe:smooth
      """
    ),
    (
      .animation,
      """
      nope:no nod:yes shake:no yse:yes ye:yes wake:wakeup wake_up:wakeup wakup:wakeup kapwo:kapow
      kpow:kapow Kapow:kapow yep:yes boom:kapow
      """
    ),
    (
      .op,
      """
      &&:and ||:or !:not &:and =:== ===:== <>:!= =<:<= =>:>= adn:and nto:not AND:and ×:* ÷:/ ≤:<=
      ≠:!= ...:.. −:-
      """
    ),
    (
      .literal,
      "yes:true no:false on:true off:false True:true FALSE:false ture:true flase:false "
        + "origin:home center:home zero:home hoem:home π:pi"
    ),
    (.axis, "heading:pan elevation:tilt pithc:pitch ywa:yaw x:pan bank:roll tlit:tilt"),
    (
      .clause,
      """
      in:over during:over lasting:over ovre:over ovr:over until:to toward:to onto:to via:through
      trough:through throug:through thru:through relative:by speed:at eas:easing easng:easing
      ease:easing straigth:straight strait:straight witin:within tolerance:within elif:else_if
      """
    ),
    (
      .direction,
      "lfet:left rigth:right rihgt:right leftwards:left upwards:up dwon:down downward:down "
        + "clokwise:clockwise ccw:counterclockwise cw:clockwise anticlockwise:counterclockwise"
    ),
    (
      .type,
      "angel:angle degrees:angle duration:time float:number int:number bool:truth string:text "
        + "velocity:speed vector:pose tiem:time nubmer:number"
    ),
    (.framing, "auto:automatic centre:center middle:center automtic:automatic rihgt:right"),
  ]

  private static let cases: [(ForeignWords.Context, String, String)] = corpus.flatMap { entry in
    entry.1.split { $0 == " " || $0 == "\n" }.map { pair in
      let sides = pair.split(separator: ":")
      return (entry.0, String(sides[0]), String(sides[1]))
    }
  }

  private func answer(_ word: String, _ context: ForeignWords.Context) -> String? {
    Suggestion.best(for: word, in: context, among: Self.words[context] ?? [])?.replacement
  }

  @Test func theFirstSuggestionIsRight() {
    #expect(Self.cases.count >= 300)
    var wrong: [String] = []
    for (context, word, meant) in Self.cases {
      let found = answer(word, context)?.replacing(" ", with: "_")
      if found != meant {
        wrong.append("\(context): \(word) -> \(found ?? "nothing"), not \(meant)")
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func distantWordsSuggestNothing() {
    for word in ["banana", "qqqq", "x1", "", "chronometer", "日本"] {
      #expect(answer(word, .statement) == nil, "\(word)")
    }
    #expect(Suggestion.nearest(to: "left_wing", in: ["right_hand"]) == nil)
  }

  @Test func thePartsMayStandInAnyOrder() {
    #expect(Suggestion.nearest(to: "wing_left", in: ["pace", "left_wing"]) == "left_wing")
    #expect(Suggestion.nearest(to: "c_a_b", in: ["a_b_c", "a_b_d"]) == "a_b_c")
  }

  @Test func theOrderOfTheKnownWordsDoesNotMatter() {
    let known = ["nods", "nob", "not", "NOD", "rod"]
    for turn in known.indices {
      let turned = Array(known[turn...] + known[..<turn])
      #expect(Suggestion.nearest(to: "nodd", in: turned) == "nods")
      #expect(Suggestion.nearest(to: "no", in: turned) == "NOD")
      #expect(Suggestion.nearest(to: "nox", in: turned) == "NOD")
    }
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3), ("tilt", "tlit", 1), ("wait", "wiat", 1), ("a", "b", 1),
  ])
  func restrictedDistance(one: String, other: String, distance: Int) {
    let (a, b) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    #expect(Suggestion.editDistance(a, b) == distance)
    #expect(Suggestion.editDistance(b, a) == distance)
  }

  @Test func longWordsAreNotCompared() {
    let long = String(repeating: "a", count: 65)
    #expect(Suggestion.nearest(to: long, in: [long + "b"]) == nil)
    #expect(Suggestion.nearest(to: long.uppercased(), in: [long]) == long)
    #expect(Suggestion.nearest(to: String(long.dropFirst()), in: [long]) == long)
    let monstrous = String(repeating: "ab", count: 1_000_000)
    #expect(ForeignWords.hint(for: monstrous, in: .statement) == nil)
    #expect(Suggestion.nearest(to: monstrous, in: Self.statements) == nil)
  }

  @Test func foreignWordsAreWellFormed() {
    for context in ForeignWords.Context.allCases {
      let words = ForeignWords.words(in: context)
      #expect(Set(words).count == words.count, "a word of \(context) is there twice")
      for entry in ForeignWords.entries(in: context) {
        #expect(!entry.words.isEmpty && !entry.ours.replacement.isEmpty)
        #expect(entry.ours.explanation.count > 10 && !entry.ours.explanation.hasSuffix("."))
        for word in entry.words {
          #expect(ForeignWords.hint(for: word, in: context) == entry.ours, "\(context): \(word)")
        }
      }
    }
  }

  @Test func whatIsOursIsNotForeign() {
    for context in ForeignWords.Context.allCases where context != .statement {
      for word in Self.words[context] ?? [] where !["yaw", "pitch", "else", "for"].contains(word) {
        let hint = ForeignWords.hint(for: word, in: context)
        #expect(hint == nil || hint?.replacement == word, "\(context): \(word)")
      }
    }
  }
}

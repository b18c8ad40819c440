import Drawing
import Face
import Hardware
import Testing
import Vocabulary

/// The numbers of the moods: colours, sizes, effects, breathing.
@Suite struct MoodTests {
  @Test("expressions: 21, in the order of taps")
  func thereAreTwentyOneMoodsInTheOrderOfTaps() {
    let names = """
      normal happy sad excited sleepy anger disgust fear surprise trust anticipation joy sadness \
      curiosity acceptance contempt pride shame love guilt envy
      """
    #expect(Mood.allCases.map(\.rawValue) == names.split(separator: " ").map(String.init))
  }

  @Test(
    "colours: of each expression",
    arguments: [
      ([Mood.normal], FaceColor.white), ([.happy, .joy], .yellow), ([.sad], .blue),
      ([.excited, .pride], .orange), ([.sleepy, .guilt], .purple), ([.anger], .red),
      ([.disgust, .acceptance, .envy], .green), ([.fear, .shame], .gray), ([.surprise], .cyan),
      ([.trust], .mint), ([.anticipation, .love], .pink), ([.sadness], .indigo),
      ([.curiosity], .teal), ([.contempt], .brown),
    ])
  func colors(moods: [Mood], color: FaceColor) {
    for mood in moods { #expect(mood.color == color) }
  }

  @Test("eye scale: width and height of each expression")
  func eyeScales() {
    let widths: [Mood: Double] = [
      .surprise: 1.2, .fear: 0.8, .sleepy: 0.6, .anger: 1.1, .love: 1.3,
    ]
    let heights: [Mood: Double] = [
      .surprise: 1.3, .fear: 0.9, .sleepy: 0.7, .excited: 1.2, .joy: 1.2, .love: 1.4,
    ]
    for mood in Mood.allCases {
      #expect(mood.eyeScale.width == widths[mood] ?? 1, "\(mood)")
      #expect(mood.eyeScale.height == heights[mood] ?? 1, "\(mood)")
    }
  }

  @Test("eyes: sensitivity 1.5 for surprise and fear, 0.5 for sleepy, else 1")
  func sensitivities() {
    let known: [Mood: Double] = [.surprise: 1.5, .fear: 1.5, .sleepy: 0.5]
    for mood in Mood.allCases { #expect(mood.sensitivity == known[mood] ?? 1) }
  }

  @Test("eyes: a unit is 3 % of the shorter side, 2 by 7 units, spacing 4.4, landscape 1.3")
  func measures() {
    #expect(FaceMeasure.unit == 0.03)
    #expect(FaceMeasure.eyeWidth == 2)
    #expect(FaceMeasure.eyeHeight == 7)
    #expect(FaceMeasure.spacing == 4.4)
    #expect(FaceMeasure.landscape == 1.3)
    #expect(abs(FaceMeasure.unit(width: 400, height: 900) - 12) < 1e-9)
    #expect(abs(FaceMeasure.unit(width: 900, height: 400) - 15.6) < 1e-9)
  }

  @Test("blinks: anger, fear, surprise and joy stay visible")
  func someMoodsStayVisibleDuringABlink() {
    let visible: Set<Mood> = [.anger, .fear, .surprise, .joy]
    for mood in Mood.allCases {
      #expect(mood.staysVisibleInBlink == visible.contains(mood))
      var track = FaceTrack(seed: 3)
      track.add(.face(mood, over: 0), at: 0)
      track.add(.blink, at: 20)
      let open = track.look(at: 20 + 0.4 * FaceTrack.blinking).openness
      #expect(visible.contains(mood) ? open == FaceLook.leastOpenness : open < 1e-6, "\(mood)")
    }
  }

  // MARK: - Breathing

  @Test("breathing: brightness from 1 to 1.2 in 2.5 s")
  func brightnessBreathesIn2500Milliseconds() {
    #expect(Breath.brightness(at: 0) == 1)
    #expect(abs(Breath.brightness(at: 2.5) - 1.2) < 1e-9)
    #expect(abs(Breath.brightness(at: 5) - 1) < 1e-9)
    #expect(abs(Breath.brightness(at: 1.25) - 1.1) < 1e-9)
  }

  @Test("breathing: glow from 0.8 to 1 in 2 s")
  func glowBreathesIn2Seconds() {
    #expect(Breath.glow(at: 0) == 0.8)
    #expect(abs(Breath.glow(at: 2) - 1) < 1e-9)
    #expect(abs(Breath.glow(at: 4) - 0.8) < 1e-9)
  }

  // MARK: - Effects

  /// The face `time` seconds after a change to `mood`.
  private func look(_ mood: Mood, _ time: Double) -> FaceLook {
    var track = FaceTrack(seed: 1)
    track.add(.face(mood, over: 0), at: 10)
    return track.look(at: 10 + time)
  }

  @Test(
    "effects: surprise, disgust, shame, guilt and pride change the size",
    arguments: [
      (Mood.surprise, 1.5, 0.5), (.disgust, 0.8, 0.5), (.shame, 0.7, 1.5), (.guilt, 0.9, 2),
      (.pride, 1.2, 1),
    ])
  func sizesOfEffects(mood: Mood, scale: Double, length: Double) {
    #expect(abs(look(mood, length / 2).scale - scale) < 1e-9)
    #expect(look(mood, 0).scale == 1)
    #expect(look(mood, length).scale == 1)
    #expect(look(mood, length + 5).scale == 1)
  }

  @Test("effects: fear, five shakes of 0.1 s")
  func fearShakesFiveTimesForATenthOfASecond() {
    let effect = MoodEffect(of: .fear)
    #expect(effect?.count == 5)
    #expect(effect?.length == 0.1)
    for shake in 0..<5 {
      let time = Double(shake) * 0.1
      #expect(look(.fear, time + 0.025).shift > 0.5)
      #expect(look(.fear, time + 0.075).shift < -0.5)
    }
    #expect(look(.fear, 0.525).shift == 0)
  }

  @Test("effects: joy, a full turn in 1 s")
  func joyTurnsOnceInASecond() {
    #expect(look(.joy, 0).rotation == 0)
    #expect(look(.joy, 0.5).rotation == 180)
    #expect(abs(look(.joy, 0.999).rotation - 360) < 0.01)
    #expect(look(.joy, 1).rotation == 0)
  }

  @Test("effects: anger, three red flashes of 0.3 s")
  func angerFlashesThreeTimesFor300Milliseconds() {
    for flash in 0..<3 {
      #expect(look(.anger, Double(flash) * 0.3 + 0.001).flash > 0.99)
      #expect(look(.anger, Double(flash) * 0.3 + 0.299).flash < 0.01)
    }
    #expect(look(.anger, 0.91).flash == 0)
  }

  @Test("effects: love, five heartbeats of 0.8 s")
  func loveBeatsFiveTimesFor800Milliseconds() {
    for beat in 0..<5 {
      #expect(abs(look(.love, Double(beat) * 0.8 + 0.18).scale - 1.2) < 1e-9)
      #expect(abs(look(.love, Double(beat) * 0.8 + 0.48).scale - 1.1) < 1e-9)
    }
    #expect(look(.love, 4.18).scale == 1)
  }

  @Test("effects: excited, eight hues of 0.1 s")
  func excitedGoesThroughEightHuesOfATenthOfASecond() {
    #expect(MoodEffect.hues.count == 8)
    #expect(Set(MoodEffect.hues).count == 8)
    for (index, hue) in MoodEffect.hues.enumerated() {
      #expect(look(.excited, Double(index) * 0.1 + 0.05).color == hue.color)
    }
    #expect(look(.excited, 0.85).color == FaceColor.orange.color)
  }

  @Test("effects: sleepy, three dims of 1.5 s")
  func sleepyDimsThreeTimesFor1500Milliseconds() {
    for dim in 0..<3 {
      let time = Double(dim) * 1.5 + 0.75
      #expect(look(.sleepy, time).brightness < 0.5)
      #expect(look(.sleepy, Double(dim) * 1.5 + 0.001).brightness > 0.99)
    }
    #expect(look(.sleepy, 4.6).brightness >= 1)
  }

  @Test("effects: curiosity, four of 0.3 s")
  func curiositySwaysFourTimesFor300Milliseconds() {
    let effect = MoodEffect(of: .curiosity)
    #expect(effect?.count == 4)
    #expect(effect?.length == 0.3)
    for sway in 0..<4 {
      let rotation = look(.curiosity, Double(sway) * 0.3 + 0.15).rotation
      #expect(abs(rotation - (sway.isMultiple(of: 2) ? 7 : -7)) < 1e-6)
    }
    #expect(look(.curiosity, 1.21).rotation == 0)
  }

  @Test("effects: pride, 10 degrees")
  func prideLeansTenDegrees() { #expect(abs(look(.pride, 0.5).rotation - 10) < 1e-9) }

  @Test("effects: the other expressions have none")
  func otherMoodsHaveNoEffect() {
    let with: Set<Mood> = [
      .surprise, .fear, .joy, .anger, .love, .excited, .sleepy, .curiosity, .disgust, .pride,
      .shame, .guilt,
    ]
    for mood in Mood.allCases { #expect((MoodEffect(of: mood) != nil) == with.contains(mood)) }
  }
}

import Hardware
import Language
import Quantities
import Vocabulary

/// A property of a dock as a profile has it: the line, what it means, and how it changes a model.
struct ProfileProperty: Sendable {
  /// The form of the line.
  let line: ProfileLine
  /// What it means, as one sentence.
  let meaning: String
  /// Who says so of the `stand`, and of the `flow2pro`.
  let sources: (stand: String, flow2pro: String)
  /// What the model says; nil where it says nothing.
  let value: @Sendable (DockModel) -> ProfileEntry.Value?
  /// Makes the model say so.
  let set: @Sendable (inout DockModel, ProfileEntry.Value) -> Void

  fileprivate init(
    _ words: String, _ form: ProfileLine.Form, _ meaning: String,
    by sources: (stand: String, flow2pro: String),
    get value: @escaping @Sendable (DockModel) -> ProfileEntry.Value?,
    set: @escaping @Sendable (inout DockModel, ProfileEntry.Value) -> Void
  ) {
    line = ProfileLine(words, form)
    (self.meaning, self.sources, self.value, self.set) = (meaning, sources, value, set)
  }

  /// All properties, in the order in which they are printed; quirks, which come last, are apart.
  static let all: [ProfileProperty] =
    axis("pan", 0, \.yaw, sources: (makers, makers), speeds: (assumed, makers))
    + axis(
      "tilt", 1, \.pitch, sources: ("the maker's 90deg, split evenly by assumption", measured),
      speeds: (assumed, makers))
    + axis("roll", 2, \.roll, sources: (makers, measured), speeds: (assumed, assumed))
    + motion + [lifetime] + reports + calls + [cable] + animations

  /// The line of quirks.
  static let quirk = ProfileLine("quirk", .word(Quirk.allCases.map(\.rawValue)))

  private static let assumed = "assumed; no maker says it"
  private static let makers = "the maker's sheet"
  private static let measured = "measured with a Flow 2 Pro, firmware 5.50.80 (STAR)"
  private static let borrowed = "assumed, as measured with a Flow 2 Pro (STAR)"
  private static let apple = "Apple's documentation of DockAccessory"
}

// MARK: - Axes

extension ProfileProperty {
  private typealias AxisPath = any WritableKeyPath<DockModel, DockModel.Axis?> & Sendable

  private static func axis(
    _ name: String, _ number: UInt8, _ path: AxisPath,
    sources: (stand: String, flow2pro: String), speeds: (stand: String, flow2pro: String)
  ) -> [ProfileProperty] {
    let usual = DockModel.Axis(lower: nil, upper: nil, speed: 90)
    return [
      ProfileProperty(
        "\(name) range", .range(axis: number),
        "How far the dock turns to both sides; 'endless' without stops, 'none' without a motor.",
        by: sources,
        get: { model in
          guard let axis = model[keyPath: path] else { return .word("none") }
          guard let lower = axis.lower, let upper = axis.upper else { return .word("endless") }
          return .range(lower: lower, upper: upper)
        },
        set: { model, value in
          let speed = (model[keyPath: path] ?? usual).speed
          switch value {
          case .range(let lower, let upper):
            model[keyPath: path] = DockModel.Axis(
              lower: lower.inThousandths, upper: upper.inThousandths, speed: speed)
          case .word("endless"):
            model[keyPath: path] = DockModel.Axis(lower: nil, upper: nil, speed: speed)
          default: model[keyPath: path] = nil
          }
        }),
      ProfileProperty(
        "\(name) speed", .quantity(.speed, 0.5...3600), "The greatest speed of this motor.",
        by: speeds, get: { $0[keyPath: path].map { .quantity($0.speed) } },
        set: { model, value in
          if case .quantity(let speed) = value {
            model[keyPath: path]?.speed = speed.inThousandths
          }
        }),
    ]
  }
}

// MARK: - Numbers

extension ProfileProperty {
  /// A property that is a number of degrees and seconds.
  private static func number(
    _ words: String, _ quantity: ProfileQuantity, _ bounds: ClosedRange<Double>, _ meaning: String,
    by sources: (stand: String, flow2pro: String),
    _ path: any WritableKeyPath<DockModel, Double> & Sendable
  ) -> ProfileProperty {
    ProfileProperty(
      words, .quantity(quantity, bounds), meaning, by: sources,
      get: { .quantity($0[keyPath: path]) },
      set: { if case .quantity(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// A property that is a whole number: of calls, or of milliseconds if it is a time.
  private static func whole(
    _ words: String, _ quantity: ProfileQuantity, _ bounds: ClosedRange<Double>, _ meaning: String,
    by sources: (stand: String, flow2pro: String),
    get value: @escaping @Sendable (DockModel) -> Int,
    set: @escaping @Sendable (inout DockModel, Int) -> Void
  ) -> ProfileProperty {
    let scale = Double(quantity == .time ? Milliseconds.second : 1)
    return ProfileProperty(
      words, .quantity(quantity, bounds), meaning, by: sources,
      get: { .quantity(Double(value($0)) / scale) },
      set: { if case .quantity(let value) = $1 { set(&$0, Int((value * scale).rounded())) } })
  }

  private static let greatestAcceleration = 1e6
  private static let greatestRate = 1000.0

  private static let motion = [
    ProfileProperty(
      "acceleration", .quantity(.acceleration, 10...greatestAcceleration),
      "The greatest acceleration of every motor.", by: (assumed, assumed),
      get: { .quantity($0.acceleration) },
      set: { if case .quantity(let value) = $1 { $0.acceleration = value.inThousandths } }),
    ProfileProperty(
      "jerk", .quantity(.jerk, 100...2_000_000), "The greatest jerk of every motor.",
      by: (assumed, assumed), get: { .quantity($0.jerk) },
      set: { if case .quantity(let value) = $1 { $0.jerk = value.inThousandths } }),
    number(
      "minimum_speed", .speed, 0...0.5, "Motors stand still at speeds below it.",
      by: (borrowed, measured), \.minimumSpeed),
  ]

  private static let lifetime = ProfileProperty(
    "velocity_lifetime", .quantity(.time, 0.25...3600, orElse: "endless"),
    "How long a velocity holds before the firmware drops it.",
    by: ("assumed, as Apple's session on DockKit describes velocities", measured),
    get: { $0.velocityLifetime.map { .quantity(Milliseconds($0).seconds) } ?? .word("endless") },
    set: { model, value in
      if case .quantity(let time) = value {
        model.velocityLifetime = Int(Milliseconds.count(in: time).rounded())
      } else {
        model.velocityLifetime = nil
      }
    })

  private static let reports = [
    number(
      "report_rate", .rate, 0.5...greatestRate, "How many motion states the dock sends a second.",
      by: (assumed, measured), \.motionStateRate),
    number(
      "position_tick", .angle, 0...10, "The step of reported positions.",
      by: (assumed, measured), \.positionTick),
    number(
      "dead_band", .angle, 0...45, "The least change that an orientation call carries out.",
      by: (assumed, measured), \.deadBand),
  ]

  private static let calls = [
    whole(
      "tracking_latency", .time, 0.03...1,
      "How long after a picture the tracker of the system turns the motors.",
      by: (assumed, assumed), get: { $0.trackingLatency }, set: { $0.trackingLatency = $1 }),
    whole(
      "calls_per_second", .number, 1...100,
      "How many 'animate' and 'setOrientation' calls the dock takes in a second.",
      by: (apple, apple), get: { $0.callsPerSecond }, set: { $0.callsPerSecond = $1 }),
    whole(
      "velocity_period", .time, 0.01...0.2,
      "How long each velocity of a shaped motion is held; a few may be as short as a third of it.",
      by: ("real apps send 5 to 30 a second", "real apps send 5 to 30 a second"),
      get: { $0.streamPeriod }, set: { $0.streamPeriod = $1 }),
  ]

  private static let cable = ProfileProperty(
    "cable", .quantity(.angle, 1...36_000, orElse: "endless"),
    "How far an endless axis may turn to either side before the cable of the phone is wound up.",
    by: ("assumed: two turns", "used without a cable"),
    get: { $0.cable.map { .quantity($0) } ?? .word("endless") },
    set: { model, value in
      if case .quantity(let angle) = value { model.cable = angle } else { model.cable = nil }
    })

  private static let animations = Animation.allCases.map(\.rawValue).enumerated().map {
    number, word in
    whole(
      word, .time, 0.1...60, "How long the built-in animation '\(word)' takes.",
      by: (assumed, assumed), get: { $0.animationLengths[number] },
      set: { $0.animationLengths[number] = $1 })
  }
}

extension Double {
  /// The nearest thousandth, the precision of schedules.
  fileprivate var inThousandths: Double { Thousandths.nearest(to: self) }
}

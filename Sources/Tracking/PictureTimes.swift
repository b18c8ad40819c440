/// When pictures were taken: whether they come in order, and how often.
struct PictureTimes: Equatable, Sendable {
  /// How many intervals the rate is the median of: a gap among them is no other rate.
  static let window = 10
  /// The rates that DockKit's `track` supports, in pictures a second.
  static let rates = 10.0...30.0
  /// By which share an interval may be off without being called so: cameras drift.
  static let tolerance = 0.05
  /// The interval before there are two pictures, in seconds.
  static let usualPeriod = 1 / 30.0

  private var taken = -Double.infinity
  private var arrived = -Double.infinity
  private var intervals: [Double] = []
  /// When the dock was stopped because the last picture came so late, in seconds; nil if it was
  /// not.
  private(set) var stopped: Double?

  /// Takes note of a picture; false if its times cannot be true.
  mutating func accept(taken: Double, arrived: Double) -> Bool {
    guard taken.isFinite, arrived.isFinite, arrived >= taken, taken > self.taken,
      arrived > self.arrived
    else { return false }
    let latest = self.arrived + OwnMotion.staleness
    stopped = self.arrived.isFinite && arrived > latest ? latest : nil
    if self.arrived.isFinite { intervals.append(arrived - self.arrived) }
    intervals.removeFirst(max(0, intervals.count - PictureTimes.window))
    (self.taken, self.arrived) = (taken, arrived)
    return true
  }

  /// How often pictures come.
  var rate: Tracker.Rate {
    guard intervals.count == PictureTimes.window else { return .unknown }
    let rate = 1 / median
    let share = 1 + PictureTimes.tolerance
    if rate > PictureTimes.rates.upperBound * share { return .tooHigh }
    return rate < PictureTimes.rates.lowerBound / share ? .tooLow : .steady
  }

  /// The time until the next picture, as expected, in seconds.
  var period: Double {
    let shortest = 1 / PictureTimes.rates.upperBound / 2
    return intervals.isEmpty
      ? PictureTimes.usualPeriod : min(max(median, shortest), OwnMotion.staleness)
  }

  private var median: Double { intervals.sorted()[intervals.count / 2] }
}

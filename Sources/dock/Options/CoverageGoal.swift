import ArgumentParser

/// What may follow '--coverage'.
enum CoverageGoal: ExpressibleByArgument {
  /// Nothing: the coverage is shown.
  case none
  /// The share of the places that has to be reached, from 0 to 1.
  case share(Double)
  /// A path, which belongs to the other paths.
  case path(String)

  init?(argument: String) {
    if argument.hasSuffix("%"), let percents = Double(argument.dropLast()) {
      guard (0...100).contains(percents) else { return nil }
      self = .share(percents / 100)
    } else if Double(argument) != nil {
      return nil
    } else {
      self = .path(argument)
    }
  }

  /// The share that has to be reached, from 0 to 1; nil if none has.
  var share: Double? {
    guard case .share(let share) = self else { return nil }
    return share
  }
}

import ArgumentParser

/// What may follow '--coverage'.
enum CoverageGoal: ExpressibleByArgument {
  /// Nothing: the coverage is shown.
  case none
  /// The share of the places that has to be reached, from 0 to 1.
  case share(Double)
  /// A number that is no share.
  case wrong(String)
  /// A path, which belongs to the other paths.
  case path(String)

  init?(argument: String) {
    let isShare = argument.hasSuffix("%")
    if let percents = Double(isShare ? String(argument.dropLast()) : argument) {
      self = isShare && (0...100).contains(percents) ? .share(percents / 100) : .wrong(argument)
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

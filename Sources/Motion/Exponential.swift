extension Double {
  /// e raised to a number that is not positive, to a few parts in 10¹³.
  ///
  /// Not the C library's, whose last bits differ between platforms and with them the milliseconds
  /// of a schedule. The Taylor series of the 1024th part, squared ten times.
  var exponential: Double {
    guard self > -700 else { return isNaN ? self : 0 }
    let part = self / 1024
    var sum = 1.0
    for n in stride(from: 18.0, through: 1, by: -1) { sum = 1 + part / n * sum }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}

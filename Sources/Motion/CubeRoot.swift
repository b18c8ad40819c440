extension Double {
  /// The cube root of a number that is not negative, to about 1 part in 10¹⁵.
  ///
  /// Not the C library's, whose last bits differ between platforms and with them the milliseconds
  /// of a schedule. y = 1/∛x by two steps of fourth order, y (1 + h/3 + 2h²/9 + 14h³/81) with h = 1
  /// - x y³ (the binomial series of (1-h)^(-1/3)), from a guess that divides the exponent by -3.
  @inlinable
  var cubeRoot: Double {
    guard isNormal else {
      return isFinite && self != 0 ? (self * 0x1p162).cubeRoot * 0x1p-54 : self
    }
    // 4/3 of the exponent of one, less a little that halves the greatest error of the guess.
    var y = Double(bitPattern: 0x553E_F0FF_289D_D796 - bitPattern / 3)
    for _ in 0..<2 {
      let h = 1 - self * y * y * y
      y += y * h * (1 / 3.0 + h * (2 / 9.0 + h * (14 / 81.0)))
    }
    return self * y * y
  }
}

extension Double {
  /// The square root of the magnitude.
  ///
  /// Exact as `squareRoot()` is, which however keeps a call of the C library at hand that reports
  /// negative numbers, and around it every register in memory.
  @inlinable
  var magnitudeRoot: Double { abs(self).squareRoot() }
}

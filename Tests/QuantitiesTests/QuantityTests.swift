import Quantities
import Testing

/// What the units are to each other, and how what is no whole number of them is rounded.
@Suite struct QuantityTests {
  @Test func aSecondIsAThousandMilliseconds() {
    #expect(Milliseconds(Int32(-1500)).seconds == -1.5)
    #expect(Milliseconds(1500).nanoseconds == 1_500_000_000)
    #expect(Milliseconds(61_999).wholeSeconds == 61)
    #expect(Milliseconds.count(in: 0.25) == 250)
    #expect(Milliseconds.seconds(in: 0.5) == 0.0005)
    #expect(Nanoseconds(nearest: 0.3).count == 300_000_000)
    #expect(Nanoseconds(1_500_000).milliseconds == 1.5)
    #expect(Nanoseconds(2_000_000_001).seconds == 2.000000001)
  }

  @Test(arguments: [
    (-1_500_000, -1), (-500_000, 0), (499_999, 0), (500_000, 1), (1_499_999, 1), (1_500_000, 2),
  ])
  func theNearestMillisecond(nanoseconds: Int, shown: Int32) {
    #expect(Nanoseconds(nanoseconds).nearestMilliseconds == shown)
    #expect(Instant(nanoseconds: nanoseconds).milliseconds == shown)
  }

  @Test(arguments: [(0, 0), (1, 1), (1_000_000, 1), (1_000_001, 2)])
  func theNextMillisecond(nanoseconds: Int, milliseconds: Int) {
    let next = Instant(nanoseconds: nanoseconds).nextMillisecond
    #expect(next == Instant(Milliseconds(milliseconds)))
  }

  @Test func aMillisecondEndsWhereTheNextIsShown() {
    let end = Instant(endOf: Milliseconds(7))
    #expect(end.milliseconds == 8)
    #expect((end - Nanoseconds(1)).milliseconds == 7)
  }

  @Test func wholeUnitsLoseTheRest() {
    let time = Nanoseconds(3_007_999_999)
    #expect(time.wholeSeconds == 3 && time.afterWholeSeconds == 7_999_999)
    #expect(time.wholeMilliseconds == 3007 && time.wholeMicroseconds == 3_007_999)
    #expect(time.nearestMicroseconds == 3_008_000 && time.toMicrosecond.count == 3_008_000_000)
    #expect(Nanoseconds(-1500).nearestMicroseconds == -2)
    #expect(Nanoseconds.count(inWhole: 3, and: 7_999_999) == time.count)
    #expect(Duration.milliseconds(1500).wholeNanoseconds == 1_500_000_000)
  }

  @Test func timesAndLengthsAdd() {
    let start = Instant(Milliseconds(2))
    var time = start + Nanoseconds(Milliseconds(3)) * 2 - Nanoseconds(Milliseconds(1))
    #expect(time.milliseconds == 7)
    #expect(time - start == Nanoseconds(Milliseconds(5)))
    time += Nanoseconds(5)
    time -= Nanoseconds(3)
    #expect(time.nanoseconds == 7_000_002)
    #expect(Instant.start < time && time < Instant.never)
    #expect(-Nanoseconds(7) / 2 + Nanoseconds(1) - Nanoseconds(4) == Nanoseconds(-6))
  }

  @Test func framesAreCountedByTheirRate() {
    #expect(Nanoseconds.period(of: 30) == 33_333_333)
    #expect(Nanoseconds.count(in: 60, at: 30) == Nanoseconds.second * 2)
    #expect(Nanoseconds(Nanoseconds.count(in: 7, at: 25)).cycles(at: 25) == 7)
  }

  @Test func anglesAndShares() {
    #expect(Millidegrees(Int32(-1250)).degrees == -1.25)
    #expect(Millidegrees(90_000).turned(in: Milliseconds(500)) == 45)
    #expect(Millidegrees.count(in: 0.5) == 500 && Millidegrees.degrees(in: 500) == 0.5)
    #expect(Thousandths(1250).number == 1.25)
    #expect(Thousandths.nearest(to: 0.12345) == 0.123)
    #expect(Thousandths.count(in: 2.5) == 2500 && Thousandths.whole == 1000)
  }
}

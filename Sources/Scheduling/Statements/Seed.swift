import Hardware
import Language
import Motion

extension Scheduler {
  mutating func perform(_ seed: SeedStatement) throws(Halt) {
    let value = try value(seed.value)
    guard value >= 0, value < 0x1p53, value == value.rounded() else {
      throw notWhole(value, seed.value)
    }
    evaluator.random = SplitMix64(seed: UInt64(value))
    choices.seed = UInt64(value)
  }
}

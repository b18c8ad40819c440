import Tracking

/// Runs `count` filters over 100 measurements each, at uneven times, and writes their estimates.
func runFilters(_ count: Int) {
  for seed in 0..<UInt64(count) {
    var random = SplitMix64(seed: seed)
    let model = MotionModel(
      acceleration: random.even(10, 100), timeConstant: random.even(0.2, 3))
    var angle = random.even(-180, 180)
    var speed = random.even(-60, 60)
    let first = angle
    var filter = KalmanFilter(angle: first, noise: 0.0225, speed: 40, model: model)
    for step in 0..<100 {
      let time = random.even(0.02, 0.12)
      if random.even(0, 1) < 0.03 { speed = random.even(-60, 60) }
      angle += speed * time
      let noise = random.even(0.01, 0.1)
      let measured = angle + noise.squareRoot() * random.normal()
      filter.predict(over: time)
      // A third of the measurements are missed.
      let isSeen = random.even(0, 1) < 0.67
      let adapts = isSeen && random.even(0, 1) < 0.5
      if adapts { filter.adapt(to: measured, noise: noise, speed: 40, over: time) }
      if isSeen { filter.update(with: measured, noise: noise) }
      let rows = filter.covariance.rows
      var line = Line()
      line.add("seed", seed)
      line.add("step", step)
      line.add("first", first)
      line.add("acceleration", model.acceleration)
      line.add("constant", model.timeConstant)
      line.add("time", time)
      line.add("measured", measured)
      line.add("noise", noise)
      line.add("seen", isSeen)
      line.add("adapts", adapts)
      line.add("state", [filter.state.x, filter.state.y, filter.state.z])
      line.add("covariance", [rows.0, rows.1, rows.2].map { [$0.x, $0.y, $0.z] })
      line.write()
    }
  }
}

/// Solves `count` assignments of up to 12 by 12, some with pairs that may not be made.
func solveAssignments(_ count: Int) {
  for seed in 0..<UInt64(count) {
    var random = SplitMix64(seed: seed)
    let (rows, columns) = (Int(random.even(1, 13)), Int(random.even(1, 13)))
    let barred = random.even(0, 1) < 0.5 ? random.even(0, 0.9) : 0
    // Whole numbers, so that many are equal, or any.
    let isWhole = random.even(0, 1) < 0.3
    let costs = (0..<rows * columns).map { _ in
      let cost = random.even(-20, 20)
      let made = random.even(0, 1) >= barred
      return made ? (isWhole ? cost.rounded() : cost) : Double.infinity
    }
    let found = Assignment.solve(costs, rows: rows, columns: columns)
    var line = Line()
    line.add("rows", rows)
    line.add("columns", columns)
    line.add("costs", "[\(costs.map { $0.isFinite ? "\($0)" : "null" }.joined(separator: ", "))]")
    line.add("found", "[\(found.map { $0.map(String.init) ?? "null" }.joined(separator: ", "))]")
    line.write()
  }
}

/// The assignment of rows to columns with the least total cost.
///
/// The Hungarian method (Kuhn, 1955) in the form with shortest augmenting paths and potentials
/// (Jonker and Volgenant, 1987), in cubic time. Of equal assignments the result is always the same.
public enum Assignment {
  /// The column of each row, or nil for a row without one.
  ///
  /// `costs` has `rows` times `columns` numbers, row by row. A pair whose cost is not finite is
  /// never made; as many pairs are made as can be, and of those the cheapest.
  public static func solve(_ costs: [Double], rows: Int, columns: Int) -> [Int?] {
    guard rows > 0, columns > 0, costs.count == rows * columns else {
      return [Int?](repeating: nil, count: max(0, rows))
    }
    // A pair that may not be made costs more than all others together.
    let size = max(rows, columns)
    let greatest = costs.reduce(1.0) { $1.isFinite ? max($0, abs($1)) : $0 }
    let forbidden = 2 * greatest * Double(size + 1)
    func cost(_ row: Int, _ column: Int) -> Double {
      guard column < columns else { return 0 }
      let cost = costs[row * columns + column]
      return cost.isFinite ? cost : forbidden
    }
    // Columns are numbered from 1; column 0 stands for the row that looks for one.
    var rowOf = [Int](repeating: -1, count: size + 1)
    var rowPotential = [Double](repeating: 0, count: rows)
    var columnPotential = [Double](repeating: 0, count: size + 1)
    for newRow in 0..<rows {
      rowOf[0] = newRow
      var column = 0
      var distance = [Double](repeating: .infinity, count: size + 1)
      var before = [Int](repeating: 0, count: size + 1)
      var isDone = [Bool](repeating: false, count: size + 1)
      repeat {
        isDone[column] = true
        let row = rowOf[column]
        var (least, next) = (Double.infinity, 0)
        for other in 1...size where !isDone[other] {
          let reduced = cost(row, other - 1) - rowPotential[row] - columnPotential[other]
          if reduced < distance[other] { (distance[other], before[other]) = (reduced, column) }
          if distance[other] < least { (least, next) = (distance[other], other) }
        }
        for other in 0...size {
          if isDone[other] {
            rowPotential[rowOf[other]] += least
            columnPotential[other] -= least
          } else {
            distance[other] -= least
          }
        }
        column = next
      } while rowOf[column] >= 0
      while column != 0 {
        rowOf[column] = rowOf[before[column]]
        column = before[column]
      }
    }
    var columnOf = [Int?](repeating: nil, count: rows)
    for column in 1...columns {
      let row = rowOf[column]
      if row >= 0, costs[row * columns + column - 1].isFinite { columnOf[row] = column - 1 }
    }
    return columnOf
  }
}

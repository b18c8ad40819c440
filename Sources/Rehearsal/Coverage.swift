import Diagnosis
import Language

/// The places of source files that tests have carried out, and those they have not.
public struct Coverage: Sendable {
  /// A place of a file.
  public struct Place: Sendable {
    /// Its line, counted from 1.
    public let line: Int
    /// What it is: `gesture nod`, `on tap`.
    public let name: String
    /// True once a test has carried it out.
    public internal(set) var isCovered: Bool
  }

  /// A place within its file: where it begins, and its number among those that begin there.
  struct Key: Hashable, Comparable {
    let start: UInt32
    let number: Int

    static func < (one: Key, other: Key) -> Bool {
      (one.start, one.number) < (other.start, other.number)
    }
  }

  /// The places of the files, by their paths.
  private var files: [String: [Key: Place]] = [:]

  /// Creates the coverage of nothing.
  public init() {}

  /// Creates the coverage of `script`, whose tests have carried out `visits`.
  package init(of script: Script, visits: Set<UInt32>) {
    guard let program = script.program else { return }
    var lines = program.lines
    for (index, source) in program.sources.files.enumerated() {
      var file: [Key: Place] = [:]
      var counts: [UInt32: Int] = [:]
      for place in program.places(ofFile: index) {
        let start = place.start - source.base
        let key = Key(start: start, number: counts[start, default: 0])
        counts[start, default: 0] += 1
        file[key] = Place(
          line: lines.place(of: place.start).line, name: place.name,
          isCovered: visits.contains(place.id.index))
      }
      files[Path(source.name).normalized.text] = file
    }
  }

  /// Adds what other tests have carried out.
  public mutating func add(_ other: Coverage) {
    for (path, file) in other.files {
      files[path, default: [:]].merge(file) { one, other in
        Place(line: one.line, name: one.name, isCovered: one.isCovered || other.isCovered)
      }
    }
  }

  /// The files with their places, in the order of their paths and of the text.
  public var byFile: [(path: String, places: [Place])] {
    files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { path in
      let places = files[path] ?? [:]
      return (path, places.keys.sorted().compactMap { places[$0] })
    }
  }

  /// How many places there are, and how many of them were carried out.
  public var count: (all: Int, covered: Int) {
    let places = files.values.flatMap(\.values)
    return (places.count, places.count(where: \.isCovered))
  }

  /// The share of the places that was carried out, from 0 to 1; 1 if there is none.
  public var share: Double {
    let count = count
    return count.all == 0 ? 1 : Double(count.covered) / Double(count.all)
  }
}

/// Whom the dock follows: the tracks that were selected, or the one that is the best subject.
struct Choice: Equatable, Sendable {
  /// What each reason is worth: a reason outweighs all that come after it.
  static let (speaking, looking, size, centre) = (4.0, 2.0, 1.0, 0.5)
  /// By how much another must be better to take over: as much as the least reason is worth.
  static let margin = 0.5
  /// How sure it must be that somebody speaks who is chosen for that.
  static let heard = 0.5
  /// For how long another must be better to take over, in seconds: a turn of talk is longer.
  static let dwell = 0.7

  /// The numbers of the subjects followed, in order.
  private(set) var subjects: [Int] = []
  /// Another that is better, and since when, in seconds.
  private var challenger: (identifier: Int, since: Double)?

  /// Chooses among `tracks`, all confirmed, at `time`.
  ///
  /// The `centrality` of a track is 1 in the middle of the picture and 0 at the edge. If only
  /// `speakers` are chosen, who was chosen stays when silent.
  mutating func choose(
    among tracks: [Track], centrality: [Double], selected: [Int], speakers: Bool = false,
    at time: Double
  ) {
    let wanted = tracks.filter { selected.contains($0.identifier) }
    guard wanted.isEmpty else {
      (subjects, challenger) = (wanted.map(\.identifier), nil)
      return
    }
    let tallest = tracks.reduce(-Double.infinity) { max($0, $1.logHeight) }
    let scores = zip(tracks, centrality).map { track, centrality in
      Choice.speaking * track.speaking + Choice.looking * track.looking
        + Choice.size * (1 + max(-1, track.logHeight - tallest))
        + Choice.centre * centrality
    }
    let candidates = tracks.indices.filter {
      !speakers || tracks[$0].speaking >= Choice.heard || subjects.contains(tracks[$0].identifier)
    }
    guard let best = candidates.max(by: { scores[$0] < scores[$1] }) else {
      (subjects, challenger) = ([], nil)
      return
    }
    let current = tracks.indices.first { subjects.first == tracks[$0].identifier }
    guard let current, subjects.count == 1 else {
      (subjects, challenger) = ([tracks[best].identifier], nil)
      return
    }
    guard scores[best] > scores[current] + Choice.margin else {
      challenger = nil
      return
    }
    let identifier = tracks[best].identifier
    let since = challenger?.identifier == identifier ? challenger?.since ?? time : time
    challenger = (identifier, since)
    if time - since >= Choice.dwell { (subjects, challenger) = ([identifier], nil) }
  }

  static func == (left: Choice, right: Choice) -> Bool {
    left.subjects == right.subjects && left.challenger?.identifier == right.challenger?.identifier
      && left.challenger?.since == right.challenger?.since
  }
}

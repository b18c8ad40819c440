import Diagnosis

// The phone on the dock: its face, its eyes and its camera.

extension Parser {
  /// Reads a change of the face.
  ///
  ///     face = "face" ( mood | "next" | "random" ) [ "over" expression ]
  ///          | "face" "random" "every" expression [ ".." expression ] .
  mutating func face() throws(Unreadable) -> NodeID {
    let node = add(.face, at: token.start)
    advance()
    var children = Children(of: node)
    tree[node].detail = try faceChange(of: node).rawValue
    if tree[node].detail == FaceChange.random.rawValue, take(.every) {
      tree[node].detail = FaceChange.restless.rawValue
      children.append(try expression(), as: .lower, in: tree)
      if take(.range) {
        children.append(try expression(), as: .upper, in: tree)
      } else if at(.to) || at(.comma) || at(.minus) {
        throw fail { $0.missing(.range, "'..'") }
      }
      return node
    }
    if take(.over) { children.append(try expression(), as: .over, in: tree) }
    return node
  }

  private mutating func faceChange(of node: NodeID) throws(Unreadable) -> FaceChange {
    if take(.next) { return .next }
    if take(.random) { return .random }
    let isWord = at(.word) && (!token.startsLine || parens > 0)
    guard isWord, let mood = FaceChange.moods.firstIndex(of: tokenText) else {
      throw fail(unknownWord("a mood", FaceChange.moods + ["next", "random"], .mood))
    }
    tree[node].flags = UInt8(mood)
    advance()
    return .mood
  }

  /// Reads where the eyes look.
  ///
  ///     eyes = "eyes" ( "center" | "left" | "right" | "up" | "down" | "blink"
  ///          | "follow" subject ) .
  mutating func eyes() throws(Unreadable) -> NodeID {
    let node = add(.eyes, at: token.start)
    advance()
    let words = EyesChange.allCases.map { "\($0)" }
    guard let word = keywordHere?.spelling, let index = words.firstIndex(of: word) else {
      throw fail(unknownWord("what the eyes do", words, .eyes))
    }
    advance()
    tree[node].detail = UInt8(index)
    if index == EyesChange.follow.rawValue { try subject(of: node) }
    return node
  }

  /// Reads what the camera does.
  ///
  ///     camera = "camera" ( "flip" | "photo" | "record" ( "start" | "stop" | "toggle" )
  ///            | "zoom" [ "to" | "by" ] expression [ "over" expression ]
  ///            | "format" size [ "at" expression ] | "crop" size ) .
  mutating func camera() throws(Unreadable) -> NodeID {
    let node = add(.camera, at: token.start)
    advance()
    var children = Children(of: node)
    let change = try cameraChange()
    tree[node].detail = change.rawValue
    switch change {
    case .flip, .photo, .recordStart, .recordStop, .recordToggle: break
    case .zoomTo, .zoomBy:
      children.append(try expression(), as: .value, in: tree)
      if take(.over) { children.append(try expression(), as: .over, in: tree) }
    case .format, .crop:
      guard at(.size), !token.startsLine else { throw fail(missingSize()) }
      children.append(try expression(), as: .width, in: tree)
      if change == .format, take(.at) { children.append(try expression(), as: .at, in: tree) }
    }
    return node
  }

  private mutating func cameraChange() throws(Unreadable) -> CameraChange {
    if take(.flip) { return .flip }
    if take(.photo) { return .photo }
    if take(.format) { return .format }
    if take(.crop) { return .crop }
    if take(.zoom) {
      if take(.by) { return .zoomBy }
      let isPhrase = at(.in) || at(.word) && !token.startsLine && tokenText == "out"
      if !take(.to), isPhrase { throw fail { $0.missingFactor() } }
      return .zoomTo
    }
    guard take(.record) else {
      throw fail(
        unknownWord(
          "what the camera does", ["flip", "photo", "record", "zoom", "format", "crop"], .camera))
    }
    if take(.start) { return .recordStart }
    if take(.stop) { return .recordStop }
    if take(.toggle) { return .recordToggle }
    throw fail { $0.missingRecording() }
  }

  /// The report of a factor that does not stand here.
  private func missingFactor() -> Diagnostic {
    .expected("a factor", found: describeToken(), at: place)
  }
}

import Hardware
import Motion
import Printing
import Vocabulary

extension CueSheet {
  /// The version of the JSON form this writes.
  public static let jsonVersion = 2

  /// Writes the JSON form, each cue with its steps, to `sink` in pieces of about 64 KB.
  ///
  /// It carries what the text form carries, in the same units, and beside that where the axes are
  /// as a cue begins, and how the handlers in it end; its schema is `cues.schema.json`. A cue names
  /// those it leads to by their numbers, so a loop that never ends stays one. `readCueSheet` reads
  /// it back.
  ///
  /// - Parameters:
  ///   - stops: true if the worst stop of each step and of each cue is added.
  ///   - sink: takes the pieces.
  public func writeJSON(
    stops: Bool = false, to sink: (TextBuffer) throws -> Void
  ) rethrows {
    try writeJSON(within: nil, to: sink) { cue, json in
      let known = stops ? cue.stops() : []
      json.stop(known.worst)
      try cue.schedule.writeSteps(stops: known, to: &json, drainingTo: sink)
    }
  }

  /// Writes the JSON form to `sink`; `body` writes what is done in a cue.
  ///
  /// - Parameters:
  ///   - tolerance: how far a motor may be from the plan, in millidegrees, where commands are what
  ///     `body` writes; nil where that is steps.
  ///   - sink: takes the pieces.
  ///   - body: writes the member `steps` or `commands` of a cue, and may drain to `sink`.
  public func writeJSON(
    within tolerance: Int32?, to sink: (TextBuffer) throws -> Void,
    body: (Cue, inout JSONWriter) throws -> Void
  ) rethrows {
    guard let first = entries.first?.cue.schedule else { return }
    var json = JSONWriter(.pretty)
    try json.object { json in
      json.member("dock_cues", CueSheet.jsonVersion)
      json.member("profile", first.model.name)
      json.sources(first.files)
      if let own = first.limits.first { json.limits(own) }
      if let tolerance { json.member("within", Int(tolerance)) }
      try json.array("cues") { json in
        for (index, entry) in entries.enumerated() {
          try json.object { json in
            json.member("cue", index + 1)
            writeBeginning(of: entry, to: &json)
            try body(entry.cue, &json)
            try writeEnd(of: entry, to: &json, drainingTo: sink)
          }
          try json.drain(over: TextBuffer.pieceSize, to: sink)
        }
      }
    }
    var rest = json.buffer
    rest.write("\n")
    try sink(rest)
  }

  private func writeBeginning(of entry: Entry, to json: inout JSONWriter) {
    json.member("sign", entry.sign)
    json.source(entry.line, in: entry.cue.schedule.files)
    entry.cue.schedule.writeFrom(to: &json)
    json.member("holds_motors", entry.cue.holdsMotors)
    json.member("length", Int(entry.cue.quiet))
  }

  /// Writes what leads on from `entry`, and how the handlers in it end.
  private func writeEnd(
    of entry: Entry, to json: inout JSONWriter, drainingTo sink: (TextBuffer) throws -> Void
  ) rethrows {
    let cue = entry.cue
    try json.array("awaits") { json in
      for exit in entry.exits {
        guard let event = exit.event else { continue }
        json.object { json in
          write(cue.awaited[event], leadingTo: exit, in: cue, to: &json)
        }
        try json.drain(over: TextBuffer.pieceSize, to: sink)
      }
    }
    json.array("handlings") { json in
      for handling in cue.handlings { json.object { write(handling, in: cue, to: &$0) } }
    }
    if let exit = entry.onward, let time = cue.goesOn {
      json.object("goes_on") { json in
        json.member("time", Int(time))
        if !cue.conditions.isEmpty {
          json.array("if") { json in
            for exit in entry.exits {
              guard let condition = exit.condition else { continue }
              json.object { json in
                json.member("state", cue.conditions[condition].description)
                json.target(exit)
              }
            }
          }
        }
        if let again = cue.again, let back = entry.exits.first(where: \.isAgain) {
          json.object("again") { json in
            json.member("times", again.times)
            json.member("loop", again.loop)
            json.target(back)
          }
        }
        json.target(exit)
        if !cue.conditions.isEmpty || cue.again != nil {
          json.source(cue.conditionsLine, in: cue.schedule.files)
        }
      }
    } else {
      json.member("goes_on", nil as Int?)
    }
    json.member("ends", cue.isLast)
  }

  private func write(
    _ awaited: Awaited, leadingTo exit: Exit, in cue: Cue, to json: inout JSONWriter
  ) {
    json.member(awaited.state == nil ? "event" : "state", awaited.description)
    if let condition = awaited.condition { json.member("when", condition.description) }
    if let policy = awaited.policy {
      json.member("policy", policy.rawValue)
      json.member("period", Int(awaited.period))
      if awaited.isOnce { json.member("once", true) }
    }
    json.member("start", Int(awaited.start))
    json.member("end", awaited.end.map(Int.init))
    json.target(exit)
    json.source(awaited.line, in: cue.schedule.files)
  }

  private func write(_ handling: Handling, in cue: Cue, to json: inout JSONWriter) {
    json.member("start", Int(handling.start))
    json.member("end", handling.end.map(Int.init))
    json.member("result", handling.end.map { _ in handling.result.rawValue })
    json.source(handling.line, in: cue.schedule.files)
  }
}

extension JSONWriter {
  /// Writes the member `cue`, the number of a cue that is led to; null where it is not there;
  /// `exact` if the exit is not exact, and `anew` if it leaves loops.
  fileprivate mutating func target(_ exit: CueSheet.Exit) {
    member("cue", exit.target > 0 ? exit.target : nil)
    if !exit.isExact { member("exact", false) }
    if !exit.anew.isEmpty {
      array("anew") { json in for loop in exit.anew { json.element(loop) } }
    }
  }
}

import Motion

// Where a script waits for the world: its strands rest, and the cue ends when none has anything
// left to do.

extension Scheduler {
  /// True if nobody but the world has anything to do.
  var isQuiet: Bool { ready.allSatisfy { others[$0]?.wait != nil } }

  /// Stops here; all strands rest.
  mutating func pause() {
    isPaused = true
    horizon = .max
  }

  /// Goes on from where all strands rest.
  mutating func unpause(until time: Int64 = .max) throws(Halt) {
    isPaused = false
    stopTime = time
    try resumeNext()
    try runStrands()
  }

  /// True if the innermost loop, which may never end, is all that goes on.
  ///
  /// Then each of its turns is a cue.
  var mayPause: Bool {
    others.allSatisfy { other in
      guard let other, !other.hasEnded, !other.isFrozen, other.fork == nil else { return true }
      if let index = other.handler, handlers[index].phase == .called { return true }
      if let wait = other.wait { return wait.end == nil }
      return other.isOpen
    }
  }

  /// Ends a cue: nobody knows how long it will be until the next, so the motors are given back.
  mutating func endCue() throws(Halt) {
    if isQuiet {
      strand.now = others.reduce(lastEnd) { max($0, $1?.lastChange ?? 0) }
      if hasMotors {
        refuseTurning("when the motors are given back", nil)
        giveBack()
        for axis in AxisSet.all.members { axes[axis].forget() }
      }
    } else if let next = ready.last, let other = others[next] {
      strand.now = other.now
    }
    builder.finish(at: milliseconds)
  }

  /// When the cue goes on by itself, in milliseconds; nil if it does not.
  var goesOn: Int32? {
    ready.last.flatMap { others[$0] }.map { Scheduler.milliseconds($0.now) }
  }
}

extension Strand {
  /// When it began to wait, in nanoseconds; nil if it does not, or stands still.
  fileprivate var lastChange: Int64? { isFrozen ? nil : wait?.since }

  /// True if it is in a loop that may never end.
  var isOpen: Bool { frame.isOpen || outer.contains(where: \.isOpen) }
}

extension Strand.Frame {
  /// True if it is a loop that may never end.
  var isOpen: Bool {
    kind == .forever || kind == .whilst || kind == .every && first == .infinity
  }
}

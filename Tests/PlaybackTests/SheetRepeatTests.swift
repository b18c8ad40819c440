import Diagnosis
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

/// Scripts whose cue sheets were once not the same as they are; random ones have found most.
@Suite("A cue sheet and its script") struct SheetRepeatTests {
  /// Each is refused to be played from its sheet, or plays the same, and both forms read the same.
  private static let scripts = [
    // A counted loop goes on from where its last turn has left the axes.
    """
    count taps to 4
    repeat 3 {
      pan by 10deg left
      pan by 5deg left over 1s
      if taps == 0 { wait 1s } else { wait 300ms }
    }
    """,
    """
    count taps to 4
    repeat 3 {
      spin pan at 13deg/s left
      if taps == 0 { wait 1s } else { wait 300ms }
      stop pan
    }
    """,
    // The second of two turns leads to no other one.
    """
    wait for tap
    repeat 2 { if person { pan to 20deg right over 1s } else { tilt to 10deg up over 2s } }
    move to home over 1s
    """,
    """
    wait for tap
    repeat 2 { choose { pan to 20deg right over 1s; tilt to 10deg up over 2s } }
    move to home over 1s
    """,
    // Behind a move to somebody nobody knows where the axes are.
    """
    count turns
    repeat 3 {
      repeat while turns > 1 { move to object at 40deg/s }
      tilt to 7deg down over 1500ms easing smooth
    }
    """,
    // A cue that several lead to begins where the first of these leaves the dock.
    """
    gesture blink() {
      if person or not (not person) { wait 1s .. 2s }
    }
    race {
      spin pan at 10deg/s left
      blink() at 110%
    }
    choose {
      race {
        pan to home
        wait until recording for at most 3s
      }
      { stop pan over 500ms }
    }
    """,
    """
    spin pan at 13deg/s left for 300ms; stop pan over 500ms
    follow person until lost for 100ms
    """,
    """
    mode idle {
      race {
        {
          spin pan at 7deg/s right
          choose { wait 1s; wait 500ms }
          stop pan
        }
        face joy over 560ms easing spring
      }
      go to idle
    }
    """,
    // A loop within another is begun once more by a cue that has ended it before.
    """
    repeat 3 {
      repeat 2 {
        if charging { pan to home } else { move to pose(pan: 15deg left, tilt: 3deg down) }
      }
    }
    """,
    // Nobody is there, and what is cut off as it begins has no step to leave out.
    """
    repeat 3 {
      race { { pan to home; pan to person over 1s }; { } }
      wait 700ms
    }
    """,
    // What of a millisecond is left over decides how long a later wait is.
    "tempo 98bpm meter 4\nmode idle { wait 1beat; go to idle }",
    "count turns\ntempo 102bpm meter 4\nrepeat while 3 > turns { wait 1beat }",
    "gesture nod() { repeat 3 { wait for person for at most 2s } }\nnod() at 110%",
    // What is over as it begins is not waited for, and does not move.
    "count taps to 4\nrace { wait until taps >= 2 for at most 1s; { } }",
    "race { pan to object over 200ms; { } }",
    "race { wait for tap; { } }\nwait for tap",
    // A cue that is added for another state begins by the statement that leads to it.
    """
    count turns
    gesture sway() { pan by 8deg right over 1s; pan by 8deg left over 1s }
    move through pose(pan: 2deg left), pose(tilt: 2deg up), home over 5s
    if turns > 1 and 3 > turns {
      sway() at 50%
      wait until turns > 1 and person.looking > 50% for at most 2500ms
    } else { }
    """,
    // A motion that goes on is the same, whether or not its way says where it began.
    """
    gesture sway(reach: angle = 8deg) { pan by reach right over 1s; pan by reach left over 1s }
    move to home
    mode idle {
      on shutter { go to greet }
      together {
        sway() mirrored at 80%
        repeat 3 { wait for shutter for at most 2s }
      }
      go to greet
    }
    mode greet { go to rest }
    mode rest {
      together {
        repeat while person { wait 1s .. 2s }
        { wait 1s .. 2s; tilt to 5deg up over 1s }
      }
    }
    """,
    // Two ways to a cue go on with moves by one distance: one knows where its move began.
    """
    together {
      {
        race { tilt to 11deg down over 700ms; wait for tap }
        wait until not person for at most 300ms
        tilt by 3deg up over 1s
      }
      repeat while docked { if charging { wait 1s }; wait for shutter for at most 400ms }
    }
    """,
    // Nobody knows where either began, but the sheet has them at two places.
    """
    together {
      { race { tilt by 3deg down over 1s; wait for object }; tilt by 3deg up over 1s }
      repeat 3 { wait until charging for at most 1s; wait 700ms }
    }
    """,
    // Of the exits that lead to an example, a later one fits it.
    """
    count turns to 2
    tilt to person
    together {
      { race { tilt by 3deg down over 1s; wait for button 2 }; tilt to 0deg over 2s }
      race {
        repeat forever {
          wait until charging for at most 1s
          wait 300ms
          if turns > 0 { wait 100ms }
        }
        wait for shutter
      }
    }
    tilt to 0deg
    """,
    // A motion that is cut off began before the cue, and so did the whole of it.
    """
    race {
      repeat 2 {
        spin pan at 9deg/s right
        if recording { wait 1s } else { wait 300ms }
        stop pan
      }
      race {
        tilt to 19deg down over 1500ms easing smooth
        wait for tap
      }
    }
    """,
    // One that is cut off in a later cue than it has begun in, too.
    """
    race {
      { pan to 21deg left; spin pan at 13deg/s left; stop pan }
      tilt to 13deg up over 1500ms easing smooth
      { face sad over 500ms; wait for button 2 }
    }
    """,
    // A move that never begins leaves its axes as well known as they were.
    """
    if docked { pan to 30deg right at 30deg/s }
    repeat 3 { race { pan to person over 200ms; { } } }
    """,
    // Where the tracker has left the axes a cue begins, once.
    "together { follow person with tilt for 1s; wait for { button 1 { face sad } } }",
    // An axis that rests in a move is cut off with the others.
    """
    move to pose(pan: 10deg right, tilt: 0deg)
    race { move to home over 2s; wait 1s }
    if person { wait 1s }
    """,
    """
    tilt to 0deg
    race { { pan to 10deg right over 1s; move to home over 1s }; wait 1100ms }
    repeat 3 { wait for tap; pan by 5deg left; pan by 5deg right }
    """,
    // A race that has been decided ends when its axes stand, and another branch may be sooner.
    """
    count taps to 4
    together {
      repeat 3 { if recording and taps >= 2 { wait 1s } else { wait 300ms } }
      race {
        { limit tilt at 40deg/s; tilt to 2deg down over 1500ms easing smooth }
        wait for tap
      }
    }
    """,
    // Which line leads to a cue that only turns lead to that are never taken.
    """
    together {
      { finally { log "f" }; every 7s for 14s { } }
      repeat 3 { finally { log charging }; wait for person lost for at most 2s }
    }
    """,
    // A later cue says again to what tracking is given back, and by which line.
    """
    count turns
    repeat while turns < 3 {
      repeat 3 { choose { { tracking on; wait 500ms }; log person } }
      wait 700ms
    }
    """,
    // A turn that no show comes to may be left at any time.
    """
    race {
      repeat 2 { pan to object over 200ms }
      { wait 1s .. 2s; wait for tap for at most 2s }
    }
    """,
    // A move that is cut off does not come to its place.
    """
    race {
      { spin pan at 8deg/s right; choose { wait 1s; wait 500ms }; stop pan }
      tilt to 14deg up over 1500ms easing smooth
    }
    wait until person.looking > 50% for at most 2500ms
    """,
    // What follows an example is in several states, and only one of them fits.
    """
    count turns
    together {
      {
        wait for {
          person {
            every 7s for 14s {
            }
          }
        }
        repeat 2 {
          choose {
            { frame left
            follow person with pan for 1s }
            { pan to person ada over 200ms }
          }
        }
      }
      repeat while turns > 1 {
        race {
          {
            tilt to 7deg down over 1500ms easing smooth
            tilt to 9deg down
          }
          wait for tap
        }
      }
    }
    """,
    // A race that is over at once leaves no decision.
    """
    race {
      together { sound "tick.wav"; wait 50ms }
      wait for { button 2 when recording { } }
      log recording
    }
    """,
  ]

  @Test("both are the same", arguments: Thorough.sample(scripts, oneIn: 3))
  func same(text: String) throws {
    let play = RandomPlay("scene { at 20s tap }\n" + text, seed: 0, isRough: false)
    let prepared = try #require(play.prepared().play, "\(text)")
    #expect(RepeatedSheet(prepared).faults == [], "\(text)")
  }

  @Test("a show in which nothing more happens ends at one time, however far ahead it is planned")
  func silence() throws {
    let text = """
      scene {
        at 2339ms person ada at 47deg left, 2m away
        at 5927ms press flip
      }
      count turns
      on flip when person replacing {
        go to idle
      }
      mode idle {
        pan to person at 40deg/s
        if battery < 50% or not (person.looking > 50%) {
        } else {
          repeat 3 {
            finally { log turns, battery; add 1 to turns }
            pan by 9deg left over 1s; pan by 9deg right over 1s
            add 1 to turns
          }
          select person
          follow person with pan, tilt until lost for 1s
        }
      }
      """
    let prepared = try #require(RandomPlay(text, seed: 0, isRough: false).prepared().play)
    #expect(RepeatedPlay(prepared).faults == [])
  }

  @Test("the beat that a wait ends with depends on when an event came")
  func beats() throws {
    for (text, isPlayed) in [
      ("tempo 120bpm\nwait for tap\nwait until next beat\nlog \"x\"", false),
      ("tempo 120bpm\nwait for tap\nwait 1beat\nlog \"x\"", true),
    ] {
      let play = RandomPlay("scene { at 20s tap }\n" + text, seed: 0, isRough: false)
      let prepared = try #require(play.prepared().play, "\(text)")
      let sheet = RepeatedSheet(prepared)
      #expect(sheet.faults == [] && sheet.isPlayed == isPlayed, "\(text)")
    }
  }
}

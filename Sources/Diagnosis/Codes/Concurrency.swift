// Several things at once, and loops that need not end.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let concurrency: [DiagnosticCode] = [
    .loneBranch, .branchWithoutTime, .sharedAxis, .endlessLoop, .overrun, .tooManyBranches,
    .tooManyCues, .notInFinally, .finallyAtEnd,
  ]

  public static let sharedAxis = DiagnosticCode(
    1201, "two branches use one axis",
    """
    An axis does one thing at a time, so only one branch of 'together', 'race' or 'stagger' can \
    move it, turn it or limit it at a time. The message names both statements. Each statement of \
    the block is a branch: put statements that follow each other into a block of their own. Where \
    a branch waits for an event, nobody knows what the others do when it comes, so there each axis \
    belongs to one branch only.
    """,
    wrong: """
      together {
          pan to 30deg right over 1s
          pan to 0deg over 1s
          tilt to 10deg up over 2s
      }
      """,
    right: """
      together {
          { pan to 30deg right over 1s; pan to 0deg over 1s }
          tilt to 10deg up over 2s
      }
      """)

  public static let loneBranch = DiagnosticCode(
    217, "race with one branch",
    """
    A race ends when its first branch ends, and the other branches are stopped. With one branch \
    there is nothing to stop. Each statement of the block is a branch; add another, such as a \
    'wait' that says how long the race may last.
    """,
    wrong: """
      race {
          pan to 60deg right over 4s
      }
      """,
    right: """
      race {
          pan to 60deg right over 4s
          wait 2s
      }
      """)

  public static let branchWithoutTime = DiagnosticCode(
    248, as: .warning, "race that is over at once",
    """
    A race ends when its first branch ends, and the other branches are stopped. A branch that \
    takes no time, such as a change of the face or a line of the log, ends it as soon as it \
    begins. Put what should happen at the beginning above the race, or into a branch with others.
    """,
    wrong: """
      race {
          face happy
          pan to 60deg right over 4s
          wait 2s
      }
      """,
    right: """
      face happy
      race {
          pan to 60deg right over 4s
          wait 2s
      }
      """)

  public static let endlessLoop = DiagnosticCode(
    1203, "loop that takes no time",
    """
    A loop that repeats forever, or while a condition is true, must take time in each iteration, \
    also if its iterations change what the condition reads: nobody checks that they come to an \
    end. Let each iteration move something, 'wait', or wait for an event, or say how often with \
    'repeat 10'. A wait for at most 0s takes no time.
    """,
    wrong: """
      repeat forever { log "still here" }
      """,
    right: """
      race {
          repeat forever { log "still here"; wait 1s }
          wait 10s
      }
      """)

  public static let overrun = DiagnosticCode(
    1204, "iteration that takes too long",
    """
    The iterations of 'every' begin on time, one each period, so each must end before the next \
    begins. The last one must end before the time after 'for' is over. Make the period longer, or \
    let each iteration do less. Of a wait for what may never come, say how long it waits at most: \
    an iteration that is not over in time ends the show.
    """,
    wrong: """
      every 1s for 3s { pan by 5deg left over 600ms; pan by 5deg right over 600ms }
      """,
    right: """
      every 2s for 6s { pan by 5deg left over 600ms; pan by 5deg right over 600ms }
      """)

  public static let tooManyBranches = DiagnosticCode(
    1205, "too many branches at once",
    """
    At most a thousand branches of concurrent blocks can run at once, so that no script can use up \
    the memory of the machine. Do some of them one after the other.
    """,
    wrong: """
      gesture twice() { together { wait 1s; wait 1s } }
      gesture a() { together { twice(); twice(); twice(); twice(); twice(); twice() } }
      gesture b() { together { a(); a(); a(); a(); a(); a() } }
      gesture c() { together { b(); b(); b(); b(); b(); b() } }
      together { c(); c(); c(); c(); c(); c() }
      """,
    right: """
      gesture twice() { together { wait 1s; wait 1s } }
      repeat 6 { twice() }
      """)

  public static let tooManyCues = DiagnosticCode(
    1206, as: .warning, "too many cues",
    """
    Each decision, such as 'wait for', begins a new cue, and each iteration of a 'for' has its own \
    cues, because its name has another value. A sheet shows the first thousand cues. Of branches \
    that wait beside each other, each is then checked on its own. This script has so many that not \
    all are checked before the run; the others are checked during it. Use 'repeat' if the \
    iterations need no value, because they share their cues, or wait for fewer events at once.
    """,
    wrong: """
      for i in 1 .. 2000 { wait for button 1 }
      """,
    right: """
      repeat 2000 { wait for button 1 }
      """)

  public static let notInFinally = DiagnosticCode(
    240, "statement that a 'finally' cannot hold",
    """
    What a 'finally' holds is done when its block is left in any way, also when the show has been \
    stopped. Then nothing may move, and nothing waits. It holds 'log', 'add', 'set', and 'face', \
    'eyes' and 'camera' without 'over'. Motions, waits and calls of gestures stand behind it, in \
    the block.
    """,
    wrong: """
      finally { move to home; face normal }
      face happy
      pan to 30deg right over 2s
      """,
    right: """
      finally { face normal }
      face happy
      pan to 30deg right over 2s
      move to home
      """)

  public static let finallyAtEnd = DiagnosticCode(
    241, as: .warning, "'finally' at the end of its block",
    """
    A 'finally' holds from where it stands to the end of its block. If nothing comes behind it, it \
    is done at once, and not at all if the block is left earlier. Put it above the statements \
    during which it should hold.
    """,
    wrong: """
      face happy
      pan to 30deg right over 2s
      finally { face normal }
      """,
    right: """
      finally { face normal }
      face happy
      pan to 30deg right over 2s
      """)
}

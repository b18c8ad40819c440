// Several things at once, and loops that need not end.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let concurrency: [DiagnosticCode] = [
    .loneBranch, .sharedAxis, .endlessLoop, .overrun, .tooManyBranches, .tooManyCues,
  ]

  public static let sharedAxis = DiagnosticCode(
    1201, "two branches have one axis",
    """
    An axis does one thing at a time, so only one branch of 'together', 'race' or 'stagger' may \
    move it, turn it or limit it at a time. The message names both statements. Each statement of \
    the block is a branch: put those that follow each other into a block of their own.
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
    217, "race of one",
    """
    The branch of a race that ends first wins, and the others are stopped. With one branch there \
    is nothing to win. Each statement of the block is a branch; add another, such as a 'wait' that \
    says how long the race may last.
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

  public static let endlessLoop = DiagnosticCode(
    1203, "loop that takes no time",
    """
    A loop that repeats forever, or while something holds, has to take time in each turn; if it \
    does not, nothing else ever comes to pass. Let each turn move something, 'wait', or wait for \
    an event. A wait for at most 0s takes no time.
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
    1204, "turn that takes too long",
    """
    The turns of 'every' begin on time, one each period, and so each has to end before the next \
    begins; the last has to end before the time behind 'for' is up. Give the turns more time, or \
    let each do less.
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
    No more than a thousand branches of concurrent blocks may be under way at once, so that no \
    script can use up the memory of its host. Do one after the other what need not be done at once.
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
    Each decision, such as 'wait for', begins a new cue, and each turn of a counted loop has cues \
    of its own. Only the first thousand are printed and checked beforehand; the others are when \
    they come. Wait in a loop that repeats forever, whose turns are alike, or for fewer events at \
    once.
    """,
    wrong: """
      repeat 2000 { wait for button 1 }
      """,
    right: """
      repeat 20 { wait 1s }
      """)
}

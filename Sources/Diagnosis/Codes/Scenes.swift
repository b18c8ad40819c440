// What happens around the dock.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let scenes: [DiagnosticCode] = [
    .misplacedScene, .unknownSubject, .outOfOrder, .unknownToScene, .notInScene,
  ]

  public static let misplacedScene = DiagnosticCode(
    1301, "scene in the wrong place",
    """
    A scene says what happens around the dock, with times from the beginning of the run, whatever \
    the script does. So there is only one scene, and it stands at the top of a script or of a \
    test, not inside a loop or a gesture. Move it there, and write everything into it.
    """,
    wrong: """
      scene { at 1s press button 1 }
      scene { at 2s tap }
      """,
    right: """
      scene {
          at 1s press button 1
          at 2s tap
      }
      """)

  public static let unknownSubject = DiagnosticCode(
    1302, "somebody who is not in the scene",
    """
    Before a person or an object in a scene can do something, the scene must say that it is there, \
    and where. Persons speak, look, walk and leave; objects walk and leave. Correct the name, or \
    add a line that begins with 'person' or 'object'.
    """,
    wrong: """
      scene {
          person ada at 20deg right, 2m away
          at 3s eve leaves
      }
      """,
    right: """
      scene {
          person ada at 20deg right, 2m away
          at 3s ada leaves
      }
      """)

  public static let outOfOrder = DiagnosticCode(
    1303, "event that cannot happen at this time",
    """
    A person who is not there cannot leave, a phone that is out of the dock cannot be taken out, \
    and a button that is not held cannot be released. The lines of a scene can stand in any order, \
    but its events must make sense in the order of their times.
    """,
    wrong: """
      scene {
          at 3s dock
          at 5s undock
      }
      """,
    right: """
      scene {
          at 3s undock
          at 5s dock
      }
      """)

  public static let unknownToScene = DiagnosticCode(
    1304, "name of the script in a scene",
    """
    A scene is known before the script begins and does not depend on it, so it cannot use the \
    values and functions of the script. Calculations and the functions of the language are \
    allowed. Write the quantity itself.
    """,
    wrong: """
      let beat = 2s
      scene { at beat tap }
      pan to 30deg right over beat
      """,
    right: """
      let beat = 2s
      scene { at 2s tap }
      pan to 30deg right over beat
      """)

  public static let notInScene = DiagnosticCode(
    1305, as: .warning, "name of nobody in the scene",
    """
    A script with a scene of its own names somebody or something that never comes in it, or one \
    without names whom no scene of its tests has. Nobody is selected or followed then. Correct \
    the name, or let somebody of that name come.
    """,
    wrong: """
      scene { person ada at 20deg right }
      select person adda
      """,
    right: """
      scene { person ada at 20deg right }
      select person ada
      """)
}

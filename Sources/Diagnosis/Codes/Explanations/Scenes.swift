/// What happens around the dock.
extension Explanation {
  static let misplacedScene = Explanation(
    "scene in the wrong place",
    """
    A scene says what happens around the dock, counted from the beginning of the run, whatever \
    the script does. So it stands at the top of a script or of a test, not inside a loop or a \
    gesture, and there is one of them. Move it there, and write everything into it.
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

  static let unknownSubject = Explanation(
    "somebody who is not in the scene",
    """
    Before somebody in a scene can do something, the scene says who there is and where. Persons \
    speak, look, walk and leave; objects walk and leave. Correct the name, or add a line that \
    begins with 'person' or 'object'.
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

  static let outOfOrder = Explanation(
    "something that cannot happen then",
    """
    Nobody can leave who is not there, a phone that is out of the dock cannot be taken out, and a \
    button that nobody holds cannot be released. The times of a scene need not be in the order of \
    its lines, but what happens has to make sense in the order of its times.
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

  static let unknownToScene = Explanation(
    "name of the script in a scene",
    """
    What happens around the dock is known before the script begins and does not depend on it, so \
    a scene knows neither its values nor its functions. Calculations and the functions of the \
    language are fine. Write the quantity itself.
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
}

/// The shows of the robot.
public enum Shows {
  /// It wakes up, looks round and waits for a touch.
  public static let hello = """
    face happy over 300ms
    tilt to 10deg up over 1s
    pan to 30deg right over 2s
    pan to 30deg left over 3s easing smooth
    move to home over 2s
    log "touch me"
    wait for tap
    face love
    animate yes
    """

  /// It shakes its head.
  public static let no = """
    face sad
    animate no
    face normal over 1s
    """

  /// It does what it likes until a long press.
  public static let alone = """
    log "press long to choose again"
    wait for long_press
    face happy
    """

  /// It looks at a person for a while.
  public static let attention = """
    limit pan to 60deg left .. 60deg right
    eyes follow person
    follow person for 5s
    face happy over 300ms
    """
}

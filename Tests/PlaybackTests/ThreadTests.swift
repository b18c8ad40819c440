import Testing

@testable import Playback

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The threads that carry a show out.
@Suite struct ThreadTests {
  /// True if this thread takes the signal by which a process is asked to stop.
  private static var takesStops: Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, SIGTSTP) == 0
  }

  @Test func aNewThreadTakesNoStopAndItsCreatorDoesAsBefore() {
    var (stop, mask) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    let thread = onThreadOfItsOwn { Self.takesStops }
    let creator = Self.takesStops
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    #expect(!thread)
    #expect(creator)
  }
}

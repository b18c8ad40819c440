import Diagnosis
import Testing

/// Where a branch waits for the world, each axis belongs to one branch.
@Suite struct BranchDecisionTests {
  @Test(arguments: [
    "together { { wait for tap; pan by 10deg right }; { wait for button 1; pan by 10deg left } }",
    "race { { wait for tap; pan to home }; repeat 9 { pan by 5deg right; pan to home } }",
    "gesture ask() { wait for tap }\ntogether { { ask(); pan to home }; pan to 5deg right }",
    "gesture go() { pan to home }\ntogether { { wait for tap; go() }; { wait 9s; go() } }",
    "stagger 1s { { wait for tap; animate yes }; tilt to 5deg up }",
    "on tap pausing { together { { wait for flip; pan to home }; pan to 5deg right } }\nwait 1s",
    "together { { follow person until lost; log \"x\" }; { wait 2s; tilt to home } }",
  ])
  func anAxisOfTwoBranchesIsRefused(script: String) {
    #expect(Compiling(script).codes == [.sharedAxis], "\(script)")
  }

  @Test(arguments: [
    "together { { wait for tap; pan by 10deg right }; { wait for button 1; tilt to 5deg up } }",
    "together { { wait for tap; tilt to 5deg up }; { spin pan at 9deg/s right for 2s; stop } }",
    "race { wait for tap; { pan to 20deg right over 2s; pan to home over 2s } }",
    "together { { pan to 5deg right over 1s; wait for tap; pan to home }; wait for flip }",
    "together { { wait for tap; face happy }; { wait for button 1; face sad } }",
    "pan to 5deg right\ntogether { { wait for tap; pan to home }; wait 2s }\npan to 5deg left",
  ])
  func anAxisOfOneBranchIsWell(script: String) {
    #expect(Compiling(script).codes == [], "\(script)")
  }
}

import Tracking

// What the tracker does, as lines of JSON that `Tests/Soak/tracking.py` judges:
// `scenes COUNT`, `identities COUNT`, `filter COUNT`, `assignment COUNT`.
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100
switch CommandLine.arguments.dropFirst().first {
case "scenes": rehearseScenes(count)
case "identities": rehearseIdentities(count)
case "filter": runFilters(count)
case "assignment": solveAssignments(count)
default: print("usage: tracking scenes|identities|filter|assignment [COUNT]")
}

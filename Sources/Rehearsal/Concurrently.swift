import Playback

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of processor cores that are there to be used, at least 1.
package var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// The results of `work` for the numbers from 0 to below `count`, in their order.
///
/// All cores share the work.
package func concurrently<Result: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let workers = min(count, coreCount)
  guard workers > 1 else { return (0..<count).map(work) }
  let mailbox = Mailbox<[(number: Int, result: Result)]>()
  for worker in 0..<workers {
    let share: @Sendable () -> Void = {
      mailbox.post(stride(from: worker, to: count, by: workers).map { ($0, work($0)) })
    }
    // Without another thread it is worked out here.
    if !startThread(share) { share() }
  }
  var results = [Result?](repeating: nil, count: count)
  for _ in 0..<workers {
    for (number, result) in mailbox.next(before: nil) ?? [] { results[number] = result }
  }
  return results.compactMap { $0 }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The limits that the system puts on the process.
enum ProcessLimits {
  /// Makes the system signal that the processor time is used up a second before it ends the
  /// process.
  ///
  /// `ulimit -t` sets both limits to the same value, and then the process is killed at once.
  static func warnBeforeTheEnd() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
    #else
      let resource = RLIMIT_CPU
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_max > 1, limit.rlim_cur >= limit.rlim_max
    else { return }
    guard limit.rlim_max < rlim_t(Int.max) else { return }
    limit.rlim_cur = limit.rlim_max - 1
    setrlimit(resource, &limit)
  }
}

/// Work that takes one of a limited number of places, and lends it while it waits for a promise.
package protocol Occupant: AnyObject, Sendable {
  /// Runs `wait`, which blocks the calling thread. Elsewhere than on the work's own thread that is all.
  func wait(_ wait: () -> Void)
}

extension Main {
  /// The work that the running code is part of; nil if it is part of none.
  ///
  /// Operators of promises restore it around their closures, as they do with `scoped`.
  @TaskLocal package static var occupant: (any Occupant)?
}

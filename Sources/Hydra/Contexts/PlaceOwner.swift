/// Work that holds one of a limited number of places, and that other work may run in place of while it waits for a promise.
package protocol PlaceOwner: AnyObject, Sendable {
  /// Runs `wait`, which blocks the calling thread. On another thread than the work's own it does no more.
  func wait(_ wait: () -> Void)
}

extension Main {
  /// The work that the running code is part of; nil if it is part of none.
  ///
  /// Operators of promises restore it around their closures, as they do with `scoped`.
  @TaskLocal package static var placeOwner: (any PlaceOwner)?
}

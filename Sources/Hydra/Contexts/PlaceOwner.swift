/// Work that holds one of a limited number of places. While it waits for a promise, its place is free for other work.
package protocol PlaceOwner: AnyObject, Sendable {
  /// Runs `wait`, which blocks the calling thread. Frees the place meanwhile if the caller runs on the thread of the work.
  func wait(_ wait: () -> Void)
}

extension Main {
  /// The work that the running code is part of; nil if there is none.
  ///
  /// Operators of promises restore it around their closures, like `scoped`.
  @TaskLocal package static var placeOwner: (any PlaceOwner)?
}

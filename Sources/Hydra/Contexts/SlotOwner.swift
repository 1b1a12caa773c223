/// Work that holds one of a limited number of slots. While it waits for a promise, its slot is free for other work.
package protocol SlotOwner: AnyObject, Sendable {
  /// Runs `wait`, which blocks the calling thread. Frees the slot meanwhile if the caller runs on the thread of the work.
  func wait(_ wait: () -> Void)
}

extension Main {
  /// The work that the running code is part of; nil if there is none.
  ///
  /// Operators of promises restore it around their closures, like `scoped`.
  @TaskLocal package static var slotOwner: (any SlotOwner)?
}

/// Notices that work which waits is held up, because nothing has progressed for a while. A value for a lock's state.
package struct StallWatch: Sendable {
  private var progress = 0
  private var isOn = false

  package init() {}

  package mutating func noteProgress() { progress &+= 1 }

  /// Begins to watch.
  ///
  /// - Parameter isHeldUp: Whether work waits for the end of other work.
  /// - Returns: What ``end(_:)`` takes after a while; nil if there is nothing to watch, or it is watched already.
  package mutating func begin(if isHeldUp: Bool) -> Int? {
    guard isHeldUp, !isOn else { return nil }
    isOn = true
    return progress
  }

  /// - Returns: Whether nothing has progressed since the beginning.
  package mutating func end(_ beginning: Int) -> Bool {
    isOn = false
    return progress == beginning
  }
}

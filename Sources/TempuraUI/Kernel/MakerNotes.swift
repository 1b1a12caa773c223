internal import Basics

/// In development, which calls made each view and each constraint. A server in production notes none.
package enum MakerNotes {
  // Safe because it is set before the first view is made. Not checked for overlaps, because each view reads it.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) static var areTaken = false

  /// Views and constraints that are made from now on are noted. Must be called before any other code of this module.
  package static func begin() { areTaken = true }

  private struct Notes {
    // Most views are made by the same few calls.
    var stacks: [[UInt]] = []
    var numbers: [[UInt]: Int] = [:]
    // An object that is released leaves its entry to the next one at its address, which is noted in its place.
    var objects: [ObjectIdentifier: Int] = [:]
  }

  private static let notes = Locked(Notes())
  private static let maxCalls = 40

  /// Notes the calls that make an object.
  @inline(never) static func note(_ object: AnyObject) {
    let (id, stack) = (ObjectIdentifier(object), CallStack.addresses(limit: maxCalls))
    notes.withLock { notes in
      let number = notes.numbers[stack] ?? notes.stacks.count
      if number == notes.stacks.count {
        notes.stacks.append(stack)
        notes.numbers[stack] = number
      }
      notes.objects[id] = number
    }
  }

  /// The addresses of the calls that made a view or a constraint, from the innermost one. Empty if they were not noted.
  package static func calls(thatMade object: AnyObject) -> [UInt] {
    let id = ObjectIdentifier(object)
    return notes.withLock { notes in notes.objects[id].map { notes.stacks[$0] } ?? [] }
  }
}

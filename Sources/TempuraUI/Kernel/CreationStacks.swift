internal import Basics

/// In development, which calls made each view and each constraint. A server in production records none.
package enum CreationStacks {
  // Safe because it is set before the first view is made. Not checked for overlaps, because each view reads it.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) static var areRecorded = false

  /// Views and constraints that are made from now on are recorded. Must be called before any other code of this module.
  package static func begin() { areRecorded = true }

  private struct Content {
    // Most views are made by the same few calls.
    var stacks: [[UInt]] = []
    var numbers: [[UInt]: Int] = [:]
    // An object that is released leaves its entry to the next one at its address, which is recorded in its place.
    var objects: [ObjectIdentifier: Int] = [:]
  }

  private static let content = Locked(Content())
  private static let maxCalls = 40

  /// Records the calls that make an object.
  @inline(never) static func record(_ object: AnyObject) {
    let (id, stack) = (ObjectIdentifier(object), CallStack.addresses(limit: maxCalls))
    content.withLock { content in
      let number = content.numbers[stack] ?? content.stacks.count
      if number == content.stacks.count {
        content.stacks.append(stack)
        content.numbers[stack] = number
      }
      content.objects[id] = number
    }
  }

  /// The addresses of the calls that made a view or a constraint, from the innermost one. Empty if they were not recorded.
  package static func stack(of object: AnyObject) -> [UInt] {
    let id = ObjectIdentifier(object)
    return content.withLock { content in content.objects[id].map { content.stacks[$0] } ?? [] }
  }
}

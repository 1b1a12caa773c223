internal import Basics
internal import CLinux
internal import Glibc

/// Descriptors whose events a thread waits for (epoll(7)).
struct EventSet: ~Copyable {
  enum Interest {
    /// Input, as long as there is some.
    case input
    /// The end of the input, once.
    case end
  }

  private static let maxEvents = 64

  private let descriptor: Int32
  private let members: UnsafeMutableBufferPointer<Int32>

  init() throws(SystemError) {
    descriptor = events_make()
    if descriptor < 0 { throw SystemError("epoll_create1") }
    members = .allocate(capacity: Self.maxEvents)
    members.initialize(repeating: -1)
  }

  deinit {
    close(descriptor)
    members.deallocate()
  }

  /// Adds a descriptor.
  ///
  /// - Returns: False if the system denies it.
  @discardableResult
  func add(_ member: Int32, for interest: Interest) -> Bool {
    events_add(descriptor, member, interest == .end ? 1 : 0) == 0
  }

  /// Removes a descriptor. A closed descriptor is removed by itself, unless it has a duplicate.
  func remove(_ member: Int32) { events_remove(descriptor, member) }

  /// Waits for events.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest time to wait; -1 for no end.
  ///   - body: Called with each descriptor that has an event.
  func wait(milliseconds: Int32, _ body: (Int32) -> Void) {
    let count = events_wait(descriptor, members.baseAddress, Int32(members.count), milliseconds)
    for index in 0..<max(0, Int(count)) { body(members[index]) }
  }
}

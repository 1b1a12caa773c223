internal import CMicroHTTPD  // whose declarations of the C library's constants an optimised build takes
internal import Glibc
internal import Locks

/// A thread beside the server's: it sees to deadlines, and reads what clients send after they were refused.
final class Housekeeper: Sendable {
  private struct Chores {
    var lingering: [Int32: UInt64] = [:]
    var isStopping = false
  }

  private static let lingerTime: UInt64 = 5_000_000_000
  private static let lingerLimit = 256

  private let bell: Bell
  private let chores = Mutex(Chores())
  private let thread = Mutex<Thread?>(nil)

  init() throws(HTTPServerError) { bell = try Bell() }

  deinit {
    for descriptor in chores.withLock({ Array($0.lingering.keys) }) { close(descriptor) }
  }

  /// - Parameter tick: called at least that often, in milliseconds.
  /// - Throws: when the system has no thread left.
  func start(every milliseconds: Int32, tick: @escaping @Sendable () -> Void) throws(HTTPServerError) {
    let started = try Thread { [unowned self] in run(every: milliseconds, tick: tick) }
    thread.withLock { $0 = started }
  }

  /// Ends the thread and waits for its end.
  func stop() {
    chores.withLock { $0.isStopping = true }
    bell.ring()
    let started = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    started?.join()
  }

  /// Takes over a socket whose sending side is shut, and closes it once the client has noticed.
  func linger(_ descriptor: Int32) {
    if descriptor < 0 { return }
    let taken = chores.withLock { chores in
      if chores.isStopping || chores.lingering.count >= Self.lingerLimit { return false }
      chores.lingering[descriptor] = Clock.now() + Self.lingerTime
      return true
    }
    if taken { bell.ring() } else { close(descriptor) }
  }

  private func run(every milliseconds: Int32, tick: @Sendable () -> Void) {
    var scratch = [UInt8](repeating: 0, count: 64 * 1024)
    var polled: [pollfd] = []
    while true {
      let (lingering, isStopping) = chores.withLock { (Array($0.lingering.keys), $0.isStopping) }
      if isStopping { return }
      polled.removeAll(keepingCapacity: true)
      polled.append(pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0))
      for descriptor in lingering { polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
      poll(&polled, nfds_t(polled.count), milliseconds)
      bell.clear()
      let now = Clock.now()
      for entry in polled.dropFirst() {
        let received =
          entry.revents == 0 ? 1 : recv(entry.fd, &scratch, scratch.count, Int32(MSG_DONTWAIT))
        let ended = received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR)
        chores.withLock { chores in
          guard let deadline = chores.lingering[entry.fd], ended || deadline < now else { return }
          chores.lingering[entry.fd] = nil
          close(entry.fd)
        }
      }
      tick()
    }
  }
}

internal import CMicroHTTPD
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

  private let bell: Int32
  private let chores = Mutex(Chores())
  private let thread = Mutex<pthread_t?>(nil)

  init() throws(HTTPServerError) {
    bell = bell_make()
    if bell < 0 {
      throw errno == EMFILE || errno == ENFILE ? .tooManyFiles : .system(operation: "eventfd", code: errno)
    }
  }

  deinit {
    for descriptor in chores.withLock({ Array($0.lingering.keys) }) { close(descriptor) }
    close(bell)
  }

  /// - Parameter tick: called at least that often, in milliseconds.
  func start(every milliseconds: Int32, tick: @escaping @Sendable () -> Void) {
    let work = Work { [unowned self] in run(every: milliseconds, tick: tick) }
    thread.withLock { thread in
      var started = pthread_t()
      // Safe because the new thread takes over the one reference.
      let argument = Unmanaged.passRetained(work)
      let failed = pthread_create(
        &started, nil,
        { argument in
          guard let argument else { return nil }
          // Safe because `start` retained it for this thread.
          Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, argument.toOpaque())
      if failed == 0 { thread = started } else { argument.release() }
    }
  }

  /// Ends the thread and waits for its end.
  func stop() {
    chores.withLock { $0.isStopping = true }
    ring()
    let started = thread.withLock { thread -> pthread_t? in
      defer { thread = nil }
      return thread
    }
    if let started { pthread_join(started, nil) }
  }

  /// Takes over a socket whose sending side is shut, and closes it once the client has noticed.
  func linger(_ descriptor: Int32) {
    if descriptor < 0 { return }
    let taken = chores.withLock { chores in
      if chores.isStopping || chores.lingering.count >= Self.lingerLimit { return false }
      chores.lingering[descriptor] = Clock.now() + Self.lingerTime
      return true
    }
    if taken { ring() } else { close(descriptor) }
  }

  private func ring() { bell_ring(bell) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private func run(every milliseconds: Int32, tick: @Sendable () -> Void) {
    var scratch = [UInt8](repeating: 0, count: 64 * 1024)
    var polled: [pollfd] = []
    while true {
      let (lingering, isStopping) = chores.withLock { (Array($0.lingering.keys), $0.isStopping) }
      if isStopping { return }
      polled.removeAll(keepingCapacity: true)
      polled.append(pollfd(fd: bell, events: Int16(POLLIN), revents: 0))
      for descriptor in lingering { polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
      poll(&polled, nfds_t(polled.count), milliseconds)
      bell_clear(bell)
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

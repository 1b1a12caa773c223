import Basics

/// Virtual time, and what happens in it: one thing after the other, on one thread.
final class World: @unchecked Sendable {
  // Safe because a history runs on one thread.

  private struct Event: Comparable {
    let time: Double
    let number: Int
    /// The server on which it happens; nil for what happens elsewhere.
    let server: Server?
    let body: () -> Void

    static func < (a: Event, b: Event) -> Bool { (a.time, a.number) < (b.time, b.number) }
    static func == (a: Event, b: Event) -> Bool { a.number == b.number }
  }

  /// In seconds.
  private(set) var time: Double = 0
  /// A number outside of the sessions, which grows, and whether the app shows it.
  var (number, hasNumber) = (0, false)
  /// The long list of the app; nil for none.
  var list: LongList?
  /// The name of the notification that the number has changed.
  static let numberName = "number"
  private(set) var steps = 0
  private var events = Heap<Event>()
  private var count = 0
  private var chance: Chance
  /// The server whose event is happening.
  private(set) var server: Server?

  init(seed: UInt64) { chance = Chance(seed) }

  /// The seconds since 1970 at the beginning.
  static let epoch: Int64 = 1_000_000_000

  /// Lets something happen later. What happens on a server does not happen if the server was stopped before.
  func after(_ seconds: Double, on server: Server? = nil, _ body: @escaping () -> Void) {
    count += 1
    events.insert(Event(time: time + seconds, number: count, server: server, body: body))
  }

  /// Lets something happen soon, in an order that is left to chance.
  func soon(on server: Server? = nil, _ body: @escaping () -> Void) {
    after(chance.oneIn(8) ? chance.fraction() * 0.02 : chance.fraction() * 0.001, on: server, body)
  }

  /// Runs one event.
  ///
  /// - Returns: False if there is none until then.
  func step(until end: Double = .infinity) -> Bool {
    guard let event = events.least, event.time <= end else {
      if end < .infinity { time = max(time, end) }
      return false
    }
    events.removeLeast()
    time = max(time, event.time)
    if let server = event.server, !server.isRunning { return true }
    steps += 1
    server = event.server
    event.body()
    server = nil
    return true
  }

  /// The world of the history that runs on this thread.
  nonisolated(unsafe) static var current: World!  // Safe because a process runs one history at a time, on one thread.
}

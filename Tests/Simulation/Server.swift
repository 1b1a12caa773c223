import SessionKernel
import Sessions
import TempuraServer
import TempuraUI

/// A server, from its start to its end.
final class Server: @unchecked Sendable {
  // Safe because a history runs on one thread.

  enum Release {
    case first, second

    func app(hasRooms: Bool, countsUsers: Bool) -> any UIApplicationDelegate.Type {
      switch self {
      case .first where countsUsers: FirstPresentRelease.self
      case .second where countsUsers: SecondPresentRelease.self
      case .first: hasRooms ? FirstSharedRelease.self : FirstRelease.self
      case .second: hasRooms ? SecondSharedRelease.self : SecondRelease.self
      }
    }
  }

  private(set) var isRunning = true
  /// How far its clock is ahead, in seconds.
  var clockOffset: Int64 = 0
  let connection: Connection
  private let world: World
  private var simulated: SimulatedServer!
  private var chance: Chance
  /// Called for each request that gets no answer because the server ends.
  private var open: [Int: (time: Double, lost: () -> Void)] = [:]
  /// What ends each open stream, and what is called if the server ends before that.
  private var streams: [Int: (leave: () -> Void, lost: () -> Void)] = [:]
  private var count = 0

  init(
    _ app: any UIApplicationDelegate.Type, _ world: World, _ connection: Connection, number: Int, seed: UInt64,
    features: [Feature]
  ) throws {
    self.world = world
    self.connection = connection
    chance = Chance(seed)
    connection.server = self
    let platform = Platform(
      time: { World.epoch + Int64(world.time) + self.clockOffset },
      uptime: { Int64(world.time) + 1_000_000 },
      after: { seconds, body in world.after(seconds, on: self, body) },
      start: { turn in self.run(turn) },
      newID: { self.newID() },
      // Versions that two servers give at once differ, as it takes a chance in a million that they do not.
      number: { self.chance.next() & ~(255 << 44) | UInt64(number & 255) << 44 })
    var configuration = ServerConfiguration()
    configuration.sessionLifetime = Self.lifetime
    configuration.visitLifetime = Self.visitLifetime
    // So that no local state is dropped for others.
    if features.contains(.localStates) { configuration.scenesPerSession = 64 }
    // So that sessions with open pages often leave memory.
    if features.contains(.streams) { configuration.memoryLifetime = 20 }
    simulated = try SimulatedServer(
      app: app, configuration: configuration, storage: connection, platform: platform)
  }

  /// How long sessions are stored, in seconds.
  static let (lifetime, visitLifetime) = (900, 300)

  /// The turns that are to run soon, by their numbers.
  private var turns: [Int: () -> Void] = [:]
  private var turnCount = 0

  private func run(_ turn: @escaping () -> Void) {
    turnCount += 1
    let number = turnCount
    turns[number] = turn
    if isRunning { world.soon(on: self) { self.turns.removeValue(forKey: number)?() } }
  }

  private func newID() -> SessionID {
    let digits = (0..<2).map { _ in
      let digits = String(chance.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    return Array(digits.utf8).withUnsafeBytes { SessionID($0)! }
  }

  /// - Parameters:
  ///   - didRespond: Called when the server responds, before the answer is on its way.
  ///   - lost: Called if the server ends before that.
  func respond(
    to request: LocalRequest, _ didRespond: @escaping (LocalAnswer) -> Void, lost: @escaping () -> Void
  ) {
    let number = begin(lost)
    nonisolated(unsafe) let didRespond = didRespond
    simulated.respond(to: request) { [self] answer in
      guard open.removeValue(forKey: number) != nil else { return }
      didRespond(answer)
    }
  }

  /// Notes a request.
  ///
  /// - Returns: Its number.
  private func begin(_ lost: @escaping () -> Void) -> Int {
    count += 1
    open[count] = (world.time, lost)
    lastRequest = world.time
    cleanUpLater()
    return count
  }

  /// - Parameters:
  ///   - receive: Gets the events, and nil when the server ends the stream.
  ///   - didRespond: Called when the server responds. The closure ends the stream that was opened; nil if none was.
  ///   - lost: Called if the server ends before that, or before the stream.
  func openStream(
    _ name: String, for request: LocalRequest, receive: @escaping (String?) -> Void,
    _ didRespond: @escaping (LocalAnswer, _ leave: (() -> Void)?) -> Void, lost: @escaping () -> Void
  ) {
    let number = begin(lost)
    nonisolated(unsafe) let (receive, didRespond, lost) = (receive, didRespond, lost)
    simulated.openStream(name, for: request) { [self] event in
      if event == nil { world.soon { self.streams.removeValue(forKey: number)?.leave() } }
      receive(event)
    } answer: { [self] answer in
      guard open.removeValue(forKey: number) != nil else {
        answer.leave?()
        return
      }
      guard let leave = answer.leave else { return didRespond(answer, nil) }
      streams[number] = (leave, lost)
      didRespond(answer) { self.streams.removeValue(forKey: number)?.leave() }
    }
  }

  /// How many requests have waited long for their answers.
  var lateCount: Int { open.values.count { $0.time < world.time - 30 } }

  /// A number outside of the sessions has changed.
  func numberDidChange() { simulated.didChange(World.numberName) }

  func freeIdleSessions() { simulated.freeIdleSessions(isMemoryScarce: true) }

  /// Evicts idle sessions, and stores what could not be stored before, as a server does by itself every few seconds. Ends when no
  /// session can be left, so that the history ends.
  private func cleanUpLater() {
    guard !isCleaningUp else { return }
    isCleaningUp = true
    world.after(30, on: self) { [self] in
      isCleaningUp = false
      simulated.freeIdleSessions(isMemoryScarce: false)
      if world.time < lastRequest + 700 { cleanUpLater() }
    }
  }

  private var (isCleaningUp, lastRequest) = (false, 0.0)
  func flush() { simulated.flush() }

  /// Ends the server at once. What waits comes to its end, without a storage and without a browser, so that its memory is freed.
  func kill() {
    guard isRunning else { return }
    isRunning = false
    for lost in open.sorted(by: { $0.key < $1.key }) { lost.value.lost() }
    open = [:]
    for stream in streams.sorted(by: { $0.key < $1.key }) {
      stream.value.leave()
      stream.value.lost()
    }
    streams = [:]
    connection.end()
    runTurns()
    simulated.free()
    runTurns()
    simulated = nil
  }

  private func runTurns() {
    while let number = turns.keys.min() { turns.removeValue(forKey: number)?() }
  }
}

internal import Glibc
internal import Basics
internal import Synchronization

/// How many connections and files may be open, in all and for one network address.
final class Capacity: Sendable {
  let mostConnections: Int
  private let mostOfAddress: Int
  private let countsThisMachine: Bool

  private let connections = Atomic(0)
  private let files: Budget
  private let addresses = Locked<[NetworkAddress: Int]>([:])
  /// Whether a loop waits for a connection to close.
  private let isAwaited = Atomic(false)
  private let loops = Locked<[EventLoop]>([])

  /// Divides the descriptors that the system lets the process have among connections and files.
  init(_ limits: HTTPLimits) {
    let files = limits.uploadBytes > 0 ? max(limits.uploadedFiles, 1) : 0
    let room = OpenFiles.raise(for: limits.connections + files)
    let mostFiles = min(files, max(room / 4, 1))
    self.files = Budget(most: mostFiles, ofAddress: max(mostFiles / 4, 1))
    mostConnections = max(min(limits.connections, room - mostFiles), 1)
    mostOfAddress = limits.connectionsPerAddress
    countsThisMachine = limits.countsThisMachine
  }

  /// Sets the loops that are told when there is room for a connection again.
  func tell(_ loops: [EventLoop]) { self.loops.withLock { $0 = loops } }

  // MARK: - Connections

  var hasRoom: Bool { connections.load(ordering: .sequentiallyConsistent) < mostConnections }

  /// Counts a connection.
  ///
  /// - Returns: False if there is no room. The loops are woken when there is.
  func takeConnection() -> Bool {
    while true {
      if connections.add(1, ordering: .sequentiallyConsistent).newValue <= mostConnections { return true }
      connections.subtract(1, ordering: .sequentiallyConsistent)
      isAwaited.store(true, ordering: .sequentiallyConsistent)
      // A connection that closed before `isAwaited` was set woke no loop: look again.
      if !hasRoom { return false }
    }
  }

  func giveConnection() {
    connections.subtract(1, ordering: .sequentiallyConsistent)
    guard isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
    for loop in loops.withLock({ $0 }) { loop.wake() }
  }

  // MARK: - One address

  /// Counts a connection, or a request, of an address.
  ///
  /// - Returns: False if it has as many as it may.
  func admit(_ address: NetworkAddress) -> Bool {
    if !isCounted(address) { return true }
    return addresses.withLock { addresses in
      let count = addresses[address, default: 0]
      guard count < mostOfAddress else { return false }
      addresses[address] = count + 1
      return true
    }
  }

  func release(_ address: NetworkAddress) {
    if !isCounted(address) { return }
    addresses.withLock { addresses in
      addresses[address] = addresses[address].flatMap { $0 == 1 ? nil : $0 - 1 }
    }
  }

  /// Whether the limits per address apply. By default not to this machine, which may run a proxy for all clients.
  func isCounted(_ address: NetworkAddress) -> Bool { countsThisMachine || !address.isThisMachine }

  // MARK: - Files

  /// Counts a file that a client sends.
  func takeFile(for address: NetworkAddress?) -> Bool { files.take(1, for: address) }

  func giveFile(for address: NetworkAddress?) { files.give(1, for: address) }
}

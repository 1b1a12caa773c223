/// The connections that are open.
struct ConnectionTable {
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var counts: [[UInt8]: Int] = [:]

  var all: some Collection<HTTPConnection> { connections.values }

  mutating func insert(_ connection: HTTPConnection) {
    connections[ObjectIdentifier(connection)] = connection
    counts[connection.address, default: 0] += 1
  }

  mutating func remove(_ connection: HTTPConnection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    counts[connection.address] = counts[connection.address].flatMap { $0 == 1 ? nil : $0 - 1 }
  }

  func count(from address: [UInt8]) -> Int { counts[address, default: 0] }
}

import Foundation
import Glibc
import Synchronization
import TestSupport

@testable import Sessions

/// A socket in the file system. A test serves its connections.
final class SocketListener: Sendable {
  let path: String
  private let folder: String
  private let descriptor: Int32

  /// - Parameter serve: Gets each connection on a thread of its own, and closes it.
  init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
    var name = Array("/tmp/tempura-redis.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SetupError(description: "mkdtemp failed") }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/socket"
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.address(path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 100) == 0 else {
      throw SetupError(description: "bind: \(String(cString: strerror(errno)))")
    }
    Thread.detachNewThread { [descriptor] in
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 { return }
        Thread.detachNewThread { serve(connection) }
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Calls a function with the address of a socket.
  static func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// A listener that sends the first answer when a client sends anything, then the second, and so on.
  static func saying(_ answers: String...) throws -> SocketListener {
    try SocketListener { connection in
      var buffer = [UInt8](repeating: 0, count: 4096)
      for answer in answers {
        guard recv(connection, &buffer, buffer.count, 0) > 0 else { break }
        send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      }
      while recv(connection, &buffer, buffer.count, 0) > 0 {}
      close(connection)
    }
  }
}

/// A proxy in front of a Redis that can lose replies and messages.
final class LossyProxy: Sendable {
  private let listener: SocketListener
  private let state: State

  private final class State: Sendable {
    let toLose = Atomic(0)
    let lost = Atomic(0)
    let losesMessages = Atomic(false)
    let repeats = Atomic(false)

    /// Whether a reply is forwarded.
    func forwards() -> Bool {
      guard toLose.load(ordering: .sequentiallyConsistent) > 0 else { return true }
      toLose.subtract(1, ordering: .sequentiallyConsistent)
      lost.add(1, ordering: .sequentiallyConsistent)
      return false
    }
  }

  init(to server: RedisServer) throws {
    let state = State()
    self.state = state
    listener = try SocketListener { [socketPath = server.socket] client in
      let redis = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard SocketListener.address(socketPath, { connect(redis, $0, $1) }) == 0 else {
        close(redis)
        close(client)
        return
      }
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Self.pump(from: client, to: redis) { true }
        for end in [client, redis] { shutdown(end, Int32(SHUT_RDWR)) }
        isOver.signal()
      }
      Self.pump(from: redis, to: client) {
        state.forwards()
      } drops: { bytes in
        state.losesMessages.load(ordering: .sequentiallyConsistent)
          && String(decoding: bytes, as: UTF8.self).contains("\r\nmessage\r\n")
      } repeats: {
        state.repeats.exchange(false, ordering: .sequentiallyConsistent)
      }
      for end in [client, redis] { shutdown(end, Int32(SHUT_RDWR)) }
      isOver.wait()
      for end in [client, redis] { close(end) }
    }
  }

  var url: String { "unix://\(listener.path)" }

  /// Drops the next reply, and closes its connection.
  func loseNextReply() { state.toLose.store(1, ordering: .sequentiallyConsistent) }

  /// Drops the messages of subscriptions from now on, or no longer. The connections stay.
  func loseMessages(_ isLost: Bool) { state.losesMessages.store(isLost, ordering: .sequentiallyConsistent) }

  /// Sends the next reply twice.
  func repeatNextReply() { state.repeats.store(true, ordering: .sequentiallyConsistent) }

  /// The number of replies that were dropped.
  var losses: Int { state.lost.load(ordering: .sequentiallyConsistent) }

  private static func pump(
    from source: Int32, to target: Int32, while isAllowed: () -> Bool,
    drops: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in false }, repeats: () -> Bool = { false }
  ) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      guard count > 0, isAllowed() else { return }
      if buffer.withUnsafeBufferPointer({ drops(UnsafeBufferPointer(rebasing: $0[..<count])) }) { continue }
      for _ in 0..<(repeats() ? 2 : 1) {
        guard send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
      }
    }
  }
}

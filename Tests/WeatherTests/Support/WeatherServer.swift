import Foundation
import Glibc
import Synchronization

/// A local weather server. It runs until it is deallocated.
final class WeatherServer: Sendable {
  enum Answer: Sendable {
    case json(String)
    case status(Int)
    /// The server sends the status and the length, and nothing after them.
    case beginning
    /// The server keeps the connection open and sends nothing.
    case silence
    /// The server closes the connection.
    case nothing
  }

  private struct Failure: Error {}

  private let listener: Int32
  private let port: UInt16
  private let answers: [Answer]
  private let heard = Mutex<[String]>([])
  private let silent = Mutex<[Int32]>([])

  /// - Parameter answers: One answer per connection. Further connections get the last one.
  init(_ answers: [Answer]) throws {
    self.answers = answers
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [heard = Weak(self)] in
      var count = 0
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, let server = heard.server else { return }
        server.answer(connection, with: answers[min(count, answers.count - 1)])
        count += 1
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    silent.withLock { $0.forEach { close($0) } }
  }

  /// The URL of the weather in a city.
  var url: String { "http://127.0.0.1:\(port)/api/{location}.json" }

  /// The request lines of all requests.
  var requests: [String] { heard.withLock(\.self) }

  private func answer(_ connection: Int32, with answer: Answer) {
    let request = Self.read(connection)
    heard.withLock { $0.append(request.components(separatedBy: "\r\n")[0]) }
    switch answer {
    case .json(let text): Self.write(connection, status: 200, body: text)
    case .status(let status): Self.write(connection, status: status, body: "")
    case .beginning:
      Self.send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
      return silent.withLock { $0.append(connection) }
    case .silence: return silent.withLock { $0.append(connection) }
    case .nothing: break
    }
    close(connection)
  }

  private static func read(_ connection: Int32) -> String {
    var request = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      request += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return request
  }

  private static func write(_ connection: Int32, status: Int, body: String) {
    let length = status == 204 ? "" : "Content-Length: \(body.utf8.count)\r\n"
    send(connection, "HTTP/1.1 \(status) Status\r\n\(length)Connection: close\r\n\r\n\(body)")
  }

  private static func send(_ connection: Int32, _ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// A weak reference, so that the thread does not retain the server.
private struct Weak: @unchecked Sendable {
  // Safe because the reference is only read.
  weak var server: WeatherServer?
  init(_ server: WeatherServer) { self.server = server }
}

import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// Where a server listens: Unix sockets, shared ports, and sockets of other processes.
struct ListeningTests {
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  private static func server(_ address: ListeningAddress, sharesPort: Bool = false, answer: String = "ok") throws
    -> TestServer
  {
    try TestServer {
      $0.address = address
      $0.sharesPort = sharesPort
    } handle: {
      $0.respond(text: "\(answer) \($0.clientAddress)")
    }
  }

  private static func get(_ path: String) throws -> String {
    let client = try RawClient(socket: path)
    client.send(request)
    return try client.response().text
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  // MARK: - Unix sockets

  @Test func aServerListensOnAUnixSocket() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let server = try Self.server(.unix(path: path))
    #expect(server.port == 0)
    #expect(try Self.get(path) == "ok -")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
    server.server.stop(grace: .zero)
    #expect(!Self.exists(path))
  }

  @Test func clientsOfAUnixSocketAreThisMachine() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let server = try TestServer {
      $0.address = .unix(path: path)
      $0.limits.connectionsPerAddress = 1
    } handle: {
      $0.respond(text: "ok")
    }
    let clients = try (0..<3).map { _ in try RawClient(socket: path) }
    for client in clients {
      client.send(Self.request)
      #expect(try client.response().text == "ok")
    }
    withExtendedLifetime(server) {}
  }

  @Test func theFileOfADeadServerIsReplaced() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    // The file remains if a server is killed.
    let dead = try ListeningSocket(.unix(path: path), sharesPort: false)
    try dead.leaveFile(path)
    #expect(Self.exists(path))
    let server = try Self.server(.unix(path: path))
    #expect(try Self.get(path) == "ok -")
    withExtendedLifetime(server) {}
  }

  @Test func theSocketOfAServerThatAnswersIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let first = try Self.server(.unix(path: path))
    #expect(throws: HTTPServerError.socketInUse(path)) { try Self.server(.unix(path: path)) }
    #expect(try Self.get(path) == "ok -")
    withExtendedLifetime(first) {}
  }

  @Test func aFileThatIsNoSocketIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "s")
    let path = "\(folder.path)/s"
    #expect(throws: HTTPServerError.notASocket(path)) { try Self.server(.unix(path: path)) }
    #expect(throws: HTTPServerError.notASocket(folder.path)) { try Self.server(.unix(path: folder.path)) }
    #expect(folder.read("s") == Array("text".utf8))
  }

  @Test func aSocketThatCannotBeMadeIsAnError() throws {
    let folder = try TemporaryFolder()
    let missing = "\(folder.path)/none/s"
    #expect(throws: HTTPServerError.socketNotCreated(missing, code: ENOENT)) { try Self.server(.unix(path: missing)) }
    let long = "/" + String(repeating: "a", count: 107)
    #expect(throws: HTTPServerError.socketPathTooLong(long)) { try Self.server(.unix(path: long)) }
  }

  @Test func theFileOfAnotherServerIsNotRemoved() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let first = try Self.server(.unix(path: path))
    unlink(path)
    let second = try Self.server(.unix(path: path), answer: "second")
    first.server.stop(grace: .zero)
    #expect(try Self.get(path) == "second -")
    withExtendedLifetime(second) {}
  }

  // MARK: - Ports

  @Test func serversShareAPortIfAllOfThemWant() throws {
    let first = try Self.server(.tcp(host: "127.0.0.1", port: 0), sharesPort: true, answer: "first")
    let address = ListeningAddress.tcp(host: "127.0.0.1", port: first.port)
    #expect(throws: HTTPServerError.portInUse(host: "127.0.0.1", port: first.port)) { try Self.server(address) }
    let second = try Self.server(address, sharesPort: true, answer: "second")
    #expect(second.port == first.port)
    first.server.stop(grace: .zero)
    for _ in 0..<20 { #expect(try second.get("/").text == "second 127.0.0.1") }
  }

  @Test func clientsWaitFromTheMomentTheServerListens() throws {
    var configuration = HTTPServerConfiguration()
    configuration.address = .tcp(host: "127.0.0.1", port: 0)
    let server = HTTPServer(configuration: configuration, handler: ClosureHandler { $0.respond(text: "ok") })
    let address = try server.listen()
    let client = try RawClient(port: address.port)
    client.send(Self.request)
    #expect(try server.start() == address.port)
    #expect(try client.response().text == "ok")
    server.stop(grace: .zero)
  }

  @Test(arguments: [
    (ListeningAddress.tcp(host: "127.0.0.1", port: 80), "http://127.0.0.1:80"),
    (.tcp(host: "::1", port: 80), "http://[::1]:80"), (.unix(path: "/run/s"), "unix:/run/s"),
    (.inherited(descriptor: 3), "file descriptor 3"),
  ])
  func anAddressIsDescribed(address: ListeningAddress, text: String) { #expect(address.description == text) }

  // MARK: - Sockets of other processes

  @Test func anInheritedSocketStaysOpenForTheNextServer() throws {
    let owner = try ListeningSocket(.tcp(host: "127.0.0.1", port: 0), sharesPort: false)
    let port = owner.address.port
    for answer in ["first", "second"] {
      let server = try Self.server(.inherited(descriptor: dup(owner.descriptor)), answer: answer)
      #expect(server.port == port)
      #expect(try server.get("/").text == "\(answer) 127.0.0.1")
      server.server.stop(grace: .zero)
    }
    #expect((try? RawClient(port: port)) != nil)
  }

  @Test func theFileOfAnInheritedSocketStays() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/s"
    let owner = try ListeningSocket(.unix(path: path), sharesPort: false)
    let server = try Self.server(.inherited(descriptor: dup(owner.descriptor)))
    #expect(try Self.get(path) == "ok -")
    server.server.stop(grace: .zero)
    #expect(Self.exists(path))
  }

  @Test func aDescriptorThatDoesNotListenIsAnError() throws {
    let file = open("/dev/null", O_RDONLY)
    let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    for descriptor in [file, datagrams, client, 9999] {
      #expect(throws: HTTPServerError.notListening(descriptor: descriptor)) {
        try Self.server(.inherited(descriptor: descriptor))
      }
      close(descriptor)
    }
  }
}

extension ListeningSocket {
  /// Closes the socket, and leaves its file as a process that is killed does.
  fileprivate func leaveFile(_ path: String) throws {
    try #require(rename(path, "\(path).kept") == 0)
    removeFile()
    close()
    try #require(rename("\(path).kept", path) == 0)
  }
}

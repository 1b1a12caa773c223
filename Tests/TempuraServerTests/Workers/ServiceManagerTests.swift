import Basics
import Glibc
import TestSupport
import Testing

@testable import TempuraServer

/// The protocols of systemd. A test of a whole server is in the integration tests.
@Suite(.serialized) struct ServiceManagerTests {
  @Test func withoutSystemdThereIsNoSocket() throws {
    #expect(try ServiceManager.takeSocket([:]) == nil)
    #expect(try ServiceManager.takeSocket(["LISTEN_FDS": "1"]) == nil)
    // The variables of a parent, which are not for this process.
    #expect(try ServiceManager.takeSocket(["LISTEN_FDS": "1", "LISTEN_PID": "1"]) == nil)
    #expect(try ServiceManager.takeSocket(["LISTEN_FDS": "0", "LISTEN_PID": "\(getpid())"]) == nil)
  }

  @Test func severalSocketsAreAnError() {
    #expect(throws: CommandLineError.severalSockets(count: 2, names: ["a", "b"])) {
      try ServiceManager.takeSocket(["LISTEN_FDS": "2", "LISTEN_PID": "\(getpid())", "LISTEN_FDNAMES": "a:b"])
    }
    #expect(
      CommandLineError.severalSockets(count: 2, names: ["a", "b"]).description
        == "systemd passes on 2 sockets (a, b), and the server takes one. ListenStream= with a port alone, such as 8080, is "
        + "that port of all addresses.")
    #expect(throws: CommandLineError.self) {
      try ServiceManager.takeSocket(["LISTEN_FDS": "x", "LISTEN_PID": "\(getpid())"])
    }
  }

  @Test(arguments: [false, true]) func systemdIsTold(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let path = isAbstract ? "@tempura-test-\(getpid())" : "\(folder.path)/notify"
    let address = try #require(UnixSocketAddress(path: path, allowsAbstract: true))
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
    setenv("NOTIFY_SOCKET", path, 1)
    ServiceManager.tell("READY=1")
    unsetenv("NOTIFY_SOCKET")
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "READY=1")
    ServiceManager.tell("READY=1")  // does nothing
  }
}

import Basics
import HTTPServer
import Recordings
import TestSupport
import Testing

@testable import SessionKernel
@testable import TempuraServer

/// What a developer sees of the app on a poor network.
@Suite struct PoorNetworkTests {
  private func server(on platform: Platform = .system) throws -> (TestServer, PoorNetwork) {
    let server = try TestServer(threads: 1, development: Development(log: nil, hasPanel: true), platform: platform)
    return (server, try #require(server.runtime.app.development?.network))
  }

  private func count(of browser: Browser, at server: TestServer) throws -> Int? {
    let session = try #require(server.session(of: browser))
    return session.inTurn { (session.state?.current as? LibraryState)?.count }
  }

  private func client(of server: TestServer, _ path: String, _ browser: Browser? = nil) throws -> RawClient {
    let client = try RawClient(port: server.port)
    let cookie = browser?.cookie.map { "Cookie: session=\($0)\r\n" } ?? ""
    client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(cookie)\r\n")
    return client
  }

  @Test func onASlowNetworkARequestComesLaterAndHoldsUpNoOther() throws {
    let late = Locked<[@Sendable () -> Void]>([])
    let system = Platform.system
    let platform = Platform(
      time: system.time, uptime: system.uptime,
      after: { seconds, body in
        if seconds == PoorNetwork.delay { late.withLock { $0.append(body) } } else { system.after(seconds, body) }
      }, start: nil, newID: system.newID, number: system.number)
    let (server, network) = try server(on: platform)
    network.set(.slow, server.runtime)
    let clients = try ["/list", "/health"].map { try client(of: server, $0) }
    try waitUntil { late.withLock(\.count) == 2 }
    for body in late.withLock({ $0 }) { body() }
    for client in clients { #expect(try client.response().status == 200) }
  }

  @Test func onALossyNetworkAFormThatIsSentAgainIsAppliedOnce() throws {
    let (server, network) = try server()
    let browser = try server.browser(at: "/list")
    network.set(.lossy, server.runtime)
    var fates = PoorNetwork.Fates(.lossy)
    /// Sends a request until it is answered, and returns how it was lost.
    func send(_ request: () throws -> Answer) throws -> [PoorNetwork.Fates.Fate] {
      var losses: [PoorNetwork.Fates.Fate] = []
      while true {
        let fate = fates.next()
        if fate == .arrives {
          #expect(try [200, 303].contains(request().status))
          return losses
        }
        #expect(throws: TestError.self) { try request() }
        losses.append(fate)
      }
    }
    var losses: [PoorNetwork.Fates.Fate] = []
    for number in 1...10 {
      _ = try send { try browser.open("/list") }
      let form = browser.form(tap: "increment")
      losses += try send { try browser.post(form) }
      #expect(try count(of: browser, at: server) == number)
    }
    #expect(losses.contains(.isLost) && losses.contains(.losesAnswer))
  }

  @Test func withoutANetworkNothingIsAnsweredAndStreamsEnd() throws {
    let (server, network) = try server()
    let browser = try server.browser(at: "/list")
    let stream = try client(of: server, "/live?stream=streamstreamstream", browser)
    _ = try stream.text(until: "event: change\ndata:\n\n")
    let edits = try client(of: server, "/live?development")
    network.set(.offline, server.runtime)
    _ = try stream.untilClosed()
    #expect(server.runtime.streams.isEmpty)
    for path in ["/list", "/health", "/live?stream=streamstreamstream", "/tempura-panels"] {
      #expect(try client(of: server, path, browser).isClosed(), "\(path)")
    }
    #expect(throws: TestError.self) { try browser.tap("increment") }
    // The developer's own requests arrive.
    _ = try edits.text(until: "\n\n")
    _ = try client(of: server, "/live?development").text(until: "data: ")
    network.set(.good, server.runtime)
    #expect(network.condition == .good)
    #expect(try browser.open("/list").status == 200)
    #expect(try count(of: browser, at: server) == 0)
  }
}

import Dispatch
import Katana
import Basics
import Tempura
import Testing

@testable import TempuraServer

/// Requests that come without a connection, which are answered as others are.
@Suite struct LocalRequestTests {
  private final class Box<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func put(_ value: Value) {
      self.value.withLock { $0 = value }
      isThere.signal()
    }

    func take() throws -> Value {
      isThere.wait()
      return try #require(value.withLock { $0 })
    }
  }

  private func answer(_ server: AppServer, _ request: LocalRequest) throws -> LocalAnswer {
    let box = Box<LocalAnswer>()
    server.respond(to: request) { box.put($0) }
    return try box.take()
  }

  private func withoutNonces(_ page: String) -> String {
    page.replacing(
      /[0-9a-f]{32}|value="[0-9a-v]{13}\.[0-9a-v]{8}\.[0-9a-v]{11}"|data-version="[^"]*"|Request \w+/, with: "")
  }

  @Test(arguments: [
    "/", "/list", "/list/book?book=7", "/list/book?book=x", "/list/b%6Fok?book=7&more=%20", "/nowhere", "/tabs/left",
  ])
  func anAnswerIsThatOfHTTP(_ url: String) throws {
    let server = try AppServer.inMemory(LibraryDelegate.self)
    let overHTTP = try Browser(port: server.start()).get(url)
    let local = try answer(server, LocalRequest(url: url))
    #expect(local.status == overHTTP.status)
    #expect(local.header("Location") == overHTTP.header("Location"))
    #expect((local.header("Set-Cookie") == nil) == (overHTTP.header("Set-Cookie") == nil))
    #expect(withoutNonces(local.page) == withoutNonces(overHTTP.body))
  }

  @Test func aFormIsTakenAndItsDispatchesAreTold() throws {
    let dispatched = Box<String>()
    let server = try AppServer.inMemory(LibraryDelegate.self) { item in dispatched.put("\(type(of: item))") }
    let first = try answer(server, LocalRequest(url: "/list"))
    let cookie = try #require(first.header("Set-Cookie")?.split(separator: ";").first?.split(separator: "=").last)
    let request = LocalRequest(
      url: "/list", form: [.init("list.field", "count"), .init("tap", "list.go")],
      cookies: ["session": String(cookie)])
    let answer = try answer(server, request)
    #expect(answer.status == 303 && answer.header("location") == "/list")
    #expect(try dispatched.take() == "Count")

    let seen = Box<String>()
    server.look(at: "/list") { view in seen.put("\((view?.state as? LibraryState)?.count ?? -1) \(view?.route ?? [])") }
    #expect(try seen.take() == "1 [\"list\"]")
  }

  @Test func aFormThatNoPageHasIsRefused() throws {
    let server = try AppServer.inMemory(LibraryDelegate.self)
    let answer = try answer(server, LocalRequest(url: "/list", form: [.init("tap", "a"), .init("tap", "b")]))
    #expect(answer.status == 400)
  }

  @Test func noSessionIsInspectedBeforeTheFirstPage() throws {
    let server = try AppServer.inMemory(LibraryDelegate.self)
    let seen = Box<Bool>()
    server.look(at: "/list") { seen.put($0 == nil) }
    #expect(try seen.take())
  }
}

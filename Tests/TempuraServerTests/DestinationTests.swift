import Foundation
import Tempura
import Testing

@testable import TempuraServer

/// URLs are routes with their contexts.
@Suite struct DestinationTests {
  /// What a server makes of a URL: its parts, decoded.
  private func destination(of url: String, _ table: RouteTable? = nil) throws -> Destination {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? "?" }
    let items = parts.count == 1 ? [] : parts[1].split(separator: "&")
    let query: [(name: String, value: String)] = items.map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: decoded(pair[0]), value: pair.count > 1 ? decoded(pair[1]) : "")
    }
    return try #require(
      (table ?? RouteTable()).destination(segments: parts[0].split(separator: "/").map(decoded), query: query))
  }

  private func url(_ route: Route, _ contexts: [Any?]) throws -> String {
    try RouteTable().destination(route: route, contexts: contexts.map { $0.map { ScreenContext($0) } }).url
  }

  @Test(
    arguments: [
      ([], [], "/"), (["home"], [], "/home"), (["home", "detail"], [nil, "4F2A"], "/home/detail?detail=4F2A"),
      (["a"], ["root"], "/a?a=root"), (["a", "b"], ["1", "2"], "/a/b?a=1&b=2"),
      (["a", "a", "a"], ["1", nil, "3"], "/a/a/a?a=1&a.3=3"), (["a", "a"], [nil, "2"], "/a/a?a.2=2"),
      (["a", "a.2", "a"], ["1", "2", "3"], "/a/a.2/a?a=1&a.2=2&a.3=3"),
      (["a", "a", "a.2"], ["1", "2", "3"], "/a/a/a.2?a=1&a.2=2&a.2.2=3"),
      (
        ["with space", "a/b", "ü?&=#%"], [nil, "x y", "/?&=#%+ü"],
        "/with%20space/a%2Fb/%C3%BC%3F%26%3D%23%25?a%2Fb=x%20y&%C3%BC%3F%26%3D%23%25=%2F%3F%26%3D%23%25%2B%C3%BC"
      ),
      (["a"], [""], "/a?a="), (["👍🏽"], ["\r\n\t"], "/%F0%9F%91%8D%F0%9F%8F%BD?%F0%9F%91%8D%F0%9F%8F%BD=%0D%0A%09"),
      (["~a-b._c"], [], "/~a-b._c"), (["<script>'\""], [], "/%3Cscript%3E%27%22"),
    ] as [([String], [String?], String)])
  func aRouteIsAURLAndBack(route: [String], contexts: [String?], url: String) throws {
    #expect(try self.url(route, contexts) == url)
    let back = try self.destination(of: url)
    #expect(back.route == route)
    for index in route.indices {
      let context = index < contexts.count ? contexts[index] : nil
      #expect(back.contexts[index] as? String == context)
    }
    #expect(back.url == url)
  }

  @Test func aContextThatIsNoTextIsOnlySaidToBeThere() throws {
    let contexts: [ScreenContext?] = [ScreenContext(7), ScreenContext("text"), nil]
    let destination = try RouteTable().destination(route: ["a", "b", "c"], contexts: contexts)
    #expect(destination.url == "/a/b/c?a.kept=\(contexts[0]?.id ?? "")&b=text")
    #expect(destination.keptIndex == 0)
    let back = try self.destination(of: destination.url + "&x=1")
    #expect(back.url == destination.url && back.keptIndex == 0 && back.contexts[0] == nil)
    #expect(back.contexts[1] as? String == "text")
  }

  @Test func twoContextsThatAreNoTextHaveTwoURLs() throws {
    #expect(try url(["a"], [7]) != url(["a"], [7]))
  }

  @Test func namesForWhatIsKeptAreNotThoseOfElements() throws {
    let contexts: [ScreenContext?] = [ScreenContext(7), ScreenContext("text")]
    let destination = try RouteTable().destination(route: ["a", "a.kept"], contexts: contexts)
    #expect(destination.url == "/a/a.kept?a.kept.=\(contexts[0]?.id ?? "")&a.kept=text")
    let back = try self.destination(of: destination.url)
    #expect(back.keptIndex == 0 && back.contexts[1] as? String == "text")
  }

  @Test func moreContextsThanElementsAreIgnored() throws {
    #expect(try url(["a"], ["1", "2"]) == "/a?a=1")
  }

  @Test func otherItemsOfAQueryAreIgnored() throws {
    #expect(try destination(of: "//a///b/").route == ["a", "b"])
    #expect(try destination(of: "/a?x=1&a=first&a=second&A=3&b=4").url == "/a?a=first")
    #expect(try destination(of: "/").route == [])
    #expect(try destination(of: "/?a=1").contexts.isEmpty)
  }

  @Test func aLongRouteIsNoProblem() throws {
    let route = Array(repeating: "a", count: 4000)
    #expect(try destination(of: url(route, route)).contexts.count == 4000)
  }

  @Test func contextsThatAreTooLongForAURLAreNotInIt() throws {
    let table = try RouteTable()
    func destination(_ contexts: [String]) -> Destination {
      table.destination(route: ["a", "b"], contexts: contexts.map { ScreenContext($0) })
    }
    let long = String(repeating: "x", count: 4096)
    #expect(destination([long, ""]).keptIndex == nil)
    #expect(destination([long, "y"]).keptIndex == 1)
    #expect(destination([long + "y", "y"]).keptIndex == 0)
    #expect(destination([long + "y", "y"]).url.hasSuffix("&b=y"))
    #expect(destination([String(repeating: "ü", count: 1000), ""]).keptIndex == 0, "as it is written in the URL")
    #expect(destination(["a\0b", ""]).keptIndex == 0, "no URL can have a zero byte")
    #expect(table.destination(segments: ["a"], query: [("a", long + "y")]) == nil)
  }
}

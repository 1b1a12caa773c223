import Foundation
import Testing

@testable import TempuraServer

/// URLs are routes with their contexts.
@Suite struct DestinationTests {
  /// What a server makes of a URL: its parts, decoded.
  private func destination(of url: String) -> Destination {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? "?" }
    let items = parts.count == 1 ? [] : parts[1].split(separator: "&")
    let query: [(name: String, value: String)] = items.map { item in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: decoded(pair[0]), value: pair.count > 1 ? decoded(pair[1]) : "")
    }
    return Destination(segments: parts[0].split(separator: "/").map(decoded), query: query)
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
      (["a"], [""], "/a?a="), (["👍🏽"], ["\r\n\0"], "/%F0%9F%91%8D%F0%9F%8F%BD?%F0%9F%91%8D%F0%9F%8F%BD=%0D%0A%00"),
      (["~a-b._c"], [], "/~a-b._c"), (["<script>'\""], [], "/%3Cscript%3E%27%22"),
    ] as [([String], [String?], String)])
  func aRouteIsAURLAndBack(route: [String], contexts: [String?], url: String) {
    let destination = Destination(route: route, contexts: contexts)
    #expect(destination.url == url)
    let back = self.destination(of: url)
    #expect(back.route == route)
    for index in route.indices {
      let context = index < contexts.count ? contexts[index] : nil
      #expect(back.contexts[index] as? String == context)
    }
    #expect(back.url == url)
  }

  @Test func aContextThatIsNoTextIsNotInTheURL() {
    let contexts: [Any?] = [7, "text", nil]
    #expect(Destination(route: ["a", "b", "c"], contexts: contexts).url == "/a/b/c?b=text")
  }

  @Test func moreContextsThanElementsAreIgnored() {
    let contexts: [Any?] = ["1", "2"]
    #expect(Destination(route: ["a"], contexts: contexts).url == "/a?a=1")
  }

  @Test func whatElseIsInAURLDoesNotMatter() {
    #expect(destination(of: "//a///b/").route == ["a", "b"])
    #expect(destination(of: "/a?x=1&a=first&a=second&A=3&b=4").url == "/a?a=first")
    #expect(destination(of: "/").route == [])
    #expect(destination(of: "/?a=1").contexts.isEmpty)
  }

  @Test func aLongRouteIsNoProblem() {
    let route = Array(repeating: "a", count: 4000)
    #expect(destination(of: Destination(route: route, contexts: route).url).contexts.count == 4000)
  }
}

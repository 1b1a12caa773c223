import Basics
import Foundation
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

private struct Search: Codable, Equatable {
  var text = ""
  var limit = 10
}

private enum Section: String { case todo, done }

/// A set, which is written in whichever order.
private struct Odd: LosslessStringConvertible {
  static let description = "odd"
  let description = "odd"
  init() {}
  init?(_ description: String) { return nil }
}

/// Contexts of all types, and paths of an app's own.
@Suite struct RouteTableTests {
  private let types: [String: ContextType] = [
    "number": .text(Int.self).optional, "flag": .text(Bool.self), "part": .text(Double.self),
    "section": .text(Section.self),
    "search": .json(Search.self), "names": .json([String].self), "one": .json(Int.self), "odd": .text(Odd.self),
  ]

  private func url(_ route: Route, _ contexts: [Any?], _ table: RouteTable) -> String {
    table.destination(route: route, contexts: contexts.map { $0.map { ScreenContext($0) } }).url
  }

  // MARK: - Types

  @Test func aContextCanBeTheQuery() throws {
    let table = try RouteTable(types: ["back": .query, "number": .text(Int.self)], paths: ["/signed-in": ["back"]])
    let destination = table.destination(url: "/signed-in?state=a%2Bb+c&code=%C3%A9&state=other&empty=&x.kept=1")
    let items = ["state": "a+b c", "code": "é", "empty": "", "x.kept": "1"]
    #expect(destination?.contexts[0] as? [String: String] == items)
    let canonical = "/signed-in?code=%C3%A9&empty=&state=a%2Bb%20c&x.kept=1"
    #expect(destination?.url == canonical && table.destination(url: canonical)?.url == canonical)
    #expect(url(["back"], [items], table) == canonical)
    #expect(table.destination(url: "/signed-in")?.contexts.isEmpty == true)
    #expect(table.destination(url: "/signed-in?")?.contexts.isEmpty == true)
    // The context of another screen is none of its items.
    let both = table.destination(url: "/back/number?number=7&code=a&back=b")
    #expect(both?.contexts[0] as? [String: String] == ["code": "a", "back": "b"] && both?.contexts[1] as? Int == 7)
    #expect(both?.url == "/back/number?back=b&code=a&number=7")
    let long = String(repeating: "a", count: 5000)
    #expect(table.destination(url: "/signed-in?code=\(long)") == nil)
  }

  @Test func aURLWithoutADeclaredContextLeadsNowhere() throws {
    let table = try RouteTable(types: types, paths: ["/s/{search}": ["search"]])
    for url in ["/flag", "/list/flag", "/flag/list?list=1", "/search", "/list/search?flag=true"] {
      #expect(table.destination(url: url) == nil, "\(url)")
    }
    #expect(table.destination(url: "/list/flag?flag=true")?.contexts[1] as? Bool == true)
    #expect(table.destination(url: "/flag?flag.kept=a")?.keptIndex == 0)
    #expect(table.destination(url: "/number")?.contexts.isEmpty == true && table.destination(url: "/text") != nil)
    #expect(url(["flag"], [], table) == "/flag")
    #expect(Misuse.messages.contains { $0.contains("\"flag\" is shown without a context") })
  }

  @Test func aContextCanBeAForm() throws {
    let table = try RouteTable(types: ["back": .form, "number": .text(Int.self)], paths: ["/signed-in": ["back"]])
    let form = ["code": "1", "back": "2"]
    let destination = table.destination(url: "/signed-in?x=1", form: form)
    #expect(destination?.contexts[0] as? [String: String] == form && destination?.url == "/signed-in")
    #expect(table.destination(url: "/list/back", form: form)?.contexts[1] as? [String: String] == form)
    for url in ["/signed-in", "/back", "/list/back"] {
      #expect(table.destination(url: url) == nil && table.takesForms(at: url), "\(url)")
    }
    for url in [
      "/list", "/signed-in?back=1", "/signed-in?back.kept=1", "/back/list", "/back/number?number=1", "/number",
    ] {
      #expect(!table.takesForms(at: url), "\(url)")
    }
    #expect(table.destination(route: ["back"], contexts: [ScreenContext(form)]).url.hasPrefix("/signed-in?back.kept="))
    #expect(table.destination(route: ["back"], contexts: [ScreenContext("text")]).keptIndex == 0)
  }

  @Test func contextsComeBackWithTheirTypes() throws {
    let table = try RouteTable(types: types)
    func back<T: Equatable>(_ element: String, _ context: T, _ text: String) {
      let url = url(["root", element], [nil, context], table)
      #expect(url == "/root/\(element)?\(element)=\(text)")
      #expect(table.destination(url: url)?.contexts[1] as? T == context)
      #expect(table.destination(url: url)?.url == url)
    }
    back("number", 7, "7")
    back("number", Int.min, "-9223372036854775808")
    back("flag", true, "true")
    back("part", 0.1, "0.1")
    back("part", -Double.infinity, "-inf")
    back("section", Section.done, "done")
    back(
      "search", Search(text: "Milk & \"/👍🏽", limit: 3),
      "%7B%22limit%22%3A3%2C%22text%22%3A%22Milk%20%26%20%5C%22%2F%F0%9F%91%8D%F0%9F%8F%BD%22%7D")
    back("names", ["a", "b"], "%5B%22a%22%2C%22b%22%5D")
    back("one", 1, "1")
    back("text", "", "")
    back("text", "7", "7")
  }

  @Test(
    arguments: [
      "/number?number=", "/number?number=seven", "/number?number=99999999999999999999", "/number?number=7.0",
      "/flag?flag=1", "/section?section=other", "/search?search=", "/search?search=%7B%7D",
      "/search?search=%7B%22text%22%3A7%2C%22limit%22%3A7%7D", "/search?search=null", "/one?one=1e400",
      "/names?names=" + String(repeating: "%5B", count: 1300), "/odd?odd=odd",
    ]) func aURLThatIsOfAnotherTypeLeadsNowhere(url: String) throws
  {
    let table = try RouteTable(types: types)
    #expect(table.destination(url: url) == nil)
  }

  @Test func thereIsOneURLForAContext() throws {
    let table = try RouteTable(types: types)
    #expect(table.destination(url: "/number?number=%2B007")?.url == "/number?number=7")
    let search = table.destination(
      url: "/search?search=%7B+%22text%22:%22a%22,%22more%22:1,%22limit%22:2%7D".replacing("+", with: "%20"))
    #expect(search?.contexts[0] as? Search == Search(text: "a", limit: 2))
    #expect(search?.url == "/search?search=%7B%22limit%22%3A2%2C%22text%22%3A%22a%22%7D")
  }

  @Test func aContextOfAnotherTypeThanWasSaidIsNotInTheURL() throws {
    let table = try RouteTable(types: types)
    for (element, context) in [("number", "7"), ("search", 7), ("part", Double.nan), ("odd", Odd())] as [(String, Any)]
    {
      let destination = table.destination(route: [element], contexts: [ScreenContext(context)])
      // Not a number is not equal to itself, but its text is.
      #expect((destination.keptIndex == 0) == (element != "part"), "\(element)")
    }
  }

  // MARK: - Paths

  private func paths() throws -> RouteTable {
    try RouteTable(
      types: types,
      paths: [
        "/": ["list"], "/lists/{item}": ["list", "item"], "/lists/new": ["list", "add"],
        "/lists/{item}/{number}": ["list", "item", "number"], "/lists/{item}/all": ["list", "item", "number"],
        "/about us/{a.2}/{a}": ["a", "a"], "/s/{search}": ["search"],
      ]
    ) { $0 == "/health" || $0.hasSuffix(".css") }
  }

  @Test(
    arguments: [
      (["list"], [], "/"), (["list"], ["x"], "/?list=x"), (["list", "item"], [nil, "4F2A"], "/lists/4F2A"),
      (["list", "item"], ["x", "4F2A"], "/lists/4F2A?list=x"), (["list", "item"], [], "/list/item"),
      (["list", "add"], [], "/lists/new"), (["list", "add"], [nil, "x"], "/lists/new?add=x"),
      (["list", "item", "number"], [nil, "i", 7], "/lists/i/7"),
      (["list", "item", "number"], [nil, "i", nil], "/lists/i/all"),
      (["list", "item", "number"], [nil, nil, 7], "/list/item/number?number=7"),
      (["a", "a"], ["first", "second"], "/about%20us/second/first"), (["a", "a"], ["first"], "/a/a?a=first"),
      (["search"], [Search(text: "a", limit: 1)], "/s/%7B%22limit%22%3A1%2C%22text%22%3A%22a%22%7D"),
      (["other", "screen"], [nil, "x"], "/other/screen?screen=x"),
      // What a path cannot say is in the query.
      (["list", "item"], [nil, ""], "/list/item?item="), (["list", "item"], [nil, "."], "/list/item?item=."),
      (["list", "item"], [nil, ".."], "/list/item?item=.."), (["list", "item"], [nil, "new"], "/list/item?item=new"),
      (["list", "item"], [nil, "a.css"], "/list/item?item=a.css"),
      // And what it can.
      (["list", "item"], [nil, "a/b"], "/lists/a%2Fb"), (["list", "item"], [nil, "/"], "/lists/%2F"),
      (["list", "item"], [nil, "100 % + ?&=#"], "/lists/100%20%25%20%2B%20%3F%26%3D%23"),
      (["list", "item"], [nil, "%2F"], "/lists/%252F"), (["list", "item"], [nil, "..."], "/lists/..."),
      (["list", "item"], [nil, "a.b"], "/lists/a.b"),
      (["list", "item"], [nil, "👍🏽 é"], "/lists/%F0%9F%91%8D%F0%9F%8F%BD%20%C3%A9"),
      (["list", "item"], [nil, "שלום\u{202E}"], "/lists/%D7%A9%D7%9C%D7%95%D7%9D%E2%80%AE"),
      (["list", "item"], [nil, "{item}"], "/lists/%7Bitem%7D"), (["list", "item"], [nil, " "], "/lists/%20"),
      (["list", "item"], [nil, "NEW"], "/lists/NEW"),
    ] as [([String], [(any Sendable)?], String)])
  func aRouteHasItsPathAndThePathItsRoute(route: [String], contexts: [(any Sendable)?], url: String) throws {
    let table = try paths()
    #expect(self.url(route, contexts, table) == url)
    let back = try #require(table.destination(url: url))
    #expect(back.route == route)
    #expect(back.url == url)
    for place in route.indices {
      let context = place < contexts.count ? contexts[place] : nil
      #expect(back.contexts[place].map { "\($0)" } == context.map { "\($0)" })
    }
  }

  @Test func theURLsThatARouteHasByDefaultLeadThereToo() throws {
    let table = try paths()
    #expect(table.destination(url: "/list")?.url == "/")
    #expect(table.destination(url: "/list/item?item=4F2A")?.url == "/lists/4F2A")
    #expect(table.destination(url: "/lists/i/seven") == nil, "no number")
    #expect(table.destination(url: "/lists/i?item=other")?.url == "/lists/other")
  }

  @Test func aPathThatTheServerAnswersIsNotTaken() throws {
    let table = try RouteTable(paths: ["/{page}": ["page"]]) { $0 == "/health" }
    #expect(url(["page"], ["health"], table) == "/page?page=health")
    #expect(url(["page"], ["Health"], table) == "/Health")
    #expect(table.destination(url: "/page?page=health")?.url == "/page?page=health")
  }

  @Test(
    arguments: [
      ([("lists", ["a"])], .badPath("lists")), ([("/a/", ["a"])], .badPath("/a/")), ([("//a", ["a"])], .badPath("//a")),
      ([("/../a", ["a"])], .badPath("/../a")), ([("", ["a"])], .badPath("")), ([("/a", [])], .emptyRoute("/a")),
      ([("/{c}", ["a", "b"])], .unknownContext("c", path: "/{c}", contexts: ["a", "b"])),
      ([("/{a.2}", ["a"])], .unknownContext("a.2", path: "/{a.2}", contexts: ["a"])),
      ([("/{a}/{a}", ["a"])], .repeatedContext("a", path: "/{a}/{a}")),
      ([("/health", ["a"])], .reservedPath("/health")),
      ([("/{a}/x", ["a"]), ("/{b}/x", ["b"])], .samePaths("/{a}/x", "/{b}/x")),
      ([("/x", ["a"]), ("/y", ["a"])], .twoPaths("/x", "/y", ["a"])),
      ([("/x/{a}", ["a"]), ("/{a}", ["a"])], .twoPaths("/x/{a}", "/{a}", ["a"])),
    ] as [([(String, [String])], RouteURLError)])
  func mistakesAreToldAtStart(paths: [(String, [String])], error: RouteURLError) {
    #expect(throws: error) {
      try RouteTable(paths: Dictionary(uniqueKeysWithValues: paths)) { $0 == "/health" }
    }
  }

  @Test func aScreenThatTakesFormsOfOtherSitesIsNotShownWithoutOne() {
    #expect(throws: RouteURLError.optionalForm("in")) { try RouteTable(types: ["in": .form.optional]) }
  }

  @Test func aRouteWithoutAURLIsTheAppsMistakeAndNotAClients() throws {
    let table = try RouteTable(isReserved: { $0.hasSuffix(".css") })
    func isReported(_ path: String) -> Bool { Misuse.messages.contains { $0.contains("The route \(path) has no URL") } }
    _ = table.destination(url: "/typed.css")
    #expect(!isReported("/typed.css"))
    _ = url(["shown.css"], [], table)
    #expect(isReported("/shown.css"))
  }

  @Test func mistakesAreToldInWords() {
    let wordings: [(RouteURLError, String)] = [
      (
        .badPath("a"),
        "routePaths: \"a\" is not a valid path. It must begin with a slash, end without one, and have no part \".\" or \"..\"."
      ),
      (.emptyRoute("/a"), "routePaths: the route of \"/a\" has no elements."),
      (
        .unknownContext("c", path: "/{c}", contexts: ["a", "b"]),
        "routePaths: \"/{c}\" contains {c}, but the contexts of its route are {a}, {b}."
      ),
      (.repeatedContext("a", path: "/{a}/{a}"), "routePaths: \"/{a}/{a}\" contains {a} twice."),
      (
        .reservedPath("/health"),
        "routePaths: \"/health\" is the path of a file or of the server's health check. Choose another one."
      ),
      (
        .samePaths("/{a}", "/{b}"),
        "routePaths: \"/{a}\" and \"/{b}\" match the same URLs. Add a part without braces to one of them."
      ),
      (
        .twoPaths("/x", "/y", ["a", "b"]),
        "routePaths: \"/x\" and \"/y\" are both paths of /a/b with the same contexts. Keep one."
      ),
      (
        .optionalForm("in"),
        "routeContexts: \"in\" takes forms of other sites, and so it cannot be shown without one. Remove .optional, and show "
          + "another screen where there is no form."
      ),
    ]
    for (error, wording) in wordings { #expect(error.description == wording) }
  }

  // MARK: - Without types and paths

  private func destination(of url: String) throws -> Destination {
    try #require(try RouteTable().destination(url: url))
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
    #expect(try self.url(route, contexts, RouteTable()) == url)
    let back = try destination(of: url)
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
    #expect(try url(["a"], [7], RouteTable()) != url(["a"], [7], RouteTable()))
  }

  @Test func namesForWhatIsKeptAreNotThoseOfElements() throws {
    let contexts: [ScreenContext?] = [ScreenContext(7), ScreenContext("text")]
    let destination = try RouteTable().destination(route: ["a", "a.kept"], contexts: contexts)
    #expect(destination.url == "/a/a.kept?a.kept.=\(contexts[0]?.id ?? "")&a.kept=text")
    let back = try self.destination(of: destination.url)
    #expect(back.keptIndex == 0 && back.contexts[1] as? String == "text")
  }

  @Test func moreContextsThanElementsAreIgnored() throws {
    #expect(try url(["a"], ["1", "2"], RouteTable()) == "/a?a=1")
  }

  @Test func otherItemsOfAQueryAreIgnored() throws {
    #expect(try destination(of: "//a///b/").route == ["a", "b"])
    #expect(try destination(of: "/a?x=1&a=first&a=second&A=3&b=4").url == "/a?a=first")
    #expect(try destination(of: "/").route == [])
    #expect(try destination(of: "/?a=1").contexts.isEmpty)
  }

  @Test func aLongRouteIsNoProblem() throws {
    let route = Array(repeating: "a", count: 4000)
    #expect(try destination(of: url(route, route, RouteTable())).contexts.count == 4000)
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

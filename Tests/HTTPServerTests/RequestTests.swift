import Foundation
import HTTPServer
import TestSupport
import Testing

struct RequestTests {
  @Test func theHandlerSeesTheRequestAsItWasSent() throws {
    let server = try TestServer { exchange in
      let items = exchange.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
      exchange.respond(
        text: """
          \(exchange.method) \(exchange.path) \(exchange.rawQuery ?? "-") \(exchange.pathSegments) \(items) \
          \(exchange.host ?? "-") \(exchange.clientAddress) \(exchange.isSecure)
          """)
    }
    let answer = try server.get("/list/a%20b/caf%C3%A9/?x=1&y=a+b%26&x=2&&flag&=q")
    #expect(answer.status == 200)
    #expect(
      answer.text == """
        GET /list/a%20b/caf%C3%A9/ x=1&y=a+b%26&x=2&&flag&=q ["list", "a b", "café"] x=1,y=a b&,x=2,flag=,=q \
        localhost 127.0.0.1 false
        """)
    #expect(try server.get("/").text == "GET / - []  localhost 127.0.0.1 false")
    #expect(try server.get("/?").text == "GET /  []  localhost 127.0.0.1 false")
    #expect(try server.get("/a%2Fb//c").text == #"GET /a%2Fb//c - ["a/b", "c"]  localhost 127.0.0.1 false"#)
    let whole = try server.get("http://example.org:81/a?b")
    #expect(whole.text == #"GET /a b ["a"] b= example.org:81 127.0.0.1 false"#)
  }

  @Test func theHandlerSeesThePathBelowTheBasePath() throws {
    let server = try TestServer {
      $0.basePath = "/a/b"
    } handle: {
      let isTarget = $0.isTarget("/list?x=1") || $0.isTarget("/")
      $0.respond(text: "\($0.isBelowBasePath) \($0.path) \($0.pathSegments) \(isTarget) \($0.basePath)")
    }
    for target in ["/a/b/list?x=1", "http://example.org/a/b/list?x=1"] {
      #expect(try server.get(target).text == #"true /list ["list"] true /a/b"#)
    }
    #expect(try server.get("/a/b/").text == "true / [] true /a/b")
    #expect(try server.get("/a/b//c?").text == #"true //c ["c"] false /a/b"#)
    for path in ["/", "/a/b", "/a/bc", "/list", "/b/a/b/", "/a%2Fb/", "/A/b/"] {
      let text = try server.get(path).text
      #expect(text.hasPrefix("false \(path) ["))
      #expect(text.hasSuffix(" \(path == "/") /a/b"))
    }
  }

  @Test(
    arguments: [
      ("localhost", nil), ("localhost:80", nil), ("localhost:8080", 8080), ("[::1]", nil), ("[::1]:8080", 8080),
      ("a:443", 443), ("a:", nil), ("a:65536", nil), ("a:b", nil), ("", nil), (":1", 1),
    ] as [(String, UInt16?)])
  func thePortIsTheOneThatTheClientNames(host: String, port: UInt16?) throws {
    let server = try TestServer { $0.respond(text: $0.port.map { "\($0)" } ?? "-") }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(try client.response().text == port.map { "\($0)" } ?? "-")
  }

  @Test func theUsualPortIsThatOfTheScheme() throws {
    let server = try TestServer {
      $0.trustsForwardedHeaders = true
    } handle: {
      $0.respond(text: $0.port.map { "\($0)" } ?? "-")
    }
    func port(_ scheme: String, _ host: String) throws -> String {
      try server.get("/", headers: "X-Forwarded-Proto: \(scheme)\r\nX-Forwarded-Host: \(host)\r\n").text
    }
    #expect(try port("https", "a:443") == "-")
    #expect(try port("https", "a:80") == "80")
    #expect(try port("https", "a:8443") == "8443")
    #expect(try port("http", "a:443") == "443")
  }

  @Test func headersAndCookiesAreLookedUp() throws {
    let server = try TestServer { exchange in
      exchange.respond(
        text: """
          \(exchange.header("x-one") ?? "-") \(exchange.header("X-None") ?? "-") \(exchange.header("X-Empty") ?? "-") \
          \(exchange.header("X-One", is: "hello")) \
          \(exchange.cookies("a")) \(exchange.cookies("b")) \(exchange.cookies("c")) \(exchange.cookies("aa"))
          """)
    }
    let fields = "X-One:  Hello \t\r\nX-Empty:\r\nCookie: aa=0; a=1;b=x=y ; =; c\r\n"
    #expect(try server.get("/", headers: fields).text == #"Hello -  true ["1"] ["x=y"] [] ["0"]"#)
    #expect(try server.get("/").text == "- - - false [] [] [] []")
  }

  @Test func cookiesOfOneNameKeepTheirOrder() throws {
    let server = try TestServer { exchange in
      var first: String?
      exchange.forEachCookie("a") {
        first = String(decoding: $0, as: UTF8.self)
        return false
      }
      exchange.respond(text: "\(exchange.cookies("a")) \(first ?? "-")")
    }
    #expect(try server.get("/", headers: "Cookie: a=1; b=2;a=; A=3; a=4\r\n").text == #"["1", "", "4"] 1"#)
  }

  @Test func cookiesAreFoundByWhatTheirNamesBeginWith() throws {
    let server = try TestServer { $0.respond(text: "\($0.cookies("a-", isPrefix: true))") }
    #expect(try server.get("/", headers: "Cookie: a=1; a-b=2=3; c=a-; a-=4; a-d; b-a-e=5\r\n").text == #"["2=3", "4"]"#)
  }

  @Test func fieldsOfAProxyThatIsNotTrustedAreNamed() throws {
    func named(_ fields: String, isTrusted: Bool = false) throws -> String {
      let server = try TestServer {
        $0.trustsForwardedHeaders = isTrusted
      } handle: {
        $0.respond(text: $0.ignoredProxyField ?? "-")
      }
      return try server.get("/", headers: fields).text
    }
    #expect(try named("X-Forwarded-For: 192.0.2.1\r\n") == "X-Forwarded-For")
    #expect(try named("forwarded: for=192.0.2.1\r\n") == "Forwarded")
    #expect(try named("X-REAL-IP: 192.0.2.1\r\n") == "X-Real-IP")
    #expect(try named("X-Forwarded-Proto: https\r\n") == "X-Forwarded-Proto")
    #expect(try named("X-Request-Id: 1\r\n") == "-")
    #expect(try named("X-Forwarded-For: 192.0.2.1\r\n", isTrusted: true) == "-")
  }

  @Test func cookiesCanBeReadOnAnotherThread() throws {
    let server = try TestServer { exchange in
      Thread.detachNewThread { exchange.respond(text: "\(exchange.cookies("a"))") }
    }
    #expect(try server.get("/", headers: "Cookie: a=1; b=2; a=4\r\n").text == #"["1", "4"]"#)
  }

  @Test func theAnswerToHeadHasALengthAndNoBody() throws {
    let server = try TestServer { $0.respond(text: "\($0.method)") }
    let client = try server.connect()
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try client.response(toHead: true)
    #expect(head.status == 200)
    #expect(head.header("Content-Length") == "4")
    #expect(try client.response().text == "GET")
  }

  @Test(arguments: ["OPTIONS", "DELETE", "TRACE", "PROPFIND", "get"])
  func theHandlerDecidesAboutMethods(method: String) throws {
    let server = try TestServer { exchange in
      exchange.respond(
        exchange.method == .options ? .options(allow: "GET, POST") : .methodNotAllowed(allow: "GET, POST"))
    }
    let answer = try server.send("\(method) / HTTP/1.1\r\nHost: a\r\nX-Secret: s\r\n\r\n")
    #expect(answer.status == (method == "OPTIONS" ? 204 : 405))
    #expect(answer.header("Allow") == "GET, POST")
    #expect(answer.body.isEmpty)
  }

  @Test func optionsOfTheWholeServerNeedNoHandler() throws {
    let server = try TestServer { _ in Issue.record("Nobody asked the handler") }
    #expect(try server.send("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").status == 204)
    #expect(try server.send("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n").status == 400)
  }

  @Test func aConnectionCarriesManyRequests() throws {
    let server = try TestServer { $0.respond(text: $0.path) }
    let client = try server.connect()
    for number in 0..<50 {
      client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().text == "/\(number)")
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let server = try TestServer { exchange in
      exchange.method == .post ? exchange.respondWithForm() : exchange.respond(text: exchange.path)
    }
    let client = try server.connect()
    let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\nn="
    var all = ""
    for number in 100..<200 {
      all += "GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\nPOST /f HTTP/1.1\r\nHost: a\r\n\(form)\(number)"
    }
    client.send(all)
    for number in 100..<200 {
      #expect(try client.response().text == "/\(number)")
      #expect(try client.response().text == "n=\(number)")
    }
  }

  @Test func aRequestSentByteByByteIsComplete() throws {
    let server = try TestServer { $0.respondWithForm() }
    let client = try server.connect()
    let body = "name=caf%C3%A9&x=%26"
    let request =
      "POST /f?q=1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    for byte in request.utf8 { client.send([byte]) }
    #expect(try client.response().text == "name=café|x=&")
  }

  @Test func eachResponseHasItsOwnId() throws {
    let server = try TestServer { $0.respond(text: $0.requestID) }
    let first = try server.get("/", headers: "X-Request-Id: mine\r\n")
    #expect(first.header("X-Request-Id") == first.text)
    #expect(first.text.utf8.count == 13)
    #expect(try server.get("/").text != first.text)
    #expect(try server.get("/%").header("X-Request-Id")?.utf8.count == 13)
  }

  @Test func aTrustedProxyDescribesTheClient() throws {
    let server = try TestServer {
      $0.trustsForwardedHeaders = true
    } handle: { exchange in
      exchange.respond(
        text: "\(exchange.clientAddress) \(exchange.isSecure) \(exchange.host ?? "-") \(exchange.requestID)")
    }
    let fields =
      "X-Forwarded-For: 6.6.6.6, 10.1.2.3\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: example.org\r\n"
      + "X-Request-Id: abc-1.2_3\r\n"
    let answer = try server.get("/", headers: fields)
    #expect(answer.text == "10.1.2.3 true example.org abc-1.2_3")
    #expect(answer.header("X-Request-Id") == "abc-1.2_3")
    // Of several fields, or of a list, the last item is that of the proxy in front of this server.
    let several =
      "X-Forwarded-For: 203.0.113.77\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Host: evil\r\nx-forwarded-host: good\r\n"
      + "X-Forwarded-Proto: http\r\nX-Forwarded-Proto: https\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n"
    #expect(try server.get("/", headers: several).text == "192.0.2.1 true good two")
    let unsafe = "X-Forwarded-For: <script>\r\nX-Forwarded-Host: a/b\r\nX-Request-Id: a b\r\n"
    let words = try server.get("/", headers: unsafe).text.split(separator: " ")
    #expect(words.dropLast() == ["127.0.0.1", "false", "localhost"])
    #expect(words.last?.utf8.count == 13)
  }

  @Test func aProxyThatIsNotTrustedIsIgnored() throws {
    let server = try TestServer { $0.respond(text: "\($0.clientAddress) \($0.isSecure) \($0.host ?? "-")") }
    let fields = "X-Forwarded-For: 10.1.2.3\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: example.org\r\n"
    #expect(try server.get("/", headers: fields).text == "127.0.0.1 false localhost")
  }

  @Test func aBodyThatIsNotUsedIsSkipped() throws {
    let server = try TestServer { $0.respond(text: "\($0.path) \($0.form.count)") }
    let client = try server.connect()
    client.send("GET /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nGET /GET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response().text == "/1 0")
    #expect(try client.response().text == "/2 0")
  }

  @Test func aClientIsToldToContinue() throws {
    let server = try TestServer { $0.respondWithForm() }
    let client = try server.connect()
    client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n"
        + "Expect: 100-continue\r\n\r\n")
    #expect(try client.response().status == 100)
    client.send("a=1")
    #expect(try client.response().text == "a=1")
  }

  @Test func aHeaderValueCannotBeginAnotherField() throws {
    let server = try TestServer { exchange in
      exchange.respond(.seeOther("/a\r\nSet-Cookie: b=c\0", shared: ["X-Common": "1"]))
    }
    let answer = try server.get("/")
    #expect(answer.status == 303)
    #expect(answer.header("Location") == "/aSet-Cookie: b=c")
    #expect(answer.header("Set-Cookie") == nil)
    #expect(answer.header("X-Common") == "1")
  }
}

extension HTTPExchange {
  /// The values of the cookies of a name, in their order.
  fileprivate func cookies(_ name: String, isPrefix: Bool = false) -> [String] {
    var values: [String] = []
    forEachCookie(name, isPrefix: isPrefix) {
      values.append(String(decoding: $0, as: UTF8.self))
      return true
    }
    return values
  }
}

import HTTPServer
import TempuraUI
import Testing

@testable import TempuraServer

/// Where the content security policy lets forms lead.
@Suite struct PagePolicyTests {
  private func policy(_ origins: [String], isFramed: Bool = false) -> String {
    PagePolicy(formOrigins: origins, isFramed: isFramed).text
  }

  @Test func formsLeadToThisServerAndTheOriginsOfTheConfiguration() {
    #expect(policy([]).contains("; form-action 'self'; "))
    let origins = ["https://login.example.com", "http://localhost:8081"]
    #expect(policy(origins).contains("; form-action 'self' https://login.example.com http://localhost:8081; "))
    #expect(policy(origins).contains("'nonce-\(String(repeating: "7", count: 32))'"))
  }

  @Test func onlyPagesOfThePanelMayBeInFrames() {
    #expect(policy([]).hasSuffix("; frame-ancestors 'none'"))
    #expect(policy([], isFramed: true).hasSuffix("; frame-ancestors 'self'"))
  }

  @Test func otherServersAreThoseOfTheOperator() {
    var servers = OtherServers()
    #expect(PagePolicy(formOrigins: [], servers).text == PagePolicy(formOrigins: []).text)
    servers.mapTiles = "https://tile.example.com:8443/a/{z}/{x}/{y}.png"
    servers.frames = ["https://a.example.com", "http://b.example.com"]
    let policy = PagePolicy(formOrigins: [], servers).text
    #expect(policy.contains("; img-src 'self' data: https://tile.example.com:8443; "))
    #expect(policy.contains("; frame-src 'self' https://a.example.com http://b.example.com; "))
  }

  @Test func originsAreCheckedAtTheStart() throws {
    try FormOriginError.check(["https://login.example.com", "http://127.0.0.1:8081", "https://a"])
    for text in [
      "", "login.example.com", "https://", "https://a/", "https://a/b", "https://a b", "https://a;", "ftp://a", "*",
    ] {
      #expect(throws: FormOriginError(text: text)) { try FormOriginError.check(["https://a", text]) }
      #expect(throws: FormOriginError.self) {
        var configuration = ServerConfiguration()
        configuration.formOrigins = [text]
        _ = try AppServer.inMemory(LibraryDelegate.self, configuration: configuration)
      }
    }
    #expect(
      "\(FormOriginError(text: "https://a/"))"
        == "ServerConfiguration.formOrigins: \"https://a/\" is not an origin. An origin is a scheme, a host and perhaps a port, "
        + "without a slash at its end, such as https://login.example.com.")
  }
}

extension PagePolicy {
  fileprivate var text: String {
    var text = ""
    headers(nonce: String(repeating: "7", count: 32)).forEach { _, value in
      text += String(decoding: value, as: UTF8.self)
    }
    return text
  }
}

import Foundation
import Testing

@testable import OpenIDConnect

/// What is checked of an ID token, and how a sign-in begins.
struct TokenTests {
  private static let variables = [
    "OPENID_ISSUER": "https://id.example.com", "OPENID_AUTHORIZATION": "https://id.example.com/authorize?tenant=1",
    "OPENID_TOKEN": "https://id.example.com/token", "OPENID_CLIENT": "orders", "OPENID_SECRET": "s3cret",
    "OPENID_REDIRECT": "https://orders.example.com/signed-in",
  ]
  private let openID: OpenID
  private let attempt = OpenID.Attempt()

  init() throws { openID = try #require(try OpenID(Self.variables)) }

  // MARK: - The operator's choice

  @Test func withoutVariablesThereIsNoProvider() throws {
    #expect(try OpenID([:]) == nil)
    #expect(try OpenID(["OPENID_TOKEN": "", "HOME": "/root"]) == nil)
  }

  @Test(arguments: variables.keys) func aVariableThatIsMissingIsNamed(name: String) {
    for value in [nil, ""] {
      var variables = Self.variables
      variables[name] = value
      let error = #expect(throws: OpenIDError.missing([name])) { try OpenID(variables) }
      #expect(error?.description == "Sign-in with OpenID Connect also needs \(name).")
    }
  }

  @Test(arguments: [
    "http://id.example.com/", "http://127.0.0.1.example.com/", "http://localhost@example.com/", "id.example.com", "/",
    ":",
    "ftp://localhost/",
  ]) func aProviderWithoutTLSIsRefused(url: String) {
    for name in ["OPENID_AUTHORIZATION", "OPENID_TOKEN"] {
      #expect(throws: OpenIDError.noTLS, "\(name)") { try OpenID(Self.variables.merging([name: url]) { $1 }) }
    }
  }

  @Test func aProviderOfThisMachineNeedsNoTLS() throws {
    for url in ["http://127.0.0.1:8081/token", "http://localhost/token"] {
      #expect(try OpenID(Self.variables.merging(["OPENID_TOKEN": url]) { $1 }) != nil)
    }
  }

  // MARK: - Tokens

  private func subject(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> String {
    var claims: [String: Any] = [
      "iss": openID.issuer, "sub": "24400320", "aud": "orders", "exp": 1_300_000_060, "nonce": attempt.nonce,
    ]
    change(&claims)
    let payload = try JSONSerialization.data(withJSONObject: claims).base64URL
    let answer = try JSONSerialization.data(withJSONObject: ["id_token": "e30.\(payload).c2ln"])
    return try IDToken(answer: answer).subject(for: openID, attempt, at: Date(timeIntervalSince1970: 1_300_000_000))
  }

  @Test func aTokenNamesItsUser() throws {
    #expect(try subject() == "24400320")
    #expect(try subject { $0["aud"] = ["orders"] } == "24400320")
    #expect(try subject { $0["azp"] = "orders" } == "24400320")
    #expect(try subject { $0["sub"] = "ü~?>" } == "ü~?>", "all characters of Base64 for URLs")
  }

  @Test(arguments: [
    ("iss", "https://eve.example.com"), ("aud", "other"), ("azp", "other"), ("nonce", "other"), ("sub", ""),
    ("nonce", nil), ("sub", nil), ("iss", nil), ("aud", nil), ("exp", nil),
  ]) func aTokenWithAnotherClaimIsRefused(claim: String, value: String?) {
    let error = #expect(throws: OpenIDError.self) { _ = try subject { $0[claim] = value } }
    // A claim that each token has is a part of its form.
    #expect(error == .badToken(value == nil && claim != "nonce" ? "form" : claim))
  }

  @Test func aTokenForSeveralAppsOrOfThePastIsRefused() {
    #expect(throws: OpenIDError.badToken("aud")) { try subject { $0["aud"] = ["orders", "other"] } }
    #expect(throws: OpenIDError.badToken("aud")) { try subject { $0["aud"] = [String]() } }
    #expect(throws: OpenIDError.badToken("exp")) { try subject { $0["exp"] = 1_300_000_000 } }
  }

  @Test(arguments: [
    "", "{}", "{\"id_token\":1}", "{\"id_token\":\"\"}", "{\"id_token\":\"a.b\"}", "{\"id_token\":\"a.!.c\"}",
  ])
  func whatIsNoTokenIsRefused(answer: String) {
    #expect(throws: OpenIDError.badToken("form")) { try IDToken(answer: Data(answer.utf8)) }
  }

  @Test func theAnswerOfAnotherAttemptOrProviderIsRefused() {
    let refused: [([String: String], OpenIDError)] = [
      ([:], .otherBrowser), (["code": "a"], .otherBrowser), (["code": "a", "state": "other"], .otherBrowser),
      (["code": "a", "state": attempt.state, "iss": "https://eve.example.com"], .badToken("iss")),
      (["error": "access_denied", "state": attempt.state], .refused),
    ]
    for (answer, error) in refused { #expect(throws: error) { try openID.subject(of: answer, attempt) } }
  }

  @Test func theURLOfTheProviderSaysWhatIsWanted() throws {
    let items = URLComponents(url: openID.url(for: attempt), resolvingAgainstBaseURL: false)?.queryItems ?? []
    let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, _ in "twice" }
    #expect(
      values == [
        "tenant": "1", "response_type": "code", "scope": "openid", "client_id": "orders", "state": attempt.state,
        "nonce": attempt.nonce, "redirect_uri": "https://orders.example.com/signed-in",
        "code_challenge": OpenID.challenge(attempt.verifier), "code_challenge_method": "S256",
      ])
  }

  /// RFC 7636, appendix B.
  @Test func theChallengeIsTheHashOfTheVerifier() {
    #expect(
      OpenID.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func noTwoAttemptsHaveTheSameSecrets() {
    let other = OpenID.Attempt()
    let secrets = [attempt.state, attempt.nonce, attempt.verifier, other.state, other.nonce, other.verifier]
    #expect(Set(secrets).count == 6 && secrets.allSatisfy { $0.utf8.count == 43 })
  }
}

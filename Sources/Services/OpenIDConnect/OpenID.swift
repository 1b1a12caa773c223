internal import Basics
internal import CGnuTLS
public import Foundation
internal import FoundationNetworking
internal import Hydra

/// A provider of sign-ins, by OpenID Connect's code flow with PKCE.
///
/// It does not check the signature of the ID token: the token comes from the provider's own address by TLS, which is enough (OpenID
/// Connect Core, section 3.1.3.7, item 6).
public struct OpenID: Sendable {
  /// What identifies the provider, as its configuration says.
  public let issuer: String
  public let authorizationURL, tokenURL: URL
  /// The app at the provider.
  public let client: String
  public let secret: String
  /// The app's URL to which the provider sends browsers back.
  public let redirectURL: String

  /// - Throws: `OpenIDError.noTLS` if a URL of the provider is neither `https` nor of this machine.
  public init(
    issuer: String, authorizationURL: URL, tokenURL: URL, client: String, secret: String, redirectURL: String
  ) throws(OpenIDError) {
    for url in [authorizationURL, tokenURL] {
      let isLocal = url.scheme == "http" && ["127.0.0.1", "localhost"].contains(url.host)
      guard url.scheme == "https" || isLocal else { throw .noTLS }
    }
    self.issuer = issuer
    self.authorizationURL = authorizationURL
    self.tokenURL = tokenURL
    self.client = client
    self.secret = secret
    self.redirectURL = redirectURL
  }

  // MARK: - The operator's choice

  private static let choice = Result { try OpenID(ProcessInfo.processInfo.environment) }

  /// The provider that the operator has chosen by the variables `OPENID_ISSUER`, `OPENID_AUTHORIZATION`, `OPENID_TOKEN`,
  /// `OPENID_CLIENT`, `OPENID_SECRET` and `OPENID_REDIRECT`; nil if there is none of them. Call it in
  /// `ServerLifecycle.serverWillStart()`, too, so that a mistake ends the start.
  ///
  /// - Throws: `OpenIDError.missing` if there are only some of the variables, and `.noTLS`.
  @discardableResult
  public static func configured() throws -> OpenID? { try choice.get() }

  init?(_ variables: [String: String]) throws(OpenIDError) {
    let names = ["ISSUER", "AUTHORIZATION", "TOKEN", "CLIENT", "SECRET", "REDIRECT"].map { "OPENID_\($0)" }
    let values = names.compactMap { variables[$0] }.filter { !$0.isEmpty }
    if values.isEmpty { return nil }
    guard values.count == names.count else { throw .missing(names.filter { variables[$0, default: ""].isEmpty }) }
    guard let authorization = URL(string: values[1]), let token = URL(string: values[2]) else { throw .noTLS }
    try self.init(
      issuer: values[0], authorizationURL: authorization, tokenURL: token, client: values[3], secret: values[4],
      redirectURL: values[5])
  }

  /// A sign-in that has begun. The session keeps it until its browser comes back.
  public struct Attempt: Codable, Equatable, Sendable {
    var state = OpenID.random()
    var nonce = OpenID.random()
    var verifier = OpenID.random()

    public init() {}
  }

  /// Where the browser is sent.
  public func url(for attempt: Attempt) -> URL {
    let items = [
      "response_type": "code", "scope": "openid", "client_id": client, "redirect_uri": redirectURL,
      "state": attempt.state, "nonce": attempt.nonce, "code_challenge": Self.challenge(attempt.verifier),
      "code_challenge_method": "S256",
    ]
    let separator = authorizationURL.query == nil ? "?" : "&"
    return URL(string: authorizationURL.absoluteString + separator + Self.form(items)) ?? authorizationURL
  }

  /// Checks what the browser brings back, and asks the provider who the user is.
  ///
  /// - Parameters:
  ///   - answer: The query of `redirectURL`.
  ///   - attempt: That of the session; nil if it has begun none.
  /// - Returns: The user at this provider: the claim `sub`.
  /// - Throws: `OpenIDError`, and errors of `URLSession`.
  public func subject(of answer: [String: String], _ attempt: Attempt?) throws -> String {
    guard let attempt, answer["state"] == attempt.state else { throw OpenIDError.otherBrowser }
    guard answer["iss"] ?? issuer == issuer else { throw OpenIDError.badToken("iss") }  // RFC 9207
    guard let code = answer["code"] else { throw OpenIDError.refused }
    var request = URLRequest(url: tokenURL, timeoutInterval: 10)
    request.httpMethod = "POST"
    let credentials = "\(PercentEncoding.encode(client)):\(PercentEncoding.encode(secret))"
    request.setValue("Basic \(Data(credentials.utf8).base64EncodedString())", forHTTPHeaderField: "Authorization")
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(
      Self.form([
        "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURL,
        "code_verifier": attempt.verifier,
      ]).utf8)
    let data = try Hydra.await(Self.answer(to: request))
    return try IDToken(answer: data).subject(for: self, attempt)
  }

  /// The body of the answer to a request, if its status is 200.
  private static func answer(to request: URLRequest) -> Promise<Data> {
    Promise(in: .background) { resolve, reject, _ in
      URLSession.shared.dataTask(with: request) { data, response, error in
        if let data, (response as? HTTPURLResponse)?.statusCode == 200 {
          resolve(data)
        } else {
          reject(error ?? OpenIDError.refused)
        }
      }.resume()
    }
  }

  static func random() -> String {
    Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64URL  // of the system's generator
  }

  /// The hash of a verifier (RFC 7636, section 4.2).
  static func challenge(_ verifier: String) -> String {
    var hash = [UInt8](repeating: 0, count: 32)
    gnutls_hash_fast(GNUTLS_DIG_SHA256, verifier, verifier.utf8.count, &hash)
    return Data(hash).base64URL
  }

  private static func form(_ items: [String: String]) -> String {
    items.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }
}

/// What a provider says about a user.
struct IDToken {
  private let claims: Claims

  private struct Claims: Decodable {
    let iss, sub: String
    let aud: Audience
    let azp, nonce: String?
    let exp: Double
  }

  /// One text, or an array.
  private struct Audience: Decodable {
    let clients: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      clients = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
    }
  }

  private struct Answer: Decodable { let id_token: String }

  /// Reads the answer of a token endpoint.
  init(answer: Data) throws {
    let decoder = JSONDecoder()
    guard let parts = try? decoder.decode(Answer.self, from: answer).id_token.split(separator: "."), parts.count == 3,
      let payload = Data(base64URL: String(parts[1])), let claims = try? decoder.decode(Claims.self, from: payload)
    else { throw OpenIDError.badToken("form") }
    self.claims = claims
  }

  /// Checks the claims (OpenID Connect Core, section 3.1.3.7).
  func subject(for openID: OpenID, _ attempt: OpenID.Attempt, at time: Date = Date()) throws -> String {
    guard claims.iss == openID.issuer else { throw OpenIDError.badToken("iss") }
    guard claims.aud.clients == [openID.client] else { throw OpenIDError.badToken("aud") }  // no other app may have it
    guard claims.azp ?? openID.client == openID.client else { throw OpenIDError.badToken("azp") }
    guard claims.exp > time.timeIntervalSince1970 else { throw OpenIDError.badToken("exp") }
    guard claims.nonce == attempt.nonce else { throw OpenIDError.badToken("nonce") }
    guard !claims.sub.isEmpty else { throw OpenIDError.badToken("sub") }
    return claims.sub
  }
}

/// Why a provider signs nobody in, for the log.
public enum OpenIDError: Error, Equatable, CustomStringConvertible {
  case otherBrowser
  /// Perhaps the user did not want to.
  case refused
  case badToken(_ claim: String)
  /// A URL of the provider has no TLS, which is what proves that the ID token is the provider's.
  case noTLS
  /// The variables that the operator has not set.
  case missing([String])

  public var description: String {
    switch self {
    case .otherBrowser: "The sign-in did not begin in this session, or was used already."
    case .refused: "The provider did not sign the user in."
    case .badToken(let claim): "The ID token of the provider is not valid: \(claim)."
    case .noTLS: "OPENID_AUTHORIZATION and OPENID_TOKEN must be https URLs, or http URLs of this machine."
    case .missing(let names): "Sign-in with OpenID Connect also needs \(names.joined(separator: ", "))."
    }
  }
}

extension Data {
  /// Base64 for URLs, without padding (RFC 4648, section 5).
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  init?(base64URL text: String) {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
  }
}

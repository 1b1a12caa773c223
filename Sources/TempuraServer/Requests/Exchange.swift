internal import Basics
internal import HTTPServer
internal import SessionKernel
internal import TempuraUI

/// A request to a screen and the way to answer it, wherever it came from.
protocol Exchange: WaitingClient {
  var requestID: String { get }
  /// The path as it was sent, without the base path, percent-encoded.
  var path: String { get }
  /// What comes before the path in the browser's URLs, such as `/todo`; empty for nothing.
  var basePath: String { get }
  /// The query as it was sent, without the question mark; nil if there is none.
  var rawQuery: String? { get }
  var isSecure: Bool { get }
  /// The port in the browser's URL; nil for the usual one.
  var port: UInt16? { get }
  /// The address of the client; nil if the request did not come over a network.
  var network: NetworkAddress? { get }
  /// How the content of the answer may be coded.
  var coding: ContentCoding { get }
  /// The name of a proxy's field that the request has and the server ignores; nil if there is none.
  var ignoredProxyField: String? { get }

  /// The trace that the client names; nil if it names none.
  var trace: Trace? { get }

  func header(_ name: StaticString) -> String?
  func header(_ name: StaticString, is value: StaticString) -> Bool
  /// Calls the closure with the value of each cookie of a name, in their order, until it returns false.
  ///
  /// - Parameter isPrefix: Whether the names only begin with that.
  func forEachCookie(_ name: String, isPrefix: Bool, _ body: (UnsafeRawBufferPointer) -> Bool)
  /// Whether the request has exactly this URL.
  func isTarget(_ url: String) -> Bool

  /// Changes what logs and metrics say of the request. Call it before the answer.
  func note(_ change: (inout RequestNotes) -> Void)

  /// Whether the request has an answer, or its client left. All parts of the request may be empty then.
  var isAnswered: Bool { get }

  /// Answers the request, once.
  func respond(_ response: consuming HTTPResponse)

  /// Answers the request with a stream of events, once.
  func respond(_ stream: EventStreamAnswer)

  /// Answers the request with the page of a refusal, once.
  func refuse(_ problem: RequestError)
}

extension Exchange {
  func forEachCookie(_ name: String, _ body: (UnsafeRawBufferPointer) -> Bool) {
    forEachCookie(name, isPrefix: false, body)
  }

  /// The number of the client's address, for what addresses share; 0 for this machine's.
  var client: UInt64 { network?.number ?? 0 }

  /// The URL as the client sent it, without its host and the base path.
  var url: String {
    let path = path
    guard let query = rawQuery else { return path }
    return "\(path)?\(query)"
  }
}

extension HTTPExchange: Exchange {
  var network: NetworkAddress? { clientNetwork }
}

extension Runtime {
  /// The language of an answer without a scene.
  func language(of exchange: any Exchange, preference: LanguagePreference? = nil) -> Language {
    let accepted = exchange.header("Accept-Language").map { AcceptedLanguage(among: options.languages, field: $0) }
    return Language.chosen(
      among: app.languages, preference: preference?.tag, asked: accepted.map { app.languages[$0.index].tag },
      region: accepted?.region ?? "")
  }
}

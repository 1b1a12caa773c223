internal import HTTPServer
internal import Hydra
internal import SessionKernel
internal import TempuraUI

/// A part of the server that follows requests that need a session, and may refuse them, such as the recorder. `RequestHandler.watchers`
/// has those of the server; without any, requests run no check for them. Called in the turn of a request's session, but for ``trace(of:)``.
protocol RequestWatcher: AnyObject, Sendable {
  /// A request begins: what its code is to know of it, as ``Cause``'s `requestTrace`; nil for nothing.
  func trace(of exchange: any Exchange) -> (any Sendable & AnyObject)?
  /// The request has found a session that shows a step of the past.
  ///
  /// - Returns: Why it cannot be entered; nil if it can be.
  func willEnterPast(_ turn: borrowing Turn, _ context: RequestContext) async -> SessionSearch.Finding?
  /// The request has entered the turn of its session.
  func didEnterTurn(_ context: RequestContext)
  /// Code of the app is about to run for the request.
  ///
  /// - Parameter form: Nil for a GET.
  /// - Throws: The answer, if it must not run.
  func willRunCode(of form: FormInput?, _ context: RequestContext) throws(Answer)
  /// The form was matched with the controls of a scene, which get it next.
  func didRead(_ interaction: Interaction, in scene: Scene, _ context: RequestContext)
  /// A scene was rendered for the answer.
  func didRender(_ scene: Scene, _ context: RequestContext)
  /// The answer is written.
  func willAnswer(_ response: borrowing HTTPResponse, _ context: RequestContext)
  /// What the next page of a scene says to the developer.
  func takeReports(of scene: Scene) -> [DevelopmentReport]
  /// What the page of a refusal says to the developer; nil for nothing.
  ///
  /// - Parameter scene: The one that did not come to its screens, or another one of the session.
  func report(of refusal: RequestRefusal, _ scene: Scene?, _ context: RequestContext) -> DevelopmentReport?
}

extension RequestWatcher {
  func trace(of exchange: any Exchange) -> (any Sendable & AnyObject)? { nil }
  func willEnterPast(_ turn: borrowing Turn, _ context: RequestContext) async -> SessionSearch.Finding? { nil }
  func didEnterTurn(_ context: RequestContext) {}
  func willRunCode(of form: FormInput?, _ context: RequestContext) throws(Answer) {}
  func didRead(_ interaction: Interaction, in scene: Scene, _ context: RequestContext) {}
  func didRender(_ scene: Scene, _ context: RequestContext) {}
  func willAnswer(_ response: borrowing HTTPResponse, _ context: RequestContext) {}
  func takeReports(of scene: Scene) -> [DevelopmentReport] { [] }
  func report(of refusal: RequestRefusal, _ scene: Scene?, _ context: RequestContext) -> DevelopmentReport? { nil }
}

/// Looks at each request that comes over HTTP before it is handled, as the panel of a server in development does.
protocol RequestGate: AnyObject, Sendable {
  /// Answers the request, or lets it pass, now or later.
  func handle(_ exchange: HTTPExchange, _ runtime: Runtime, pass: @escaping @Sendable (HTTPExchange) -> Void)
}

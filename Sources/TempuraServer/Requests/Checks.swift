internal import HTTPServer

extension HTTPExchange {
  /// Answers a check whether the process serves.
  ///
  /// - Parameter isStopping: Whether the server of the app's pages is about to stop.
  func answerHealth(isStopping: Bool) { respond(.health(isStopping ? .stopping : nil)) }

  /// Answers a check whether requests should be sent to the server.
  ///
  /// - Parameter isStopping: Whether the server of the app's pages is about to stop.
  func answerReadiness(_ runtime: Runtime, isStopping: @escaping @Sendable () -> Bool) {
    if isStopping() { return respond(.health(.stopping)) }
    runtime.readiness.check(runtime.storage) { problem in
      self.respond(.health(isStopping() ? .stopping : problem))
    }
  }
}

extension HTTPResponse {
  /// The answer to a load balancer or a container's health check.
  fileprivate static func health(_ problem: Readiness.Problem?) -> HTTPResponse {
    var answer = plain("\(problem?.sentence ?? "ok")\n", status: problem == nil ? .ok : .serviceUnavailable)
    if problem != nil { answer.headers.append("Retry-After", "5") }
    return answer
  }

  /// A short text that nothing keeps.
  static func plain(
    _ text: String, status: HTTPStatus = .ok, type: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": type, "Cache-Control": "no-store"], body: .text(text))
  }
}

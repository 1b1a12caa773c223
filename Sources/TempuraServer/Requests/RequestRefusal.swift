internal import HTTPServer
internal import SessionKernel
internal import Sessions
internal import TempuraUI

/// Why a request ends with an error page.
enum RequestRefusal {
  case notFound
  case forbidden
  /// The app's guard redirects again and again, or to a route that it refuses. The trail has the URLs in their order.
  case redirectLoop(trail: [String], isCircle: Bool)
  /// The app could not be launched.
  case notLaunched(SceneError)
  /// The app has no window.
  case noWindow
  /// The page of a screen is larger than `ServerConfiguration` allows.
  case pageTooLarge(PageLimitError, screen: String?)
  /// What a form did, or a new session, could not be stored.
  case notStored(PersistenceError)
  /// The same request has stopped workers of the server, and was not tried again.
  case stoppedServer
  /// In development: code of the app has stopped a worker.
  case trapped(DevelopmentReport)

  /// What the page says, and what metrics count.
  var answer: (status: HTTPStatus, message: ServerText, reason: RefusalReason) {
    switch self {
    case .notFound: (.notFound, .errorNoSuchPage, .notFound)
    case .forbidden: (.forbidden, .errorPageRefused, .forbidden)
    case .redirectLoop: (.internalServerError, .errorNowhereToGo, .redirectLoop)
    case .notLaunched: (.internalServerError, .errorAppNotStarted, .notLaunched)
    case .noWindow: (.internalServerError, .errorNothingShown, .noWindow)
    case .pageTooLarge: (.internalServerError, .errorPageTooLarge, .pageTooLarge)
    case .notStored(let problem): problem.answer
    case .stoppedServer: (.internalServerError, .errorStoppedServer, .stoppedServer)
    case .trapped(let report):
      (.internalServerError, .errorTrapped(report.message.joined(separator: "\n")), .stoppedServer)
    }
  }

  /// What the log says; nil if the page says all.
  ///
  /// - Parameter app: The app's delegate, which is its guard.
  func report(of app: Any.Type) -> String? {
    switch self {
    case .redirectLoop(let trail, let isCircle):
      let path = trail.joined(separator: ", then ")
      return isCircle
        ? "The route guard of \(app) redirects browsers again and again: \(path). Allow one of these routes."
        : "The route guard of \(app) refuses the route that it redirects to: \(path). Allow it, or redirect elsewhere."
    case .notLaunched(let error): return "\(error)"
    case .pageTooLarge(let excess, let screen):
      let page = screen.map { "The page of the screen \($0)" } ?? "The page of \(app)"
      let problem =
        switch excess {
        case .views(let count, let limit):
          "has \(count) views, and may have \(limit) (ServerConfiguration.viewsPerPage)"
        case .bytes(_, let limit):
          "has more than \(limit) bytes of HTML and CSS (ServerConfiguration.bytesPerPage)"
        }
      return "\(page) is too large to be sent: it \(problem). Show fewer rows at once, such as 100, and more of them "
        + "when the user asks."
    case .notFound, .forbidden, .noWindow, .notStored, .stoppedServer, .trapped: return nil
    }
  }
}

extension Runtime {
  /// Refuses a request: an error page, or the notice at the top of a live page, which stays with what was typed.
  ///
  /// - Parameters:
  ///   - reason: What metrics count; nil if it was counted.
  ///   - report: What the page says to the developer.
  ///   - preference: The language that the user chose.
  func refusal(
    of exchange: any Exchange, _ status: HTTPStatus, _ message: ServerText, _ reason: RefusalReason? = nil,
    report: DevelopmentReport? = nil, preference: LanguagePreference? = nil
  ) -> HTTPResponse {
    if let reason { metrics.countRefusal(reason) }
    return site.pages.refusal(
      status, message, isLive: LiveRequest.isLive(exchange), report: report, requestID: exchange.requestID,
      language: language(of: exchange, preference: preference))
  }
}

extension PersistenceError {
  /// How a form is answered whose change was not stored.
  var answer: (status: HTTPStatus, message: ServerText, reason: RefusalReason) {
    switch self {
    case .failed(let error) where error.isAboutSize: (.contentTooLarge, .saveNoRoom, .sessionTooLarge)
    case .failed: (.serviceUnavailable, .saveFailed, .notStored)
    case .contended: (.conflict, .saveChangedByOthers, .contended)
    case .removed: (.conflict, .saveSignedOut, .signedOut)
    }
  }
}

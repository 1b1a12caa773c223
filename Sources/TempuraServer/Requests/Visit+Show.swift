internal import HTTPServer
internal import TempuraUI

extension Visit {
  /// GET: the screens at the URL. Nothing is changed by it.
  func show() {
    withScene { scene in
      // Its screens may have moved on their own since they were looked at.
      let url = scene.url
      scene.updateURL()
      if scene.url == url { writePage(of: scene) } else { redirect(to: scene.url) }
    }
  }

  /// Answers a form with a page of a scene, if the app's guard still allows that.
  ///
  /// - Parameter message: What it says at its top; by default what the scene has to say.
  func page(of scene: Scene, status: HTTPStatus = .ok, message: String? = nil) {
    admit(scene) { writePage(of: $0, status: status, message: message) }
  }

  private func writePage(of scene: Scene, status: HTTPStatus = .ok, message: String? = nil) {
    // What has ended is not shown: the browser comes back without its cookie, and begins anew.
    if session.isRemoved, !isNewSession {
      return respond(.seeOther(exchange.url, shared: SecurityHeaders.redirect))
    }
    guard let screen = scene.render() else { return fail(.internalServerError, "The app shows nothing.") }
    let message = message ?? scene.takeMessage() ?? complaint(about: scene)
    if message == nil, !scene.isWorking { session.keepPage(screen) }
    let notice = message ?? (scene.isWaitingForTurn ? "Waiting for its turn…" : nil)
    respond(runtime.pages.response(screen, status: status, message: notice, isWorking: scene.isWorking))
  }

  /// What to say about side effects that failed since it was asked last; nil if none did, or while others are running: a
  /// page that is got again in a second would not be read.
  func complaint(about scene: Scene) -> String? {
    guard !scene.isWorking else { return nil }
    let failures = scene.takeFailures()
    guard !failures.isEmpty else { return nil }
    runtime.log.report("Request \(exchange.requestID) tells of failures: \(failures.joined(separator: "; "))")
    return scene.enter {
      ownText("Something went wrong, and not all of it was done. If you report it, name %@.", exchange.requestID)
    }
  }
}

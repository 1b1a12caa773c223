internal import HTTPServer

extension Visit {
  /// GET: the screens at the URL. Nothing is changed by it.
  func show() {
    withScene { scene in page(of: scene) }
  }

  /// Answers with a page of a scene.
  ///
  /// - Parameter message: What it says at its top; by default what the scene has to say.
  func page(of scene: Scene, status: HTTPStatus = .ok, message: String? = nil) {
    guard let screen = scene.render() else { return fail(.internalServerError, "The app shows nothing.") }
    let message = message ?? scene.takeMessage()
    if message == nil, !scene.isWorking { session.keepPage(screen) }
    respond(runtime.pages.response(screen, status: status, message: message, isWorking: scene.isWorking))
  }
}

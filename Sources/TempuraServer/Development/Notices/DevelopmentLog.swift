internal import Basics
internal import Glibc
internal import HTTPServer

/// Writes what each request did, for the app's developer:
///
///     GET /list → ListViewController, 12 ms
///     text “Milk” in titleField, tap Save → AddItem → state.items[0] added, 3 ms
///
/// Requests for files, streams and checks have a line only if they fail.
final class DevelopmentLog: RequestObserver {
  private let write: @Sendable (String) -> Void
  private let flush: @Sendable () -> Void

  /// Writes to standard output.
  convenience init() {
    let lines = LineWriter(descriptor: STDOUT_FILENO)
    self.init(writer: { lines.add($0) }, flush: { lines.flush() })
  }

  init(writer: @escaping @Sendable (String) -> Void, flush: @escaping @Sendable () -> Void = {}) {
    (self.write, self.flush) = (writer, flush)
  }

  func add(_ text: String) { write(Log.line(of: text)) }

  func requestDidEnd(_ request: EndedRequest) {
    let (status, duration) = (request.status, "\((request.duration + 500_000) / 1_000_000) ms")
    if status >= 400 {
      let text = request.notes.summary ?? "\(request.method) \(request.path)"
      add("\(text) → \(status), \(duration), request \(request.requestID)")
    } else if let text = request.notes.summary, status != HTTPStatus.noContent.code {
      add("\(text), \(duration)")
    }
  }

  func serverDidStop() { flush() }
}

internal import Katana
internal import SessionKernel
internal import TempuraUI

/// What a server has for the app's developer, and the recorder, which operators may use in production.
final class DevelopmentTools: AppAttachments {
  /// Nil in production.
  let development: Development?
  /// Records sessions: all of them in development, else those that an operator names. Nil if no operator can.
  let recorders: Recorders?

  /// Nil without both.
  init?(_ development: Development?, _ recorders: Recorders?) {
    if development == nil, recorders == nil { return nil }
    (self.development, self.recorders) = (development, recorders)
  }

  var isDevelopment: Bool { development != nil }

  func attachments(of session: Session, _ runtime: Runtime) -> [any SessionAttachment] {
    recorders?.recorder(for: session.key, session.mark, runtime).map { [$0] } ?? []
  }

  func report(ofFailed item: any Dispatchable, _ error: any Error) -> DevelopmentReport {
    let begin = RequestTrace.current?.told.map { ["It began with: \($0.begin)"] } ?? []
    return DevelopmentReport(
      ["\(item.debugDescription) failed."], lines: ["\(String(reflecting: type(of: error))): \(error)"] + begin)
  }
}

extension ServedApp {
  var development: Development? { (attachments as? DevelopmentTools)?.development }
  var recorders: Recorders? { (attachments as? DevelopmentTools)?.recorders }
}

package import Basics

/// What the handler of a request says of it, for logs.
package struct RequestNotes: Sendable {
  /// The first 48 bits of the key of the session that the request belongs to; nil if it has none.
  package internal(set) var session: UInt64?
  /// The screen that the request is about; nil if it is about none.
  package internal(set) var screen: String?
  /// What the request did, for the terminal of a developer; nil in production.
  package internal(set) var summary: String?
}

extension HTTPExchange {
  /// Notes the session of the request. Call it before the answer.
  package func note(session: UInt64) { changeNotes { $0.session = session } }

  /// Notes the screen of the request. Only the first one counts. Call it before the answer.
  package func note(screen: String) { changeNotes { if $0.screen == nil { $0.screen = screen } } }

  /// Notes what the request did. Call it before the answer.
  package func note(summary: String) { changeNotes { $0.summary = summary } }

  private func changeNotes(_ change: (inout RequestNotes) -> Void) {
    if peer.core.configuration.observers.isEmpty { return }
    // Under the lock, because a request that is late may end at any time. Then nobody reads the notes any more.
    outcome.withLock { if $0.phase != .done { change(&notes) } }
  }

  /// The trace that the client names. Nil if it names none, several, or one in a wrong form.
  package var trace: Trace? {
    whileOpen { connection in
      guard let parent = Self.traceParent(connection) else { return nil }
      let state = HeaderField.list("tracestate", connection, limit: TraceState.maxBytes)
      return Trace(parent, state: state.flatMap { TraceState.checked($0) })
    } ?? nil
  }

  static func traceParent(_ connection: OpaquePointer) -> TraceParent? {
    guard let field = HeaderField.value("traceparent", connection), let parent = TraceParent(field),
      HeaderField.last("traceparent", connection)?.baseAddress == field.baseAddress
    else { return nil }
    return parent
  }
}

internal import Basics
internal import Hydra

/// The trace of the request that the running code works for (W3C Trace Context).
///
/// The client, or a proxy, names it in the field `traceparent`. A side effect passes it on with the requests that it sends:
///
/// ```swift
/// if let trace = context.trace {
///   request.setValue(trace.newTraceparent(), forHTTPHeaderField: "traceparent")
///   request.setValue(trace.tracestate, forHTTPHeaderField: "tracestate")
/// }
/// ```
public struct TraceContext: Sendable {
  private let trace: Trace

  /// The trace of the running code: an updater, a side effect, a continuation of a promise. Nil if the request named none, in
  /// a valid form, and for code that no request started.
  public static var current: TraceContext? { Main.trace.map { TraceContext(trace: $0) } }

  /// The 32 hexadecimal digits of the trace's id, as the server's log has them.
  public var traceID: String { trace.parent.traceID }

  /// Whether the client may have recorded the trace.
  public var isSampled: Bool { trace.parent.flags & 1 == 1 }

  /// The value of the field `tracestate`, to pass on as it is. Nil if there is none.
  public var tracestate: String? { trace.state }

  /// Makes a value for the field `traceparent` of one request: the same trace and flags, and a new id for the request.
  public func newTraceparent() -> String { trace.parent.text(span: .random(in: 1 ... .max)) }
}

extension AnySideEffectContext {
  /// The trace of the request that dispatched the side effect. Nil if there is none.
  public var trace: TraceContext? { .current }
}

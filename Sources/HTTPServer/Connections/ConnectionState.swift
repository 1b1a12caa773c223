internal import Basics

/// In which state a connection is, and what follows from what happens to it.
///
/// A value without socket, lock or library: ``handle(_:)`` is told what happened and returns what to do. `HTTPConnection` turns
/// the calls of libmicrohttpd into events, and carries the effects out. All of it is on the thread of the connection.
/// Only the answer comes from any thread: see `Outcome`.
///
/// | phase | event | next phase | effect |
/// |---|---|---|---|
/// | waiting | a request line | head | – |
/// | waiting | silence for too long | refused | send 408 past the library |
/// | waiting, head, body | the input ended | the same | close the connection if all of it was read |
/// | head | the library has the head | head | read the head |
/// | head | the head is accepted | body | – |
/// | head | the head is refused, and its small body is dropped | body with a problem | – |
/// | head | the head is refused | last answer | refuse, and end the connection |
/// | head | the library is about to refuse | refused | send the refusal past the library |
/// | head, body | the request is not complete in time | refused | send 408 past the library |
/// | body | a piece of the body | body | read the piece |
/// | body | a piece of the body is refused | body with a problem | – |
/// | body | a piece of a body of unknown length is refused | refused | send the refusal past the library |
/// | body with a problem | a piece of the body | body with a problem | – |
/// | body | the end of the request | answering | end the form, call the handler |
/// | body with a problem | the end of the request | answering | refuse |
/// | answering | the form is refused at its end | answering | refuse |
/// | body | the time of a form with files begins again | the same | – |
/// | answering | there is no answer yet | suspended | – |
/// | suspended | the library is resumed | answering | send the answer |
/// | suspended | the answer is late, the server stops | suspended | refuse instead of the handler |
/// | suspended | the client has left | suspended | give up |
/// | answering | the answer ends the connection | last answer | – |
/// | answering | the request is over | waiting | – |
/// | last answer, refused | the request is over | the same | – |
/// | waiting, answering, last answer, refused | a call of the library | the same | close the connection |
struct ConnectionState {
  enum Phase: Equatable {
    /// No request has begun, or the last one is over.
    case waiting
    /// The request line has arrived.
    case head
    /// The head was accepted. With a problem, the body is dropped, and the request is refused after it.
    case body(RequestError?)
    /// The request is complete. Its answer is made or sent.
    case answering
    /// The library waits until there is an answer.
    case suspended
    /// The answer that is sent ends the connection, although the client may still be sending.
    case lastAnswer
    /// A refusal was sent past the library, and the request reported. The connection ends.
    case refused(lingers: Bool)
  }

  /// What the connection was used for before.
  enum Past {
    /// No request line has arrived.
    case none
    /// The first request has begun.
    case begun
    case answered
    /// The last answer was a redirect after a form.
    case redirected
  }

  /// Times in nanoseconds of the monotonic clock.
  enum Event {
    case requestLine(at: UInt64)
    /// The library calls for the head, a piece of the body, the end of the request, or after it was resumed.
    case call(hasBytes: Bool)
    case headAccepted
    /// - dropsBody: Whether the body is so small that it is read before the answer.
    case headRefused(RequestError, dropsBody: Bool)
    /// - isEndless: Whether the length of the body is not known, so that its end may never come.
    case bodyRefused(RequestError, isEndless: Bool)
    /// A form with files may take longer: its time begins again.
    case timeExtended(from: UInt64)
    case answerMissing(at: UInt64)
    case connectionEnds
    case over(status: UInt16, at: UInt64)
    case libraryRefuses(RequestError)
    case timePassed(to: UInt64)
    case inputEnded(at: UInt64)
    case serverStops
  }

  enum Effect: Equatable {
    case none
    case close
    case closeIfRead
    case readHead
    case readBody
    case callHandler
    case sendAnswer
    case answer(RequestError, endsConnection: Bool)
    /// Refuse a request that the handler has. If it answers first, its answer counts.
    case refuse(RequestError)
    /// End a request that the handler has without an answer.
    case giveUp
    case sendRaw(RequestError)
  }

  /// How long a connection may take, in nanoseconds.
  struct Deadlines {
    let idle: UInt64
    let request: UInt64
    let response: UInt64
    /// How long an answer may take that a client waits for after it has closed its side. Most of these clients have closed the
    /// connection, which looks the same until something is sent.
    let halfClosed: UInt64 = 2_000_000_000
  }

  private(set) var phase = Phase.waiting
  private(set) var past = Past.none
  /// The start of the phase, of a request up to its end.
  private var since: UInt64
  private let deadlines: Deadlines

  init(at now: UInt64, _ deadlines: Deadlines) {
    since = now
    self.deadlines = deadlines
  }

  /// Whether no request was answered yet.
  var isNew: Bool { past == .none || past == .begun }

  /// Whether the socket has to stay open after the connection until the client closes it. Otherwise the answer could be lost
  /// (RFC 9112, section 9.6).
  var lingers: Bool { phase == .lastAnswer || phase == .refused(lingers: true) }

  /// Whether the request was reported to the observers before its end.
  var isReported: Bool { if case .refused = phase { true } else { false } }

  // MARK: - Transitions

  mutating func handle(_ event: Event) -> Effect {
    switch event {
    case .requestLine(let now):
      if past == .none { past = .begun }
      if phase == .waiting { (phase, since) = (.head, now) }
      return .none
    case .call(let hasBytes): return call(hasBytes)
    case .headAccepted:
      phase = .body(nil)
      return .none
    case .headRefused(let problem, let dropsBody):
      phase = dropsBody ? .body(problem) : .lastAnswer
      return dropsBody ? .none : .answer(problem, endsConnection: true)
    case .bodyRefused(let problem, let isEndless):
      if phase == .answering { return .answer(problem, endsConnection: false) }
      if isEndless { return sendRaw(problem, lingers: true) }
      phase = .body(problem)
      return .none
    case .timeExtended(let start):
      since = start
      return .none
    case .answerMissing(let now):
      (phase, since) = (.suspended, now)
      return .none
    case .connectionEnds:
      phase = .lastAnswer
      return .none
    case .over(let status, let now):
      past = status == HTTPStatus.seeOther.code ? .redirected : .answered
      if !lingers, !isReported { (phase, since) = (.waiting, now) }
      return .none
    case .libraryRefuses(let problem): return phase == .head ? sendRaw(problem, lingers: true) : .none
    case .timePassed(let now): return timePassed(to: now)
    case .inputEnded(let now):
      switch phase {
      case .waiting, .head, .body: return .closeIfRead
      case .suspended where since &+ deadlines.halfClosed <= now: return .giveUp
      case .suspended, .answering, .lastAnswer, .refused: return .none
      }
    case .serverStops: return phase == .suspended ? .refuse(.stopping) : .none
    }
  }

  private mutating func call(_ hasBytes: Bool) -> Effect {
    switch phase {
    case .head: return .readHead
    case .body(let problem):
      if hasBytes { return problem == nil ? .readBody : .none }
      phase = .answering
      return problem.map { .answer($0, endsConnection: false) } ?? .callHandler
    case .suspended:
      phase = .answering
      return .sendAnswer
    case .waiting, .answering, .lastAnswer, .refused: return .close
    }
  }

  /// Looks for what is overdue. libmicrohttpd notices silence, but for it each byte is activity.
  private mutating func timePassed(to now: UInt64) -> Effect {
    switch phase {
    case .waiting where now > since &+ deadlines.idle &+ deadlines.request,
      .head where now > since &+ deadlines.request, .body where now > since &+ deadlines.request:
      return sendRaw(.requestTimeout, lingers: false)
    case .suspended where since &+ deadlines.response <= now: return .refuse(.responseTimeout)
    case .waiting, .head, .body, .answering, .suspended, .lastAnswer, .refused: return .none
    }
  }

  private mutating func sendRaw(_ problem: RequestError, lingers: Bool) -> Effect {
    phase = .refused(lingers: lingers)
    return .sendRaw(problem)
  }
}

extension ConnectionState.Deadlines {
  init(_ limits: HTTPLimits) {
    self.init(
      idle: limits.idleTimeout.nanoseconds, request: limits.requestTimeout.nanoseconds,
      response: limits.responseDeadline.nanoseconds)
  }
}

import Testing

@testable import HTTPServer

/// What follows from what happens to a connection, as the table of ``ConnectionState`` says. Times are in the unit of these deadlines.
struct ConnectionStateTests {
  private static let deadlines = ConnectionState.Deadlines(idle: 10, request: 100, response: 1000)
  private static let halfClosed = deadlines.halfClosed

  /// A connection after some events, the first of which comes at 1.
  private static func state(_ events: [ConnectionState.Event]) -> ConnectionState {
    var state = ConnectionState(at: 0, deadlines)
    for event in events { _ = state.handle(event) }
    return state
  }

  private static let head: [ConnectionState.Event] = [.requestLine(at: 1)]
  private static let body = head + [.call(hasBytes: false), .headAccepted]
  private static let dropping = head + [.headRefused(.overloaded, dropsBody: true)]
  private static let answering = body + [.call(hasBytes: false)]
  private static let suspended = answering + [.answerMissing(at: 50)]
  private static let lastAnswer = head + [.headRefused(.malformedHead, dropsBody: false)]
  private static let timedOut = head + [.timePassed(to: 102)]
  private static let refused = head + [.libraryRefuses(.malformedLength)]

  private typealias Row = (
    events: [ConnectionState.Event], event: ConnectionState.Event, phase: ConnectionState.Phase,
    effect: ConnectionState.Effect
  )

  private func check(_ rows: [Row]) {
    for (index, row) in rows.enumerated() {
      var state = Self.state(row.events)
      #expect(state.handle(row.event) == row.effect, "row \(index)")
      #expect(state.phase == row.phase, "row \(index)")
    }
  }

  @Test func aRequestArrives() {
    check([
      ([], .requestLine(at: 1), .head, .none),
      (Self.head, .call(hasBytes: false), .head, .readHead),
      (Self.head, .headAccepted, .body(nil), .none),
      (Self.head, .headRefused(.overloaded, dropsBody: true), .body(.overloaded), .none),
      (
        Self.head, .headRefused(.malformedHead, dropsBody: false), .lastAnswer,
        .answer(.malformedHead, endsConnection: true)
      ),
      (Self.head, .libraryRefuses(.bodyTooLarge), .refused(lingers: true), .sendRaw(.bodyTooLarge)),
      (Self.body, .libraryRefuses(.bodyTooLarge), .body(nil), .none),
      (Self.body, .call(hasBytes: true), .body(nil), .readBody),
      (Self.body, .bodyRefused(.tooManyFields, isEndless: false), .body(.tooManyFields), .none),
      (
        Self.body, .bodyRefused(.tooManyFields, isEndless: true), .refused(lingers: true), .sendRaw(.tooManyFields)
      ),
      (Self.dropping, .call(hasBytes: true), .body(.overloaded), .none),
      (Self.body, .call(hasBytes: false), .answering, .callHandler),
      (Self.dropping, .call(hasBytes: false), .answering, .answer(.overloaded, endsConnection: false)),
      (
        Self.answering, .bodyRefused(.malformedForm, isEndless: false), .answering,
        .answer(.malformedForm, endsConnection: false)
      ),
    ])
  }

  @Test func aRequestIsAnswered() {
    check([
      (Self.answering, .answerMissing(at: 50), .suspended, .none),
      (Self.suspended, .call(hasBytes: false), .answering, .sendAnswer),
      (Self.answering, .connectionEnds, .lastAnswer, .none),
      (Self.answering, .over(status: 200, at: 60), .waiting, .none),
      (Self.lastAnswer, .over(status: 400, at: 60), .lastAnswer, .none),
      (Self.refused, .over(status: 400, at: 60), .refused(lingers: true), .none),
      (Self.suspended, .serverStops, .suspended, .refuse(.stopping)),
      (Self.answering, .serverStops, .answering, .none),
      (Self.body, .serverStops, .body(nil), .none),
    ])
  }

  @Test func timePasses() {
    let timedOut = ConnectionState.Phase.refused(lingers: false)
    let kept = Self.answering + [.over(status: 200, at: 500)]
    check([
      ([], .timePassed(to: 110), .waiting, .none),
      ([], .timePassed(to: 111), timedOut, .sendRaw(.requestTimeout)),
      (kept, .timePassed(to: 610), .waiting, .none),
      (kept, .timePassed(to: 611), timedOut, .sendRaw(.requestTimeout)),
      (Self.head, .timePassed(to: 101), .head, .none),
      (Self.head, .timePassed(to: 102), timedOut, .sendRaw(.requestTimeout)),
      (Self.body, .timePassed(to: 102), timedOut, .sendRaw(.requestTimeout)),
      (Self.dropping, .timePassed(to: 102), timedOut, .sendRaw(.requestTimeout)),
      (Self.body + [.timeExtended(from: 60)], .timePassed(to: 160), .body(nil), .none),
      (Self.body + [.timeExtended(from: 60)], .timePassed(to: 161), timedOut, .sendRaw(.requestTimeout)),
      (Self.answering, .timePassed(to: .max), .answering, .none),
      (Self.suspended, .timePassed(to: 1049), .suspended, .none),
      (Self.suspended, .timePassed(to: 1050), .suspended, .refuse(.responseTimeout)),
      (Self.lastAnswer, .timePassed(to: .max), .lastAnswer, .none),
    ])
  }

  @Test func theInputEnds() {
    check([
      ([], .inputEnded(at: 5), .waiting, .closeIfRead),
      (Self.head, .inputEnded(at: 5), .head, .closeIfRead),
      (Self.body, .inputEnded(at: 5), .body(nil), .closeIfRead),
      (Self.answering, .inputEnded(at: .max), .answering, .none),
      (Self.suspended, .inputEnded(at: 49 + Self.halfClosed), .suspended, .none),
      (Self.suspended, .inputEnded(at: 50 + Self.halfClosed), .suspended, .giveUp),
    ])
  }

  @Test func nothingIsDoneForAConnectionThatWasRefused() {
    for events in [Self.timedOut, Self.refused, Self.timedOut + [.over(status: 408, at: 200)]] {
      let phase = Self.state(events).phase
      check([
        (events, .requestLine(at: 300), phase, .none),
        (events, .call(hasBytes: false), phase, .close),
        (events, .call(hasBytes: true), phase, .close),
        (events, .timePassed(to: .max), phase, .none),
        (events, .inputEnded(at: .max), phase, .none),
        (events, .serverStops, phase, .none),
        (events, .libraryRefuses(.malformedHead), phase, .none),
      ])
    }
  }

  @Test func aSocketLingersWhenTheClientMayStillBeSending() {
    for (events, lingers) in [
      (Self.answering, false), (Self.lastAnswer, true), (Self.refused, true), (Self.timedOut, false),
      (Self.answering + [.connectionEnds, .over(status: 200, at: 60)], true),
    ] {
      #expect(Self.state(events).lingers == lingers)
    }
  }

  @Test func aConnectionKnowsWhatItWasUsedFor() {
    #expect(Self.state([]).past == .none)
    #expect(Self.state(Self.head).past == .begun)
    #expect(Self.state(Self.answering + [.over(status: 200, at: 60)]).past == .answered)
    let redirected = Self.answering + [.over(status: 303, at: 60)]
    #expect(Self.state(redirected).past == .redirected)
    #expect(Self.state(redirected + Self.head).past == .redirected)
    #expect(Self.state(Self.head).isNew)
    #expect(!Self.state(redirected).isNew)
  }

  // MARK: - Answers

  private static func answer(_ status: HTTPStatus) -> Outcome.Answer { Outcome.Answer(content: nil, status: status) }

  private final class Receiver: AnswerReceiver {
    func resume(_ exchange: HTTPExchange) {}
  }

  /// An outcome as a word.
  private func word(_ outcome: Outcome) -> String {
    switch outcome {
    case .open: "open"
    case .awaited: "awaited"
    case .answered(let answer): "answered \(answer.status?.code ?? 0)"
    case .sent(let answer): "sent \(answer.status?.code ?? 0)"
    case .over: "over"
    }
  }

  @Test func theFirstAnswerCounts() {
    let rows: [(Outcome, afterAnswer: String, taken: UInt16?, afterTaking: String)] = [
      (.open, "answered 200", nil, "open"),
      (.awaited(by: Receiver()), "answered 200", nil, "awaited"),
      (.answered(Self.answer(503)), "answered 503", 503, "sent 503"),
      (.sent(Self.answer(503)), "sent 503", nil, "sent 503"),
      (.over, "over", nil, "over"),
    ]
    for row in rows {
      var answered = row.0
      let before = answered.set(Self.answer(.ok))
      #expect(word(before) == word(row.0))
      #expect(word(answered) == row.afterAnswer)
      var taken = row.0
      let answer = taken.take()
      #expect(answer?.status?.code == row.taken)
      #expect(word(taken) == row.afterTaking)
    }
  }
}

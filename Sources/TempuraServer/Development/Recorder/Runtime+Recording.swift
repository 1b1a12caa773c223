internal import Basics
internal import HTTPServer
internal import Recordings
internal import SessionKernel
internal import Sessions

/// An operator's recording of a session: the command `sessions record` begins and ends it at the admin address.
extension Runtime {
  /// The path of a recording, before the session's key.
  static let recordingsPath = "/recordings/"

  /// The longest recording, in seconds.
  static let maxRecordingSeconds = 86_400

  /// Answers a request of the command: `POST /recordings/KEY?seconds=N` begins a recording,
  /// `POST /recordings/KEY/end` ends it, and its answer is the file.
  func answerRecording(_ exchange: HTTPExchange) {
    func refuse(_ text: String, _ status: HTTPStatus) { exchange.respond(.plain("\(text)\n", status: status)) }
    guard exchange.method == .post else {
      var refusal = HTTPResponse.plain("Only POST.\n", status: .methodNotAllowed)
      refusal.headers.append("Allow", "POST")
      return exchange.respond(refusal)
    }
    let words = exchange.path.dropFirst(Self.recordingsPath.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard let recorders = app.recorders, let key = SessionKey(words[0]), words.count == 1 || words[1...] == ["end"]
    else {
      return refuse("Name a session by the 32 digits of its key.", .notFound)
    }
    if words.count == 1 {
      let text = exchange.queryItems.first { $0.name == "seconds" }?.value
      guard let seconds = text.flatMap({ Int($0) }), (1...Self.maxRecordingSeconds).contains(seconds) else {
        return refuse("Say for how many seconds: 1 to \(Self.maxRecordingSeconds).", .badRequest)
      }
      guard recorders.want(key, until: now + Int64(seconds)) else {
        return refuse("\(Recorders.maxWanted) sessions are recorded already.", .conflict)
      }
      log.report("An operator records the session \(key.shortened) for \(seconds) s.", .info)
      leaveMemory(key) { hasLeft in
        let text =
          hasLeft
          ? "The session is recorded from its next request on." : "The session is recorded when its work has ended."
        exchange.respond(.plain("\(text)\n", status: .ok))
      }
    } else {
      guard recorders.isWanted(key) else { return refuse("This session is not recorded.", .notFound) }
      let recorder = recorders.stop(key)
      leaveMemory(recorder?.key ?? key)
      guard let recording = recorder?.recording else { return refuse("The session was not used meanwhile.", .notFound) }
      exchange.respond(
        HTTPResponse(headers: ["Content-Type": "application/octet-stream"], body: .bytes(recording.file())))
    }
  }

  /// Ends recordings whose commands have not ended them, and begins those of sessions that were busy.
  func endOverdueRecordings() {
    for key in app.recorders?.wanted ?? [] {
      if let session = sessions.session(of: key), session.recorder == nil { leaveMemory(key) }
    }
    for key in app.recorders?.overdue(at: now) ?? [] {
      leaveMemory(app.recorders?.stop(key)?.key ?? key)
    }
  }

  /// Lets a session leave memory, after its requests that have come. It comes back with a recorder, or without one.
  ///
  /// - Parameter done: Gets whether it has left.
  private func leaveMemory(_ key: SessionKey, done: @escaping @Sendable (Bool) -> Void = { _ in }) {
    guard let session = sessions.session(of: key) else { return done(true) }
    turns.run { [sessions] in
      let hasLeft = await session.turn { _ in
        sessions.evict(session)
        return session.life == .evicted
      }
      done(hasLeft)
    }
  }
}

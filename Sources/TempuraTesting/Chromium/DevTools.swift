internal import Dispatch
internal import Foundation
internal import Glibc
internal import Basics

/// A connection with a browser: commands, their answers, and events, as JSON texts that end with a zero byte (Chrome
/// DevTools Protocol, `--remote-debugging-pipe`). The browser reads its descriptor 3 and writes its 4.
final class DevTools: Sendable {
  /// Is called on the thread that reads, so that it must not wait for an answer.
  typealias EventHandler = @Sendable (_ method: String, _ message: Data) -> Void

  private struct Conversation {
    var nextID = 1
    var answers: [Int: Answer] = [:]
    var handlers: [String: EventHandler] = [:]
    var isOpen = true
  }

  private final class Answer: @unchecked Sendable {
    // Safe because the thread that reads sets it before it signals, and the other one looks only after that.
    var message: Data?
    let isThere = DispatchSemaphore(value: 0)
  }

  private let conversation = Locked(Conversation())
  private let writing = Locked<Int32>(-1)
  private let process: pid_t
  private let hasEnded = DispatchSemaphore(value: 0)

  /// How long an answer may take, in seconds.
  private static let patience = 30

  /// Starts the browser.
  ///
  /// - Parameter errors: The file that it writes its complaints to.
  init(
    program: String, arguments: [String], environment: [String: String], errors: String
  ) throws(ChromiumError) {
    signal(SIGPIPE, SIG_IGN)
    let commands = try Self.pipe(program)
    let messages = try Self.pipe(program)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, commands.read, 3)
    posix_spawn_file_actions_adddup2(&actions, messages.write, 4)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in texts + settings { free(text) } }
    var started = pid_t()
    let failed = posix_spawn(&started, program, &actions, nil, &texts, &settings)
    close(commands.read)
    close(messages.write)
    if failed != 0 {
      close(commands.write)
      close(messages.read)
      throw .notStarted(program: program, code: failed)
    }
    process = started
    writing.withLock { $0 = commands.write }
    let reader = Thread { [self] in read(messages.read) }
    reader.name = "Chromium"
    reader.start()
  }

  /// Both ends above the numbers that the browser wants to have, and not for other children.
  private static func pipe(_ program: String) throws(ChromiumError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw .notStarted(program: program, code: errno) }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    return (moved[0], moved[1])
  }

  var isOpen: Bool { conversation.withLock { $0.isOpen } }

  // MARK: - Commands

  private struct Command: Encodable {
    let id: Int
    let method: String
    let params: [String: JSON]
    let sessionId: String?
  }

  private struct Reply<Result: Decodable>: Decodable {
    struct Failure: Decodable { let message: String }
    let result: Result?
    let error: Failure?
  }

  /// What a command without a result answers.
  struct Nothing: Decodable {}

  /// Gives a command and waits for its answer.
  ///
  /// - Parameter session: The tab that it is for; nil for the browser.
  /// - Throws: `ChromiumError`. A browser that does not answer is ended.
  @discardableResult
  func call<Result: Decodable>(
    _ method: String, _ params: [String: JSON] = [:], session: String? = nil, as: Result.Type = Nothing.self
  ) throws(ChromiumError) -> Result {
    let answer = Answer()
    try post(method, params, session: session, answer: answer)
    guard answer.isThere.wait(timeout: .now() + .seconds(Self.patience)) == .success else {
      end()
      throw .silent(method: method, seconds: Self.patience)
    }
    guard let message = answer.message else { throw .ended }
    let reply: Reply<Result>
    do { reply = try JSONDecoder().decode(Reply<Result>.self, from: message) } catch {
      throw .misunderstood(method: method)
    }
    if let error = reply.error { throw .refused(method: method, message: error.message) }
    guard let result = reply.result else { throw .misunderstood(method: method) }
    return result
  }

  /// Gives a command without waiting.
  func post(_ method: String, _ params: [String: JSON] = [:], session: String? = nil) throws(ChromiumError) {
    try post(method, params, session: session, answer: nil)
  }

  private func post(
    _ method: String, _ params: [String: JSON], session: String?, answer: Answer?
  ) throws(ChromiumError) {
    let id = conversation.withLock { conversation -> Int? in
      guard conversation.isOpen else { return nil }
      defer { conversation.nextID += 1 }
      conversation.answers[conversation.nextID] = answer
      return conversation.nextID
    }
    guard let id else { throw .ended }
    let command = Command(id: id, method: method, params: params, sessionId: session)
    guard var message = try? JSONEncoder().encode(command) else { throw .misunderstood(method: method) }
    message.append(0)
    let isWritten = writing.withLock { descriptor in
      message.withUnsafeBytes { writeAll($0, to: descriptor) == $0.count }
    }
    if !isWritten {
      end()
      throw .ended
    }
  }

  /// Has events of a tab handled; those of no tab are dropped.
  func handleEvents(of session: String, _ handler: EventHandler?) {
    conversation.withLock { $0.handlers[session] = handler }
  }

  // MARK: - Messages

  private struct Envelope: Decodable {
    let id: Int?
    let method: String?
    let sessionId: String?
  }

  private func read(_ descriptor: Int32) {
    var pending = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: 0) {
        pending.append(contentsOf: rest[..<end])
        deliver(pending)
        pending = Data()
        rest = rest[(end + 1)...]
      }
      pending.append(contentsOf: rest)
    }
    close(descriptor)
    end()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded.signal()
  }

  private func deliver(_ message: Data) {
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: message) else { return }
    if let id = envelope.id {
      guard let answer = conversation.withLock({ $0.answers.removeValue(forKey: id) }) else { return }
      answer.message = message
      answer.isThere.signal()
    } else if let method = envelope.method {
      if method == "Inspector.targetCrashed" { return end() }
      let handler = envelope.sessionId.flatMap { session in conversation.withLock { $0.handlers[session] } }
      handler?(method, message)
    }
  }

  /// Ends the browser, and returns when it has ended.
  func endAndWait() {
    end()
    hasEnded.wait()
  }

  /// Ends the browser; whoever waits for an answer is told so.
  private func end() {
    let answers = conversation.withLock { conversation -> [Answer]? in
      guard conversation.isOpen else { return nil }
      conversation.isOpen = false
      conversation.handlers = [:]
      defer { conversation.answers = [:] }
      return Array(conversation.answers.values)
    }
    guard let answers else { return }
    kill(process, SIGKILL)
    writing.withLock { descriptor in
      close(descriptor)
      descriptor = -1
    }
    for answer in answers { answer.isThere.signal() }
  }
}

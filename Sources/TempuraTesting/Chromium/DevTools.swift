internal import Dispatch
internal import Foundation
internal import Glibc
internal import Basics

/// A browser's process and the connection to it: commands, their replies, and events, as JSON texts that end with a
/// zero byte (Chrome DevTools Protocol, `--remote-debugging-pipe`). The browser reads its descriptor 3 and writes its
/// 4.
final class DevTools: Sendable {
  /// Runs on the thread that reads, so it must not wait for a reply.
  typealias EventHandler = @Sendable (_ method: String, _ message: Data) -> Void

  private struct Conversation {
    var nextID = 1
    var replies: [Int: PendingReply] = [:]
    var handlers: [String: EventHandler] = [:]
    var isOpen = true
  }

  private final class PendingReply: @unchecked Sendable {
    // Safe because one thread writes the message before it signals, and the other reads it after that.
    var message: Data?
    let isReceived = DispatchSemaphore(value: 0)
    /// The session of the tab that the command was sent to.
    let session: String?

    init(session: String?) { self.session = session }
  }

  private let conversation = Locked(Conversation())
  private let writing = Locked<Int32>(-1)
  private let process: pid_t
  private let hasEnded = DispatchSemaphore(value: 0)

  /// How long a reply may take, in seconds.
  private static let timeout = 30

  /// Starts the browser.
  ///
  /// - Parameter errors: The file for its standard error.
  init(
    program: String, arguments: [String], environment: [String: String], errors: String
  ) throws(ChromiumError) {
    signal(SIGPIPE, SIG_IGN)
    let commands = try Self.pipe(program)
    let messages = try Self.pipe(program)
    let log = open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { for descriptor in [commands.read, messages.write, log] { close(descriptor) } }
    do throws(SystemError) {
      process = try ChildProcess.start(
        program, [program] + arguments, environment, descriptors: [(commands.read, 3), (messages.write, 4)], errors: log
      )
    } catch {
      close(commands.write)
      close(messages.read)
      throw .notStarted(program: program, code: error.code)
    }
    writing.withLock { $0 = commands.write }
    let reader = Thread { [self] in read(messages.read) }
    reader.name = "Chromium"
    reader.start()
  }

  /// Makes a pipe, which other child processes do not inherit.
  private static func pipe(_ program: String) throws(ChromiumError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw .notStarted(program: program, code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  var isOpen: Bool { conversation.withLock { $0.isOpen } }

  // MARK: - Commands

  private struct Reply<Result: Decodable>: Decodable {
    struct Failure: Decodable { let message: String }
    let result: Result?
    let error: Failure?
  }

  /// The result of a command that returns nothing.
  struct NoResult: Decodable {}

  /// Sends a command and waits for its result.
  ///
  /// - Parameter session: The session of a tab; nil for the browser itself.
  /// - Throws: `ChromiumError`: `tabClosed` if the tab closes before it replies. A browser that does not reply in time is
  ///   ended.
  @discardableResult
  func call<Result: Decodable>(
    _ method: String, _ params: [String: Any] = [:], session: String? = nil, as: Result.Type = NoResult.self
  ) throws(ChromiumError) -> Result {
    let pending = PendingReply(session: session)
    try post(method, params, session: session, pending: pending)
    guard pending.isReceived.wait(timeout: .now() + .seconds(Self.timeout)) == .success else {
      end()
      throw .silent(method: method, seconds: Self.timeout)
    }
    guard let message = pending.message else { throw isOpen ? .tabClosed : .ended }
    let reply: Reply<Result>
    do { reply = try JSONDecoder().decode(Reply<Result>.self, from: message) } catch {
      throw .misunderstood(method: method)
    }
    if let error = reply.error { throw .refused(method: method, message: error.message) }
    guard let result = reply.result else { throw .misunderstood(method: method) }
    return result
  }

  /// Sends a command without waiting for its result.
  func post(_ method: String, _ params: [String: Any] = [:], session: String? = nil) throws(ChromiumError) {
    try post(method, params, session: session, pending: nil)
  }

  private func post(
    _ method: String, _ params: [String: Any], session: String?, pending: PendingReply?
  ) throws(ChromiumError) {
    let id = conversation.withLock { conversation -> Int? in
      guard conversation.isOpen else { return nil }
      defer { conversation.nextID += 1 }
      conversation.replies[conversation.nextID] = pending
      return conversation.nextID
    }
    guard let id else { throw .ended }
    var command: [String: Any] = ["id": id, "method": method, "params": params]
    command["sessionId"] = session
    guard var message = try? JSONSerialization.data(withJSONObject: command) else {
      throw .misunderstood(method: method)
    }
    message.append(0)
    let isWritten = writing.withLock { descriptor in
      message.withUnsafeBytes { writeAll($0, to: descriptor) == $0.count }
    }
    if !isWritten {
      end()
      throw .ended
    }
  }

  /// Sets the handler of a tab's events. Events of the browser itself are ignored.
  func handleEvents(of session: String, _ handler: EventHandler?) {
    conversation.withLock { $0.handlers[session] = handler }
  }

  // MARK: - Messages

  private struct Envelope: Decodable {
    let id: Int?
    let method, sessionId: String?
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
      guard let pending = conversation.withLock({ $0.replies.removeValue(forKey: id) }) else { return }
      pending.message = message
      pending.isReceived.signal()
    } else if let method = envelope.method {
      if method == "Inspector.targetCrashed" { return end() }
      if method == "Target.detachedFromTarget" { return endCalls(of: message) }
      let handler = envelope.sessionId.flatMap { session in conversation.withLock { $0.handlers[session] } }
      handler?(method, message)
    }
  }

  private struct Event<Parameters: Decodable>: Decodable { let params: Parameters }

  /// Returns the parameters of an event; nil if they have another form.
  static func parameters<Parameters: Decodable>(of message: Data, as _: Parameters.Type) -> Parameters? {
    try? JSONDecoder().decode(Event<Parameters>.self, from: message).params
  }

  private struct Detachment: Decodable { let sessionId: String }

  /// Ends the calls of a tab that has closed: Chromium sends no replies to them.
  private func endCalls(of message: Data) {
    guard let session = Self.parameters(of: message, as: Detachment.self)?.sessionId else { return }
    let replies = conversation.withLock { conversation in
      let replies = conversation.replies.filter { $0.value.session == session }
      for id in replies.keys { conversation.replies[id] = nil }
      return replies.values
    }
    for pending in replies { pending.isReceived.signal() }
  }

  /// Ends the browser and waits until its process has ended.
  func endAndWait() {
    end()
    hasEnded.wait()
  }

  /// Ends the browser. Calls that wait for a reply throw `ChromiumError.ended`.
  private func end() {
    let replies = conversation.withLock { conversation -> [PendingReply]? in
      guard conversation.isOpen else { return nil }
      conversation.isOpen = false
      conversation.handlers = [:]
      defer { conversation.replies = [:] }
      return Array(conversation.replies.values)
    }
    guard let replies else { return }
    kill(process, SIGKILL)
    writing.withLock { descriptor in
      close(descriptor)
      descriptor = -1
    }
    for pending in replies { pending.isReceived.signal() }
  }
}

internal import Basics
internal import Foundation
internal import Glibc
internal import HTTPServer
internal import Sessions

/// Lets a running server record a session, and writes the file of the recording.
struct RecordingCommand {
  let key: SessionKey
  let file: String
  let seconds: Int
  let admin: ListeningAddress

  /// Takes so many seconds, or until the process gets SIGINT or SIGTERM.
  ///
  /// - Throws: ``FileError`` or ``RecordingCommandError``.
  func run(report: (String) -> Void) throws {
    // First, so that a mistake in its name is known before something is recorded.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("The file \(file) cannot be created", code: errno) }
    defer { close(descriptor) }
    do {
      let path = Runtime.recordingsPath + key.hexadecimal
      _ = try post("\(path)?seconds=\(seconds)")
      report("Recording the session \(key.shortened) for \(seconds) s. Ctrl-C ends it now.")
      waitForSignal()
      let recording = try post("\(path)/end")
      guard recording.withUnsafeBytes({ writeAll($0, to: descriptor) }) == recording.count, fsync(descriptor) == 0
      else {
        throw FileError("The file \(file) cannot be written", code: errno)
      }
      report("Recorded: \(file), \(recording.count) bytes.")
    } catch {
      unlink(file)
      throw error
    }
  }

  private func waitForSignal() {
    var signals = sigset_t(of: SIGINT, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var time = timespec(tv_sec: seconds, tv_nsec: 0)
    sigtimedwait(&signals, nil, &time)
  }

  /// - Returns: The body of the answer.
  private func post(_ target: String) throws(RecordingCommandError) -> [UInt8] {
    guard let descriptor = HealthCheck.connection(to: admin) else { throw .noServer }
    defer { close(descriptor) }
    guard let answer = HealthCheck.answer(to: "POST \(target)", on: descriptor),
      let end = answer.firstRange(of: Array("\r\n\r\n".utf8))
    else { throw .noAnswer }
    let body = Array(answer[end.upperBound...])
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    guard head.hasPrefix("HTTP/1.1 200 ") else {
      throw .refused(String(decoding: body, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? head)
    }
    return body
  }
}

/// Why a session cannot be recorded.
enum RecordingCommandError: Error, Equatable, CustomStringConvertible {
  case noServer
  case noAnswer
  /// The server's sentence.
  case refused(String)

  var description: String {
    switch self {
    case .noServer: "There is no server at the address of --admin. Name the admin address of the running server."
    case .noAnswer:
      "What is at the address of --admin does not answer as a server of this app. Is it the admin address?"
    case .refused(let sentence): sentence
    }
  }
}

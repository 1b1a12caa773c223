internal import Dispatch
internal import Glibc
internal import Basics
internal import Synchronization

/// Writes lines to a descriptor, on threads that code of the app does not block.
///
/// Never blocks the caller. Lines that cannot be written (disk full, reader gone or not reading) are dropped, and their
/// number is written before the next line.
package final class LineWriter: Sendable {
  private struct Buffer {
    var bytes: [UInt8] = []
    var count = 0
    var dropped = 0
    var writer = Writer.none
    /// Signalled when what was added is written.
    var waiters: [DispatchSemaphore] = []
    /// Whether the last write ended within a line.
    var isMidLine = false
    var second: Int = .min
    var date: [UInt8] = []
  }

  private enum Writer {
    case none
    /// A thread will write the lines when the delay is over.
    case delayed
    /// A thread writes the lines, or will do so at once.
    case active
  }

  private static let urgentSize = 16 * 1024
  private static let largestSize = 4 * 1024 * 1024

  private static let dropped = Atomic(0)

  /// The number of lines that all writers of the process have dropped.
  package static var droppedLines: Int { dropped.load(ordering: .relaxed) }

  private let descriptor: Int32
  /// In seconds.
  private let delay: Double
  private let hasTimes: Bool
  private let format: LogFormat
  private let buffer = Locked(Buffer())

  /// - Parameters:
  ///   - descriptor: The descriptor to write to. The caller closes it.
  ///   - milliseconds: The time for which lines are collected, to be written together.
  ///   - hasTimes: Whether each line begins with the time.
  ///   - format: With `.json`, each line is the rest of an object: its first name and value, and so on, and the last brace.
  ///     The writer begins the object, with the time.
  package init(
    descriptor: Int32, delay milliseconds: Int = 0, hasTimes: Bool = false, format: LogFormat = .text
  ) {
    self.descriptor = descriptor
    self.hasTimes = hasTimes || format == .json
    self.format = format
    delay = Double(milliseconds) / 1000
  }

  /// Adds a line, without its end.
  package func add(_ line: String) {
    var line = line
    line.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  func add(_ line: UnsafeRawBufferPointer) {
    var now = timespec()
    if hasTimes { clock_gettime(CLOCK_REALTIME, &now) }
    let writer = buffer.withLock { buffer -> Writer in
      if buffer.bytes.count > Self.largestSize {
        buffer.dropped += 1
        Self.dropped.add(1, ordering: .relaxed)
        return .none
      }
      if hasTimes { append(now, to: &buffer) }
      buffer.bytes.append(contentsOf: line)
      buffer.bytes.append(0x0a)
      buffer.count += 1
      return need(&buffer)
    }
    start(writer)
  }

  /// - Returns: The writer to start; `none` if there is one that is soon enough.
  private func need(_ buffer: inout Buffer) -> Writer {
    let isUrgent = delay == 0 || buffer.bytes.count >= Self.urgentSize || !buffer.waiters.isEmpty
    if buffer.writer == .active || buffer.writer == .delayed && !isUrgent { return .none }
    buffer.writer = isUrgent ? .active : .delayed
    return buffer.writer
  }

  private func start(_ writer: Writer) {
    switch writer {
    case .none: break
    case .delayed: Timers.shared.after(delay) { [self] in delayDidEnd() }
    case .active: ThreadPool.shared.start { [self] in write() }
    }
  }

  private func delayDidEnd() {
    let starts = buffer.withLock { buffer in
      guard buffer.writer == .delayed else { return false }  // The lines were urgent meanwhile.
      buffer.writer = .active
      return true
    }
    if starts { start(.active) }
  }

  private func write() {
    writeLines()
    let next = buffer.withLock { buffer in
      buffer.writer = .none
      return buffer.bytes.isEmpty && buffer.waiters.isEmpty ? .none : need(&buffer)
    }
    start(next)
  }

  /// `2026-01-31T12:00:00.123Z `, or `{"time":"2026-01-31T12:00:00.123Z",`
  private func append(_ now: timespec, to buffer: inout Buffer) {
    if buffer.second != now.tv_sec {
      buffer.second = now.tv_sec
      let date = UTC.text(now.tv_sec, "%Y-%m-%dT%H:%M:%S.") ?? ""
      buffer.date = Array("\(format == .json ? "{\"time\":\"" : "")\(date)".utf8)
    }
    let milliseconds = now.tv_nsec / 1_000_000
    buffer.bytes.append(contentsOf: buffer.date)
    buffer.bytes.append(0x30 + UInt8(milliseconds / 100))
    buffer.bytes.append(0x30 + UInt8(milliseconds / 10 % 10))
    buffer.bytes.append(0x30 + UInt8(milliseconds % 10))
    buffer.bytes.append(0x5a)
    if format == .json {
      buffer.bytes.append(0x22)
      buffer.bytes.append(0x2c)
    } else {
      buffer.bytes.append(0x20)
    }
  }

  /// Waits until all lines that were added are written, for a second at most.
  package func flush() {
    let done = DispatchSemaphore(value: 0)
    let writer = buffer.withLock { buffer in
      buffer.waiters.append(done)
      return need(&buffer)
    }
    start(writer)
    _ = done.wait(timeout: .now() + 1)
  }

  private func writeLines() {
    let (lines, count, dropped, isMidLine, waiters) = buffer.withLock { buffer in
      var next: [UInt8] = []
      next.reserveCapacity(min(buffer.bytes.count, 2 * Self.urgentSize))
      swap(&next, &buffer.bytes)
      defer { (buffer.count, buffer.dropped, buffer.waiters) = (0, 0, []) }
      return (next, buffer.count, buffer.dropped, buffer.isMidLine, buffer.waiters)
    }
    defer { for waiter in waiters { waiter.signal() } }
    guard count > 0 || dropped > 0 else { return }
    let bytes = Array((dropped > 0 ? "\(isMidLine ? "\n" : "")\(notice(of: dropped))\n" : "").utf8) + lines
    let written = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    buffer.withLock { buffer in
      if written < bytes.count {
        buffer.dropped += dropped + count
        Self.dropped.add(count, ordering: .relaxed)
      }
      if written > 0 { buffer.isMidLine = bytes[written - 1] != 0x0a }
    }
  }

  private func notice(of dropped: Int) -> String {
    let text = "\(dropped) lines were dropped: they could not be written."
    guard format == .json else { return text }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var buffer = Buffer()
    append(now, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self) + "\"level\":\"warning\",\"message\":\"\(text)\"}"
  }
}

internal import Dispatch
internal import Glibc
internal import Basics
internal import Synchronization

/// Writes lines to a descriptor, on a thread of its own: code of the app may block all shared ones.
///
/// Never blocks the caller. Lines that cannot be written (disk full, reader gone or not reading) are dropped, and their
/// number is written before the next line.
package final class LineWriter: Sendable {
  private struct Buffer {
    var bytes: [UInt8] = []
    var count = 0
    var dropped = 0
    /// Whether a thread writes lines, or will do so.
    var hasWriter = false
    var isUrgent = false
    /// Signalled when what was added is written.
    var waiters: [DispatchSemaphore] = []
    /// Whether the last write ended within a line.
    var isMidLine = false
    var second: Int = .min
    var date: [UInt8] = []
  }

  private static let urgentSize = 16 * 1024
  private static let largestSize = 4 * 1024 * 1024

  private static let dropped = Atomic(0)

  /// The number of lines that all writers of the process have dropped.
  package static var droppedLines: Int { dropped.load(ordering: .relaxed) }

  private let descriptor: Int32
  private let delay: Int
  private let hasTimes: Bool
  private let format: LogFormat
  private let buffer = Locked(Buffer())
  /// Ends the delay of the thread.
  private let urgent = DispatchSemaphore(value: 0)

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
    delay = milliseconds
  }

  /// Adds a line, without its end.
  package func add(_ line: String) {
    var line = line
    line.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  func add(_ line: UnsafeRawBufferPointer) {
    var now = timespec()
    if hasTimes { clock_gettime(CLOCK_REALTIME, &now) }
    let starts = buffer.withLock { buffer in
      if buffer.bytes.count > Self.largestSize {
        buffer.dropped += 1
        Self.dropped.add(1, ordering: .relaxed)
        return false
      }
      if hasTimes { append(now, to: &buffer) }
      buffer.bytes.append(contentsOf: line)
      buffer.bytes.append(0x0a)
      buffer.count += 1
      if buffer.bytes.count >= Self.urgentSize, !buffer.isUrgent {
        hurry(&buffer)
      }
      defer { buffer.hasWriter = true }
      return !buffer.hasWriter
    }
    if starts { startWriter() }
  }

  private func hurry(_ buffer: inout Buffer) {
    buffer.isUrgent = true
    if buffer.hasWriter { urgent.signal() }
  }

  private func startWriter() {
    do {
      try SystemThread(stackSize: 256 << 10) { self.write() }.detach()
    } catch {
      buffer.withLock { $0.hasWriter = false }  // a later line tries again
    }
  }

  private func write() {
    while true {
      if delay > 0, !buffer.withLock({ $0.isUrgent }) { _ = urgent.wait(timeout: .now() + .milliseconds(delay)) }
      writeLines()
      let isOver = buffer.withLock { buffer in
        buffer.hasWriter = !(buffer.bytes.isEmpty && buffer.waiters.isEmpty)
        return !buffer.hasWriter
      }
      if isOver { return }
    }
  }

  /// `2026-01-31T12:00:00.123Z `, or `{"time":"2026-01-31T12:00:00.123Z",`
  private func append(_ now: timespec, to buffer: inout Buffer) {
    if buffer.second != now.tv_sec {
      buffer.second = now.tv_sec
      let date = UTC.text(now.tv_sec, "%Y-%m-%dT%H:%M:%S.")
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
    let starts = buffer.withLock { buffer in
      buffer.waiters.append(done)
      hurry(&buffer)
      defer { buffer.hasWriter = true }
      return !buffer.hasWriter
    }
    if starts { startWriter() }
    _ = done.wait(timeout: .now() + 1)
  }

  private func writeLines() {
    let (lines, count, dropped, isMidLine, waiters) = buffer.withLock { buffer in
      var next: [UInt8] = []
      next.reserveCapacity(min(buffer.bytes.count, 2 * Self.urgentSize))
      swap(&next, &buffer.bytes)
      defer {
        (buffer.count, buffer.dropped) = (0, 0)
        (buffer.isUrgent, buffer.waiters) = (false, [])
      }
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

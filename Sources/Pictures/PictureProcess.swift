package import Basics
internal import CPictures
internal import Dispatch
package import Foundation

/// What a picture shall become.
package struct PictureRequest: Hashable, Sendable {
  /// The numbers are those of `picture_format`.
  package enum Format: UInt32, Sendable {
    case header, jpeg, png, webp, heic
    /// Four bytes for each pixel: red, green and blue, multiplied with the opacity, and that.
    case pixels
    /// The picture is a text. Each pixel of the result is a byte, which is 1 for a dark module.
    case qrCode
  }

  package var format: Format
  /// In pixels; 0 for those of the picture.
  package var width = 0, height = 0
  /// Whether the size is exact. Otherwise the picture keeps its proportions, and does not grow.
  package var isExact = false
  /// Whether the pixels are as in the file. Otherwise they are upright.
  package var isLying = false
  /// From 1 to 100. For a QR code how much of it may be damaged: 0 to 3.
  package var quality = 80
  /// The pixels per point of a drawing.
  package var scale = 1.0

  package init(_ format: Format) { self.format = format }

  fileprivate func header(length: Int) -> picture_request {
    let flags = (isExact ? PICTURE_EXACT.rawValue : 0) | (isLying ? PICTURE_LYING.rawValue : 0)
    return picture_request(
      format: format.rawValue, flags: flags, width: UInt32(clamping: width), height: UInt32(clamping: height),
      quality: UInt32(clamping: quality), length: UInt32(length), scale: scale)
  }
}

/// What a picture has become.
package struct MadePicture: Sendable {
  package let data: Data
  /// In pixels.
  package let width, height: Int
  /// As in Exif: 1 to 8.
  let orientation: Int
}

/// Why a picture cannot be made, for the log.
package enum PictureError: Error, Equatable, CustomStringConvertible {
  /// The library says so.
  case unreadable(String)
  /// The process did not survive the picture, or took too long.
  case tooDemanding
  /// There are too many others.
  case busy
  /// Its file, or one that it shows, is not in the folder any more.
  case gone
  case noProcess(String)

  package var description: String {
    switch self {
    case .unreadable(let reason): "The picture cannot be decoded: \(reason)"
    case .tooDemanding: "The picture takes too long to decode, or too much memory."
    case .gone: "The file of the picture is gone."
    case .busy: "Too many pictures are being decoded."
    case .noProcess(let reason): "Pictures cannot be decoded, because their process does not start: \(reason)"
    }
  }
}

/// A process that decodes, draws and encodes pictures, with libvips.
///
/// Files of users are decoded there because decoders have errors. The process has no network and no files, and its memory is limited. A
/// file that crashes the process fails alone. The process is the program itself, started again: see `pictures.c`.
package final class PictureProcess: Sendable {
  private let id: pid_t
  private let socket: Int32

  private static let maxProcesses = min(4, FairExecutor.cores)
  private static let maxOfAddress = max(1, maxProcesses - 1)
  /// Each process takes a core, as long as it has work.
  private static let executor = FairExecutor(
    all: FairExecutor.Limit(usual: maxProcesses, ceiling: maxProcesses, patience: 1),
    ofKey: FairExecutor.Limit(usual: maxOfAddress, ceiling: maxOfAddress, patience: 1))
  /// Returns the number of the address that the running code works for; 0 if there is none.
  package static let client = SetOnce<@Sendable () -> UInt64>()
  private static let waiting = Locked(0)
  private static let maxWaiting = 256
  /// In seconds.
  private static let maxWait = 120
  /// The idle processes, and how often one has become idle.
  private static let idle = Locked((processes: [PictureProcess](), uses: 0))

  /// In seconds. A photo of 12 million pixels takes a tenth of one, in HEIC two.
  private static let timeout = 20
  /// In seconds. Afterwards an idle process ends.
  private static let idleTime = 30.0
  private static let maxReplyBytes = 512 << 20

  /// A picture that a thread waits for.
  private final class Order: Sendable {
    enum State: Sendable { case waiting, abandoned, made(Result<MadePicture, PictureError>) }
    let state = Locked(State.waiting)
    let done = DispatchSemaphore(value: 0)
  }

  /// Makes something of the content of a file. Waits for it.
  package static func make(_ request: PictureRequest, of content: Data) throws(PictureError) -> MadePicture {
    guard content.count <= 256 << 20 else { throw .tooDemanding }
    let isFull = waiting.withLock { waiting in
      if waiting == maxWaiting { return true }
      waiting += 1
      return false
    }
    if isFull { throw .busy }
    defer { waiting.withLock { $0 -= 1 } }
    let order = Order()
    // Sizes are known at once, also while others decode photos of seconds.
    executor.start(for: request.format == .header ? 0 : client.value?() ?? 0) {
      if case .abandoned = order.state.value { return }
      let result = Result { () throws(PictureError) in try makeNow(request, of: content) }
      order.state.withLock { $0 = .made(result) }
      order.done.signal()
    }
    FairExecutor.waiting { _ = order.done.wait(timeout: .now() + .seconds(maxWait)) }
    let state = order.state.withLock { state in
      defer { if case .waiting = state { state = .abandoned } }
      return state
    }
    guard case .made(let result) = state else { throw .busy }
    return try result.get()
  }

  private static func makeNow(_ request: PictureRequest, of content: Data) throws(PictureError) -> MadePicture {
    // An idle one may have ended meanwhile.
    if let process = idle.withLock({ $0.processes.popLast() }), let made = try process.answer(request, content) {
      return made
    }
    let process: PictureProcess
    do { process = try PictureProcess() } catch { throw .noProcess("\(error)") }
    guard let made = try process.answer(request, content) else { throw .tooDemanding }
    return made
  }

  /// - Returns: nil if the process has ended.
  private func answer(_ request: PictureRequest, _ content: Data) throws(PictureError) -> MadePicture? {
    guard let result = try ask(request, content) else { return nil }
    let uses = Self.idle.withLock { idle in
      idle.processes.append(self)
      idle.uses += 1
      return idle.uses
    }
    // They end after a time without work.
    Timers.shared.after(Self.idleTime) {
      let ended = Self.idle.withLock { idle in
        defer { if idle.uses == uses { idle.processes = [] } }
        return idle.uses == uses ? idle.processes : []
      }
      // The system may take a moment.
      if !ended.isEmpty { ThreadPool.shared.start { _ = ended } }
    }
    return try result.get()
  }

  private init() throws(SystemError) {
    var sockets: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
      throw SystemError("socketpair")
    }
    socket = sockets[0]
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for descriptor in [sockets[1], null] { close(descriptor) } }
    let variables = ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }
    do throws(SystemError) {
      // No signal of the terminal ends it: the end of this process does.
      id = try ChildProcess.start(
        "/proc/self/exe", ["pictures"], variables.merging([PICTURE_VARIABLE: "1"]) { $1 }, hasTerminal: false,
        descriptors: [(sockets[1], Int32(PICTURE_SOCKET))], output: null, errors: null)
    } catch {
      close(socket)
      throw error
    }
    var time = timeval(tv_sec: Self.timeout, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit {
    close(socket)
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  /// - Returns: nil if the process has ended.
  /// - Throws: `.tooDemanding` if it does not answer in time.
  private func ask(
    _ request: PictureRequest, _ content: Data
  ) throws(PictureError) -> Result<MadePicture, PictureError>? {
    var header = request.header(length: content.count)
    var reply = picture_reply()
    var data = Data()
    errno = 0
    let deadline = ContinuousClock.now + .seconds(Self.timeout)
    var isAnswered =
      withUnsafeBytes(of: &header) { send($0, deadline) } && content.withUnsafeBytes { send($0, deadline) }
    isAnswered = isAnswered && withUnsafeMutableBytes(of: &reply) { receive($0, deadline) }
    isAnswered = isAnswered && reply.length <= Self.maxReplyBytes
    if isAnswered {
      data = Data(count: Int(reply.length))
      isAnswered = data.withUnsafeMutableBytes { receive($0, deadline) }
    }
    guard isAnswered, reply.error != 0 || reply.width > 0 && reply.height > 0 else {
      if errno == EAGAIN || ContinuousClock.now > deadline { throw .tooDemanding }
      return nil
    }
    if reply.error != 0 {
      let reason = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return .failure(reply.error == PICTURE_NO_LIBRARY.rawValue ? .noProcess(reason) : .unreadable(reason))
    }
    return .success(
      MadePicture(
        data: data, width: Int(reply.width), height: Int(reply.height), orientation: Int(reply.orientation)))
  }

  private func send(_ bytes: UnsafeRawBufferPointer, _ deadline: ContinuousClock.Instant) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      if ContinuousClock.now > deadline { return false }
      let count = Glibc.send(socket, rest.base.baseAddress! + rest.startIndex, rest.count, Int32(MSG_NOSIGNAL))
      if count <= 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }

  private func receive(_ bytes: UnsafeMutableRawBufferPointer, _ deadline: ContinuousClock.Instant) -> Bool {
    var done = 0
    while done < bytes.count {
      if ContinuousClock.now > deadline { return false }
      let count = recv(socket, bytes.baseAddress! + done, bytes.count - done, 0)
      if count == 0 || count < 0 && errno != EINTR { return false }
      done += max(count, 0)
    }
    return true
  }
}

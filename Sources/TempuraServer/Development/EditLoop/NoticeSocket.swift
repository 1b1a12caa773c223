internal import Basics
internal import Glibc

/// Hears what a program tells its service manager (sd_notify(3)). `LinePipe.signal` comes when there is something to read.
final class NoticeSocket {
  let path: String
  private let descriptor: Int32
  private var notices: Set<String> = []

  init(path: String) throws(SystemError) {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    guard let address = UnixSocketAddress(path: path) else { throw SystemError("bind \(path)", ENAMETOOLONG) }
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else { throw SystemError("bind") }
    try LinePipe.signal(when: descriptor)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Returns all notices that have come.
  func read() -> Set<String> {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return notices }
      notices.insert(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }
}

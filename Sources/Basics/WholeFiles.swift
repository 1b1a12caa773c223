internal import Glibc

/// Writes bytes to a descriptor, in as many steps as the system needs (write(2)). If the descriptor does not block, the
/// function waits until it takes more.
///
/// - Returns: The number of bytes that were written: all, or fewer if the system refuses the rest.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      var events = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&events, 1, 1000)
    } else if errno != EINTR {
      break
    }
  }
  return bytes.count - rest.count
}

/// Returns the bytes of a file of the system, such as one in `/proc`; nil if it cannot be opened.
package func readAll(of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}

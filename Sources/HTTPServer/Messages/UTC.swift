internal import Glibc

/// Times in UTC, as text.
enum UTC {
  /// - Parameters:
  ///   - second: The time, in seconds since 1970.
  ///   - format: The format, as strftime(3) takes it.
  static func text(_ second: Int, _ format: String) -> String {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let count = strftime(text.baseAddress!, text.count, format, &parts)
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count]), as: UTF8.self)
    }
  }
}

internal import Glibc

/// Times in UTC, as text.
package enum UTC {
  /// - Parameters:
  ///   - second: The time, in seconds since 1970.
  ///   - format: The format, as strftime(3) takes it.
  /// - Returns: Nil for a time that is too large for a calendar.
  package static func text(_ second: Int, _ format: String) -> String? {
    var second = second
    var parts = tm()
    guard gmtime_r(&second, &parts) != nil else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let count = strftime(text.baseAddress!, text.count, format, &parts)
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count]), as: UTF8.self)
    }
  }
}

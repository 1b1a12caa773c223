internal import Glibc
internal import Locks

/// Numbers that are used once: 128 random bits, as 32 hexadecimal digits.
enum Nonce {
  private struct Pool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var used = 4096
  }

  // The kernel is asked for many at once, because asking costs more than the numbers.
  private static let pool = Mutex(Pool())

  static func next() -> String {
    pool.withLock { pool in
      if pool.used == pool.bytes.count { refill(&pool) }
      defer { pool.used += 16 }
      let bytes = pool.bytes[pool.used..<pool.used + 16]
      return String(unsafeUninitializedCapacity: 32) { digits in
        for (index, byte) in bytes.enumerated() {
          digits[index * 2] = digit(byte >> 4)
          digits[index * 2 + 1] = digit(byte & 15)
        }
        return 32
      }
    }
  }

  private static func refill(_ pool: inout Pool) {
    pool.bytes.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 256) {  // the most that can be asked for (getentropy(3))
        guard getentropy(bytes.baseAddress! + start, 256) == 0 else {
          fatalError("The system has no random numbers: error \(errno).")
        }
      }
    }
    pool.used = 0
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
}

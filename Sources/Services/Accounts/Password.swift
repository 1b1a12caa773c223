internal import CCrypt
internal import Foundation

/// Passwords as they are stored: by yescrypt, of Debian's libxcrypt.
enum Password {
  /// A hash takes 16 MB and some tens of milliseconds. So there are no more at a time than cores.
  private static let slots = DispatchSemaphore(value: ProcessInfo.processInfo.activeProcessorCount)
  /// The library's limit is one with the zero byte at the end.
  static let maxBytes = Int(CRYPT_MAX_PASSPHRASE_SIZE) - 1
  /// That of a password that no user has.
  private static let unknown = try? hash(UUID().uuidString)

  /// - Parameter method: The prefix of a method of the library.
  static func hash(_ password: String, method: String = "$y$") throws -> String {
    let password = try typed(password)
    // The library's default cost, and random bytes of the system.
    let setting = crypt_gensalt_ra(method, 0, nil, 0)
    defer { free(setting) }
    guard let setting, let hash = run(password, with: String(cString: setting)) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENOMEM)
    }
    return hash
  }

  /// Whether a password is the one of a hash. With nil, for a user who does not exist, this takes as long, and is false.
  static func isRight(_ password: String, for hash: String?) -> Bool {
    guard let password = try? typed(password), let stored = hash ?? unknown, let new = run(password, with: stored)
    else { return false }
    let isSame = zip(stored.utf8, new.utf8).reduce(stored.utf8.count ^ new.utf8.count) { $0 | Int($1.0 ^ $1.1) } == 0
    return hash != nil && isSame
  }

  private static func typed(_ password: String) throws(AccountError) -> String {
    // The same characters can be typed in several ways (RFC 8265).
    let password = password.precomposedStringWithCanonicalMapping
    // The library would ignore what comes after a zero byte.
    guard password.utf8.count <= maxBytes, !password.utf8.contains(0) else { throw .badPassword }
    return password
  }

  private static func run(_ password: String, with setting: String) -> String? {
    slots.wait()
    defer { slots.signal() }
    var memory: UnsafeMutableRawPointer?
    var size: Int32 = 0
    defer { free(memory) }
    return crypt_ra(password, setting, &memory, &size).map { String(cString: $0) }
  }
}

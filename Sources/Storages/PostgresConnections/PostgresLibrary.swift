internal import CPostgres

/// The functions of libpq, which is loaded when they are first needed.
struct PostgresLibrary: @unchecked Sendable {
  // Safe because functions never change, and each connection is used by one thread (libpq, section "Behavior in Threaded
  // Programs").
  private let functions: postgres_library

  private static let loaded = Result { () throws(PostgresError) in
    var functions = postgres_library()
    if let reason = postgres_load(&functions) { throw PostgresError.noLibrary(reason: String(cString: reason)) }
    return PostgresLibrary(functions: functions)
  }

  /// - Throws: `.noLibrary` if this machine has no libpq, or one before version 14.
  static func load() throws(PostgresError) -> postgres_library { try loaded.get().functions }
}

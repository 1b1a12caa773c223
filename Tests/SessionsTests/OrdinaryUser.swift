import Glibc

// Not in the module of the C library. Safe because it is declared so in sys/fsuid.h.
private let setFileSystemUser = unsafeBitCast(
  dlsym(nil, "setfsuid"), to: (@convention(c) (UInt32) -> Int32)?.self)

/// Runs a body as a user who may not write everywhere, also if the tests run as root.
func asOrdinaryUser<Result>(_ body: () throws -> Result) rethrows -> Result {
  guard geteuid() == 0 else { return try body() }
  // Of this thread only (setfsuid(2)).
  _ = setFileSystemUser?(65534)
  defer { _ = setFileSystemUser?(0) }
  return try body()
}

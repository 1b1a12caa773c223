import Glibc

// Glibc does not export this function. Safe because sys/fsuid.h declares it with this type.
private let setFileSystemUser = unsafeBitCast(
  dlsym(nil, "setfsuid"), to: (@convention(c) (UInt32) -> Int32)?.self)

/// Runs a body as a user with few permissions, also if the tests run as root.
func asOrdinaryUser<Result>(_ body: () throws -> Result) rethrows -> Result {
  guard geteuid() == 0 else { return try body() }
  // Changes only the user of this thread (setfsuid(2)).
  _ = setFileSystemUser?(65534)
  defer { _ = setFileSystemUser?(0) }
  return try body()
}

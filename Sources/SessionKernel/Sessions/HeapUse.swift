internal import CMalloc

/// The heap memory of the process (mallinfo(3)).
package enum HeapUse {
  /// The memory in use, in bytes.
  package static var current: Int { inUse(mallinfo2()) }

  private static func inUse(_ info: mallinfo2) -> Int { Int(info.uordblks + info.hblkhd) }

  /// The free memory from which on it is worth giving back, in bytes.
  private static let muchFree = 16 << 20

  /// Gives free memory back to the system if there is much of it, also in comparison to the memory in use.
  static func giveBackIfMuch() {
    let info = mallinfo2()
    if Int(info.fordblks) > max(muchFree, inUse(info) / 4) { giveBack() }
  }

  /// Gives free memory back to the system (malloc_trim(3)).
  static func giveBack() { _ = malloc_trim(0) }
}

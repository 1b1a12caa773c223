internal import CMalloc

/// How much memory the process has asked for and uses (mallinfo(3)).
enum HeapUse {
  /// In bytes.
  static var current: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  /// Gives memory that is free back to the system (malloc_trim(3)).
  static func giveBack() { _ = malloc_trim(0) }
}

internal import CMalloc

/// How much memory the process has asked for and uses (mallinfo(3)).
enum HeapUse {
  /// In bytes.
  static var current: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  /// Free memory that is worth giving back, in bytes.
  private static let muchFree = 64 << 20

  /// Gives memory back if much of it is free, as after a page that was large or asked for by many.
  static func giveBackIfMuch() {
    if mallinfo2().fordblks > muchFree { giveBack() }
  }

  /// Gives memory that is free back to the system (malloc_trim(3)).
  static func giveBack() { _ = malloc_trim(0) }
}

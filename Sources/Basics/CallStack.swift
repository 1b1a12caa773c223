internal import CLinux

/// The calls that a thread is in.
package enum CallStack {
  /// The addresses of the calls of this thread, from the innermost one, which is that of the function that asks.
  ///
  /// Cheap, because it reads frame pointers. Functions without one are left out.
  @inline(never) package static func addresses(limit: Int) -> [UInt] {
    [UInt](unsafeUninitializedCapacity: limit) { addresses, count in
      count = Int(stack_note(addresses.baseAddress, UInt32(limit)))
    }
  }
}

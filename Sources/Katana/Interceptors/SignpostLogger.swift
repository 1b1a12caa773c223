private import Synchronization

/// Apple's signposts around what a store carries out. Elsewhere there are none, and the flag has no effect.
public struct SignpostLogger {
  private static let flag = Atomic(false)

  public static var isEnabled: Bool {
    get { flag.load(ordering: .relaxed) }
    set { flag.store(newValue, ordering: .relaxed) }
  }
}

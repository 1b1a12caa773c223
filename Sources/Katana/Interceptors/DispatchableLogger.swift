internal import Hydra
private import Synchronization

/// Prints the items that a store handles.
public enum DispatchableLogger {
  /// Makes an interceptor that prints the type name of each item that was handled without an error.
  ///
  /// - Parameter blackList: The types of items that are not printed.
  public static func interceptor(blackList: [any Dispatchable.Type] = []) -> StoreInterceptor {
    let unprinted = Set(blackList.map { ObjectIdentifier($0) })
    return { _ in
      { next in
        { dispatchable in
          try next(dispatchable)
          guard !unprinted.contains(ObjectIdentifier(type(of: dispatchable.unscoped))) else { return }
          let line = line(for: dispatchable)
          async(in: .utility) { print(line) }
        }
      }
    }
  }

  static func line(for dispatchable: any Dispatchable) -> String { "[Dispatchable]: \(dispatchable.debugDescription)" }
}

/// Apple's signposts around the items that a store handles. Other systems have none: the flag has no effect.
public struct SignpostLogger {
  private static let flag = Atomic(false)

  public static var isEnabled: Bool {
    get { flag.load(ordering: .relaxed) }
    set { flag.store(newValue, ordering: .relaxed) }
  }
}

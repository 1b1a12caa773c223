internal import Hydra

/// Prints what a store carried out.
public enum DispatchableLogger {
  /// An interceptor that prints a line for each item, by its type's name, once it was handled without an error.
  ///
  /// - Parameter blackList: the types whose items are not printed.
  public static func interceptor(blackList: [any Dispatchable.Type] = []) -> StoreInterceptor {
    let unprinted = Set(blackList.map { ObjectIdentifier($0) })
    return { _ in
      { next in
        { dispatchable in
          try next(dispatchable)
          guard !unprinted.contains(ObjectIdentifier(type(of: dispatchable))) else { return }
          let line = line(for: dispatchable)
          async(in: .utility) { print(line) }
        }
      }
    }
  }

  static func line(for dispatchable: any Dispatchable) -> String { "[Dispatchable]: \(dispatchable.debugDescription)" }
}

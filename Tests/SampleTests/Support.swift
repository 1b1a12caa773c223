import Hydra
import Katana
import Tempura
import UIKit

/// Runs closures at once.
struct Immediate: Executor {
  func execute(_ closure: @escaping () -> Void) { closure() }
  func executeSync<T>(_ closure: @escaping () -> T) -> T { closure() }
}

extension Store {
  /// A store that is ready at once and calls its listeners before an updater's promise resolves.
  convenience init(immediate interceptors: [StoreInterceptor]) {
    self.init(
      interceptors: interceptors, stateInitializer: S.init,
      configuration: .init(stateInitializerAsyncProvider: Immediate(), listenersAsyncProvider: Immediate()))
  }
}

/// The items that a store has handled, in their order, so that a test can wait for the dispatches of a view controller.
final class Handled {
  private var names: AsyncStream<String>.Iterator
  private let continuation: AsyncStream<String>.Continuation

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    names = stream.makeAsyncIterator()
    self.continuation = continuation
  }

  /// Records each item when it has ended, side effects included.
  var interceptor: StoreInterceptor {
    let continuation = continuation
    return { _ in
      { next in
        { dispatchable in
          try next(dispatchable)
          continuation.yield(String(describing: type(of: dispatchable)))
        }
      }
    }
  }

  /// Waits for the next item that ends, and returns its type.
  @MainActor func next() async -> String? { await names.next(isolation: #isolation) }
}

extension UIWindow {
  /// The route of the visible controllers, which `UIApplication` has for the key window.
  var route: Route {
    sequence(first: rootViewController) { $0?.presentedViewController }
      .compactMap { ($0 as? Routable)?.routeIdentifier }
  }
}

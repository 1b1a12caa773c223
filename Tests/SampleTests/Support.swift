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

/// What a store has handled, one after the other, so that a test can wait for what a view controller dispatches.
final class Handled {
  private var names: AsyncStream<String>.Iterator
  private let continuation: AsyncStream<String>.Continuation

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    names = stream.makeAsyncIterator()
    self.continuation = continuation
  }

  /// Tells of each item when it is done, side effects included.
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

  /// The type of the next item that is done.
  @MainActor func next() async -> String? { await names.next(isolation: #isolation) }
}

extension UIWindow {
  /// The routes of what can be seen, which `UIApplication` has for the key window.
  var route: Route {
    sequence(first: rootViewController) { $0?.presentedViewController }
      .compactMap { ($0 as? Routable)?.routeIdentifier }
  }
}

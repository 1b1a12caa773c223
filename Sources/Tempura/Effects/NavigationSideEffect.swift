internal import Hydra
public import Katana

/// A side effect that moves through the app's screens.
public protocol NavigationSideEffect: AnySideEffect {}

extension NavigationSideEffect {
  /// The promise of a navigation by the navigator of the store's dependencies.
  func navigation(
    _ context: any AnySideEffectContext, _ navigate: (Navigator) throws -> Promise<Void>
  ) throws -> Promise<Any> {
    guard let provider = context.anyDependencies as? any NavigationProvider else {
      throw NavigationError.noNavigator(dependencies: String(describing: type(of: context.anyDependencies)))
    }
    return try navigate(provider.navigator).relay { $0 }
  }
}

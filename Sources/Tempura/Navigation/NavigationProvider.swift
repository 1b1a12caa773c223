public import Katana

/// Dependencies of side effects that have a navigator: what `Show`, `Hide` and `Navigate` ask of an app's.
public protocol NavigationProvider: SideEffectDependencyContainer {
  var navigator: Navigator { get }
}

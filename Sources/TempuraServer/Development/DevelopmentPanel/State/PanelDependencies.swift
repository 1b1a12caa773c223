package import Basics
internal import Hydra
package import Katana
package import Tempura

package final class PanelDependencies: NavigationProvider {
  /// What the panel shows. Set before it is served.
  package static let source = Locked<(any PanelSource)?>(nil)

  package let navigator = Navigator()
  /// Held while the source is asked: the last answer is the newest one.
  let turn = Lock()

  package init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}

  var source: (any PanelSource)? { Self.source.withLock { $0 } }
}

internal import Basics
internal import Hydra
package import Katana
package import Tempura

package final class PanelDependencies: NavigationProvider {
  package let navigator = Navigator()
  /// Held while the source is asked: the last answer is the newest one.
  let turn = Lock()

  package init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}

  var source: (any PanelSource)? { PanelDelegate.source.withLock { $0 } }
}

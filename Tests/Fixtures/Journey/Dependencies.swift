import Katana
import Tempura

final class Dependencies: NavigationProvider {
  let navigator = Navigator()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}

/// The dependency container of a store that needs none.
public class EmptySideEffectDependencyContainer: SideEffectDependencyContainer {
  public required init(dispatch _: @escaping AnyDispatch, getState _: @escaping GetState) {}
}

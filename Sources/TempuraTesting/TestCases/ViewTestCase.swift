public import Tempura
public import TempuraUI
public import XCTest

/// A test of a view with models: `class AddItemTests: XCTestCase, ViewTestCase`.
///
/// It uses neither a store nor the app's controllers.
public protocol ViewTestCase {
  associatedtype V: UIView & ViewControllerModellableView

  /// Shows the view with each model and compares its snapshots with their references.
  ///
  /// - Parameter testCases: The models by their identifiers, which are the names of the files.
  func uiTest(testCases: [String: V.VM], context: UITests.Context<V>)

  /// The scroll views whose whole content gets its own picture, by the names of these pictures.
  func scrollViewsToTest(in view: V, identifier: String) -> [String: UIScrollView]

  /// Whether the view is ready for its snapshot. It is called again until it returns true.
  func isViewReady(_ view: V, identifier: String) -> Bool
}

extension ViewTestCase where Self: XCTestCase {
  @_disfavoredOverload  // It does not know the line of the call.
  public func uiTest(testCases: [String: V.VM], context: UITests.Context<V>) {
    uiTest(testCases: testCases, context: context, file: #filePath, line: #line)
  }

  /// Shows the view with each model. Failures are reported at the line of the call.
  public func uiTest(
    testCases: [String: V.VM], context: UITests.Context<V> = UITests.Context(), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    uiTest(testCases: testCases, context: context, states: ["": { _ in }], permutations: nil, file, line)
  }

  /// Shows the view with each model, in each state, in all circumstances.
  ///
  /// - Parameters:
  ///   - permutations: The circumstances. The orientation of the context is ignored.
  ///   - states: Closures that set a state that is not part of the model, such as expanded, by a name that is added to
  ///     the identifier.
  public func uiTest(
    testCases: [String: V.VM], permutations: UITests.Permutations, context: UITests.Context<V> = UITests.Context(),
    states: [String: (V) -> Void] = ["": { _ in }], file: StaticString = #filePath, line: UInt = #line
  ) {
    uiTest(testCases: testCases, context: context, states: states, permutations: permutations, file, line)
  }

  private func uiTest(
    testCases: [String: V.VM], context: UITests.Context<V>, states: [String: (V) -> Void],
    permutations: UITests.Permutations?, _ file: StaticString, _ line: UInt
  ) {
    let circumstances =
      permutations?.circumstances ?? [UITests.Circumstances(UITests.settings, orientation: context.orientation)]
    let named = testCases.sorted { $0.key < $1.key }
    let cases = circumstances.flatMap { circumstances in
      named.flatMap { identifier, model in
        states.sorted { $0.key < $1.key }.map { state, setState in
          ScreenTest.Case(
            identifier: state.isEmpty ? identifier : "\(identifier) \(state)", circumstances: circumstances,
            size: context.screenSize, renderSafeArea: context.renderSafeArea,
            keyboard: context.keyboardVisibility(identifier), tolerance: context.tolerance
          ) { [self] in subject(identifier, model, context, setState) }
        }
      }
    }
    show(cases, oneByOne: false, file: file, line: line)
  }

  private func subject(
    _ identifier: String, _ model: V.VM, _ context: UITests.Context<V>, _ setState: @escaping (V) -> Void
  ) -> ScreenTest.Subject {
    let snapshot = UITests.ScreenSnapshot(
      type: V.self, container: context.container, models: [identifier: model], hooks: context.hooks,
      size: context.screenSize ?? UIScreen.main.bounds.size)
    guard let made = snapshot.renderingViewControllers[identifier], let view = made.contained.view as? V else {
      fatalError("\(V.self) cannot be created.")
    }
    return ScreenTest.Subject(
      container: made.container, view: { view }, configure: { setState(view) },
      isReady: { [self] in typeErasedIsViewReady($0, identifier: identifier) },
      scrollViews: { [self] in scrollViewsToTest(in: view, identifier: identifier) })
  }

  public func typeErasedIsViewReady(_ view: UIView, identifier: String) -> Bool {
    (view as? V).map { isViewReady($0, identifier: identifier) } ?? false
  }
}

extension ViewTestCase {
  public func isViewReady(_: V, identifier _: String) -> Bool { true }

  @_disfavoredOverload
  public func uiTest(testCases: [String: V.VM]) { uiTest(testCases: testCases, context: UITests.Context<V>()) }

  public func scrollViewsToTest(in _: V, identifier _: String) -> [String: UIScrollView] { [:] }
}

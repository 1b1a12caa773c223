public import Tempura
public import TempuraUI
public import XCTest

/// A test of a view with models: `class AddItemTests: XCTestCase, ViewTestCase`.
///
/// Neither a store nor the app's controllers are involved.
public protocol ViewTestCase {
  associatedtype V: UIView & ViewControllerModellableView

  /// Shows the view with each model and compares it with its references.
  ///
  /// - Parameter testCases: The models by identifiers, which are the names of files.
  func uiTest(testCases: [String: V.VM], context: UITests.Context<V>)

  /// The scroll views that get pictures of all of their content, by what to call them.
  func scrollViewsToTest(in view: V, identifier: String) -> [String: UIScrollView]

  /// Whether the view is ready to be looked at. It is asked until it is.
  func isViewReady(_ view: V, identifier: String) -> Bool
}

extension ViewTestCase where Self: XCTestCase {
  public func uiTest(testCases: [String: V.VM], context: UITests.Context<V>) {
    uiTest(testCases: testCases, context: context, states: ["": { _ in }], permutations: nil)
  }

  /// Shows the view with each model, in each of its own states, in all circumstances.
  ///
  /// - Parameters:
  ///   - permutations: The circumstances. The orientation of the context does not count.
  ///   - states: What brings the view into a state that is no part of its model, such as expanded, by a name that is added
  ///     to the identifier.
  public func uiTest(
    testCases: [String: V.VM], permutations: UITests.Permutations, context: UITests.Context<V> = UITests.Context(),
    states: [String: (V) -> Void] = ["": { _ in }]
  ) {
    uiTest(testCases: testCases, context: context, states: states, permutations: permutations)
  }

  private func uiTest(
    testCases: [String: V.VM], context: UITests.Context<V>, states: [String: (V) -> Void],
    permutations: UITests.Permutations?
  ) {
    let circumstances =
      permutations?.circumstances ?? [UITests.Circumstances(UITests.settings, orientation: context.orientation)]
    let named = testCases.sorted { $0.key < $1.key }
    let cases = circumstances.flatMap { circumstances in
      named.flatMap { identifier, model in
        states.sorted { $0.key < $1.key }.map { state, bring in
          ScreenTest.Case(
            identifier: state.isEmpty ? identifier : "\(identifier) \(state)", circumstances: circumstances,
            size: context.screenSize, renderSafeArea: context.renderSafeArea,
            keyboard: context.keyboardVisibility(identifier), tolerance: context.tolerance
          ) { [self] in subject(identifier, model, context, bring) }
        }
      }
    }
    show(cases, oneByOne: false)
  }

  private func subject(
    _ identifier: String, _ model: V.VM, _ context: UITests.Context<V>, _ bring: @escaping (V) -> Void
  ) -> ScreenTest.Subject {
    let snapshot = UITests.ScreenSnapshot(
      type: V.self, container: context.container, models: [identifier: model], hooks: context.hooks,
      size: context.screenSize ?? UIScreen.main.bounds.size)
    guard let made = snapshot.renderingViewControllers[identifier], let view = made.contained.view as? V else {
      fatalError("\(V.self) cannot be made.")
    }
    return ScreenTest.Subject(
      container: made.container, view: { view }, configure: { bring(view) },
      isReady: { [self] in typeErasedIsViewReady($0, identifier: identifier) },
      scrollViews: { [self] in scrollViewsToTest(in: view, identifier: identifier) })
  }

  public func typeErasedIsViewReady(_ view: UIView, identifier: String) -> Bool {
    (view as? V).map { isViewReady($0, identifier: identifier) } ?? false
  }
}

extension ViewTestCase {
  public func isViewReady(_: V, identifier _: String) -> Bool { true }

  public func uiTest(testCases: [String: V.VM]) { uiTest(testCases: testCases, context: UITests.Context<V>()) }

  public func scrollViewsToTest(in _: V, identifier _: String) -> [String: UIScrollView] { [:] }
}

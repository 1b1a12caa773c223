public import Tempura
public import TempuraUI
public import XCTest

/// A controller whose root view has a model.
public protocol TestableViewController: UIViewController {
  associatedtype V: ModellableView
  var rootView: V { get }
}

extension ViewController: TestableViewController {}

/// A test of a controller with models: `class ListTests: XCTestCase, ViewControllerTestCase`.
///
/// The controller connects to its store when it appears. After that it gets the model of the test.
public protocol ViewControllerTestCase {
  associatedtype VC: TestableViewController

  /// Shows a controller with each model, one after the other, and compares its snapshots with their references.
  ///
  /// - Parameter testCases: The models by their identifiers, which are the names of the files.
  func uiTest(testCases: [String: VC.V.VM], context: UITests.VCContext<VC>)

  /// The scroll views whose whole content gets its own picture, by the names of these pictures.
  func scrollViewsToTest(in viewController: VC, identifier: String) -> [String: UIScrollView]

  /// Whether the view is ready for its snapshot. It is called again until it returns true.
  func isViewReady(_ view: VC.V, identifier: String) -> Bool

  /// The controller to show. It is read once per model: a computed property can create a new one each time.
  var viewController: VC { get }

  /// Sets the models of the controller and its children. By default sets that of the root view.
  func configure(vc: VC, for testCase: String, model: VC.V.VM)
}

extension ViewControllerTestCase where Self: XCTestCase {
  @_disfavoredOverload  // It does not know the line of the call.
  public func uiTest(testCases: [String: VC.V.VM], context: UITests.VCContext<VC>) {
    uiTest(testCases: testCases, context: context, file: #filePath, line: #line)
  }

  /// Shows a controller with each model. Failures are reported at the line of the call.
  public func uiTest(
    testCases: [String: VC.V.VM], context: UITests.VCContext<VC> = UITests.VCContext(), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    uiTest(testCases: testCases, context: context, permutations: nil, file, line)
  }

  /// Shows a controller with each model in all circumstances.
  ///
  /// - Parameter permutations: The circumstances. The orientation of the context is ignored.
  public func uiTest(
    testCases: [String: VC.V.VM], permutations: UITests.Permutations,
    context: UITests.VCContext<VC> = UITests.VCContext(), file: StaticString = #filePath, line: UInt = #line
  ) {
    uiTest(testCases: testCases, context: context, permutations: permutations, file, line)
  }

  private func uiTest(
    testCases: [String: VC.V.VM], context: UITests.VCContext<VC>, permutations: UITests.Permutations?,
    _ file: StaticString, _ line: UInt
  ) {
    let cases = context.cases(testCases.keys.sorted(), permutations) { [self] identifier in
      let controller = viewController
      return ScreenTest.Subject(
        container: context.container.container(for: controller),
        view: { try WrongViewError.view(of: controller, as: VC.V.self) },
        configure: { [self] in
          if let model = testCases[identifier] { configure(vc: controller, for: identifier, model: model) }
        },
        isReady: { [self] in typeErasedIsViewReady($0, identifier: identifier) },
        scrollViews: { [self] in scrollViewsToTest(in: controller, identifier: identifier) })
    }
    show(cases, oneByOne: true, file: file, line: line)
  }

  public func typeErasedIsViewReady(_ view: UIView, identifier: String) -> Bool {
    (view as? VC.V).map { isViewReady($0, identifier: identifier) } ?? false
  }

  public func typeErasedConfigure(_ vc: UIViewController, identifier: String, model: any ViewModel) {
    guard let controller = vc as? VC, let model = model as? VC.V.VM else { return }
    configure(vc: controller, for: identifier, model: model)
  }
}

extension ViewControllerTestCase {
  public func isViewReady(_: VC.V, identifier _: String) -> Bool { true }

  public func configure(vc: VC, for _: String, model: VC.V.VM) {
    let view = vc.rootView
    view.model = nil
    view.model = model
  }

  @_disfavoredOverload
  public func uiTest(testCases: [String: VC.V.VM]) { uiTest(testCases: testCases, context: UITests.VCContext<VC>()) }

  public func scrollViewsToTest(in _: VC, identifier _: String) -> [String: UIScrollView] { [:] }
}

public import TempuraUI
public import XCTest

/// A test of a controller without models: `class AboutTests: XCTestCase, UIViewControllerTestCase`.
///
/// Several tests of a class may have the same identifier, as on iOS. The last one writes the file, and only the first is
/// compared.
public protocol UIViewControllerTestCase {
  associatedtype VC: UIViewController
  associatedtype V: UIView

  /// Shows a controller for each test case, one after the other, and compares its snapshots with their references.
  ///
  /// - Parameter testCases: The identifiers of the test cases, which are the names of the files.
  func uiTest(testCases: [String], context: UITests.VCContext<VC>)

  /// The scroll views whose whole content gets its own picture, by the names of these pictures.
  func scrollViewsToTest(in viewController: VC, identifier: String) -> [String: UIScrollView]

  /// Whether the view is ready for its snapshot. It is called again until it returns true.
  func isViewReady(_ view: V, identifier: String) -> Bool

  /// The controller to show. It is read once per test case: a computed property can create a new one each time.
  var viewController: VC { get }

  /// Configures the controller for a test case. Does nothing by default.
  func configure(vc: VC, for testCase: String)
}

extension UIViewControllerTestCase where Self: XCTestCase {
  @_disfavoredOverload  // It does not know the line of the call.
  public func uiTest(testCases: [String], context: UITests.VCContext<VC>) {
    uiTest(testCases: testCases, context: context, file: #filePath, line: #line)
  }

  /// Shows a controller for each test case. Failures are reported at the line of the call.
  public func uiTest(
    testCases: [String], context: UITests.VCContext<VC> = UITests.VCContext(), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    uiTest(testCases: testCases, context: context, permutations: nil, file, line)
  }

  /// Shows a controller for each test case in all circumstances.
  ///
  /// - Parameter permutations: The circumstances. The orientation of the context is ignored.
  public func uiTest(
    testCases: [String], permutations: UITests.Permutations, context: UITests.VCContext<VC> = UITests.VCContext(),
    file: StaticString = #filePath, line: UInt = #line
  ) {
    uiTest(testCases: testCases, context: context, permutations: permutations, file, line)
  }

  private func uiTest(
    testCases: [String], context: UITests.VCContext<VC>, permutations: UITests.Permutations?, _ file: StaticString,
    _ line: UInt
  ) {
    let cases = context.cases(testCases, permutations) { [self] identifier in
      let controller = viewController
      return ScreenTest.Subject(
        container: context.container.container(for: controller),
        view: { try WrongViewError.view(of: controller, as: V.self) },
        configure: { [self] in configure(vc: controller, for: identifier) },
        isReady: { [self] in typeErasedIsViewReady($0, identifier: identifier) },
        scrollViews: { [self] in scrollViewsToTest(in: controller, identifier: identifier) })
    }
    show(cases, oneByOne: true, sharesNames: true, file: file, line: line)
  }

  public func typeErasedIsViewReady(_ view: UIView, identifier: String) -> Bool {
    (view as? V).map { isViewReady($0, identifier: identifier) } ?? false
  }

  public func typeErasedConfigure(_ vc: UIViewController, identifier: String) {
    if let controller = vc as? VC { configure(vc: controller, for: identifier) }
  }
}

extension UIViewControllerTestCase {
  public func isViewReady(_: V, identifier _: String) -> Bool { true }

  public func configure(vc _: VC, for _: String) {}

  @_disfavoredOverload
  public func uiTest(testCases: [String]) { uiTest(testCases: testCases, context: UITests.VCContext<VC>()) }

  public func scrollViewsToTest(in _: VC, identifier _: String) -> [String: UIScrollView] { [:] }
}

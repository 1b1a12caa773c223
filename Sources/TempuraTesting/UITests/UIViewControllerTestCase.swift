public import TempuraUI
public import XCTest

/// A test of a controller without models: `class AboutTests: XCTestCase, UIViewControllerTestCase`.
///
/// Several tests may have the same identifier, as on iOS: the last one has the file, and only the first one is compared.
public protocol UIViewControllerTestCase {
  associatedtype VC: UIViewController
  associatedtype V: UIView

  /// Shows a controller for each test case, one after the other, and compares it with its references.
  ///
  /// - Parameter testCases: Their identifiers, which are the names of files.
  func uiTest(testCases: [String], context: UITests.VCContext<VC>)

  /// The scroll views that get pictures of all of their content, by what to call them.
  func scrollViewsToTest(in viewController: VC, identifier: String) -> [String: UIScrollView]

  /// Whether the view is ready to be looked at. It is asked until it is.
  func isViewReady(_ view: V, identifier: String) -> Bool

  /// The controller to show. It is asked for once for each test case: a computed property makes a new one each time.
  var viewController: VC { get }

  /// Brings the controller into the state of a test case. By default there is nothing to do.
  func configure(vc: VC, for testCase: String)
}

extension UIViewControllerTestCase where Self: XCTestCase {
  public func uiTest(testCases: [String], context: UITests.VCContext<VC>) {
    uiTest(testCases: testCases, context: context, permutations: nil)
  }

  /// Shows a controller for each test case in all circumstances.
  ///
  /// - Parameter permutations: The circumstances. The orientation of the context does not count.
  public func uiTest(
    testCases: [String], permutations: UITests.Permutations, context: UITests.VCContext<VC> = UITests.VCContext()
  ) {
    uiTest(testCases: testCases, context: context, permutations: permutations)
  }

  private func uiTest(testCases: [String], context: UITests.VCContext<VC>, permutations: UITests.Permutations?) {
    let cases = context.circumstances(permutations).flatMap { circumstances in
      testCases.map { identifier in
        context.testCase(identifier, circumstances) { [self] in
          let controller = viewController
          return ScreenTest.Subject(
            container: context.container.container(for: controller),
            view: { try WrongViewError.view(of: controller, as: V.self) },
            configure: { [self] in typeErasedConfigure(controller, identifier: identifier) },
            isReady: { [self] in typeErasedIsViewReady($0, identifier: identifier) },
            scrollViews: { [self] in scrollViewsToTest(in: controller, identifier: identifier) })
        }
      }
    }
    show(cases, oneByOne: true, sharesNames: true)
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

  public func uiTest(testCases: [String]) { uiTest(testCases: testCases, context: UITests.VCContext<VC>()) }

  public func scrollViewsToTest(in _: VC, identifier _: String) -> [String: UIScrollView] { [:] }
}

public import Foundation
public import Tempura
public import TempuraUI

extension UITests {
  /// How the views of a `ViewTestCase` are shown.
  public struct Context<V: ViewControllerModellableView> {
    public var container: UITests.Container
    public var hooks: [UITests.Hook: UITests.HookClosure<V>]
    /// The size of the view in points; by default that of the screen.
    public var screenSize: CGSize?
    public var orientation: UIDeviceOrientation
    /// Whether what notches and home indicators cover is shaded.
    public var renderSafeArea: Bool
    /// The keyboard to draw, by the identifier of the test case.
    public var keyboardVisibility: (String) -> KeyboardVisibility
    /// How far pictures may be from their references; by default as `UITests.settings` say.
    public var tolerance: Tolerance?

    public init(
      container: Container = .none, hooks: [UITests.Hook: UITests.HookClosure<V>] = [:], screenSize: CGSize? = nil,
      orientation: UIDeviceOrientation = .portrait, renderSafeArea: Bool = true,
      keyboardVisibility: @escaping (String) -> KeyboardVisibility = { _ in .hidden }
    ) {
      self.container = container
      self.hooks = hooks
      self.screenSize = screenSize
      self.orientation = orientation
      self.renderSafeArea = renderSafeArea
      self.keyboardVisibility = keyboardVisibility
    }
  }

  /// How the controllers of a `ViewControllerTestCase` or `UIViewControllerTestCase` are shown.
  public struct VCContext<VC: UIViewController> {
    public var container: UITests.Container
    /// The size of the controller's view in points; by default that of the screen.
    public var screenSize: CGSize?
    public var orientation: UIDeviceOrientation
    /// Whether what notches and home indicators cover is shaded.
    public var renderSafeArea: Bool
    /// The keyboard to draw, by the identifier of the test case.
    public var keyboardVisibility: (String) -> KeyboardVisibility
    /// How far pictures may be from their references; by default as `UITests.settings` say.
    public var tolerance: Tolerance?

    public init(
      container: Container = .none, screenSize: CGSize? = nil, orientation: UIDeviceOrientation = .portrait,
      renderSafeArea: Bool = true, keyboardVisibility: @escaping (String) -> KeyboardVisibility = { _ in .hidden }
    ) {
      self.container = container
      self.screenSize = screenSize
      self.orientation = orientation
      self.renderSafeArea = renderSafeArea
      self.keyboardVisibility = keyboardVisibility
    }
  }
}

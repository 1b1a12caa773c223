public import Foundation
public import Tempura
public import TempuraUI

extension UITests {
  /// How a `ViewTestCase` shows its views.
  public struct Context<V: ViewControllerModellableView> {
    public var container: UITests.Container
    public var hooks: [UITests.Hook: UITests.HookClosure<V>]
    /// The size of the view in points. By default the size of the screen.
    public var screenSize: CGSize?
    public var orientation: UIDeviceOrientation
    /// Whether the safe area is shaded.
    public var renderSafeArea: Bool
    /// Returns the keyboard to draw for the identifier of a test case.
    public var keyboardVisibility: (String) -> KeyboardVisibility
    /// How far pictures may differ from their references. By default the tolerance of `UITests.settings`.
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

  /// How a `ViewControllerTestCase` or `UIViewControllerTestCase` shows its controllers.
  public struct VCContext<VC: UIViewController> {
    public var container: UITests.Container
    /// The size of the controller's view in points. By default the size of the screen.
    public var screenSize: CGSize?
    public var orientation: UIDeviceOrientation
    /// Whether the safe area is shaded.
    public var renderSafeArea: Bool
    /// Returns the keyboard to draw for the identifier of a test case.
    public var keyboardVisibility: (String) -> KeyboardVisibility
    /// How far pictures may differ from their references. By default the tolerance of `UITests.settings`.
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

extension UITests.VCContext {
  /// The screens with these identifiers, in all circumstances.
  func cases(
    _ identifiers: [String], _ permutations: UITests.Permutations?, subject: @escaping (String) -> ScreenTest.Subject
  ) -> [ScreenTest.Case] {
    let all = permutations?.circumstances ?? [UITests.Circumstances(UITests.settings, orientation: orientation)]
    return all.flatMap { circumstances in
      identifiers.map { identifier in
        ScreenTest.Case(
          identifier: identifier, circumstances: circumstances, size: screenSize, renderSafeArea: renderSafeArea,
          keyboard: keyboardVisibility(identifier), tolerance: tolerance
        ) { subject(identifier) }
      }
    }
  }
}

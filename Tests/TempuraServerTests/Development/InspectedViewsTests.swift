import DevelopmentPanel
import Recordings
import Tempura
import TempuraUI
import TestSupport
import Testing

@testable import TempuraServer

private struct BadgeModel: ViewModel { var count = 3 }

private final class BadgeView: UIView, ModellableView {
  let label = UILabel()
  static let line = (label: #line - 1, initializer: #line + 3)

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.text = "A text that is much longer than what the panel has room for in one line, which is 60 characters"
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  func setup() {}
  func style() {}
  func update(oldModel: BadgeModel?) {}
}

private final class ShelfController: UIViewController {
  let badge = BadgeView()
  static let badgeLine = #line - 1
  let passwordField = UITextField()

  override func viewDidLoad() {
    passwordField.isSecureTextEntry = true
    passwordField.text = "secret"
    passwordField.accessibilityLabel = "Password"
    passwordField.isEnabled = false
    badge.alpha = 0.5
    badge.model = BadgeModel()
    for view in [badge, passwordField] {
      view.translatesAutoresizingMaskIntoConstraints = false
      self.view.addSubview(view)
    }
    let width = badge.widthAnchor.constraint(lessThanOrEqualTo: view.widthAnchor, multiplier: 0.5)
    width.priority = .defaultHigh
    NSLayoutConstraint.activate([
      badge.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      badge.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: -8),
      badge.heightAnchor.constraint(equalToConstant: 44),
      width,
      passwordField.topAnchor.constraint(equalTo: badge.bottomAnchor),
    ])
  }

  static let constraintLines = (leading: #line - 8, width: #line - 11)
}

private final class ShelfDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _: UIApplication, didFinishLaunchingWithOptions _: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = ShelfController()
    window?.makeKeyAndVisible()
    return true
  }
}

/// The tree of views for the development panel.
@Suite struct InspectedViewsTests {
  private func screen() throws -> PanelScreen {
    CreationStacks.begin()
    let server = try TestServer(ShelfDelegate.self)
    let browser = try server.browser(at: "/")
    let session = try #require(server.session(of: browser))
    return try #require(server.inTurn(of: session) { session.scenes.first?.panelScreen })
  }

  private func view(_ name: String, in root: PanelView) -> PanelView? {
    root.className == name ? root : root.children.lazy.compactMap { self.view(name, in: $0) }.first
  }

  @Test func theTreeHasTheViewsOfTheWindow() throws {
    let root = try screen().root
    #expect(root.className == "UIWindow")
    let badge = try #require(view("BadgeView", in: root))
    #expect(badge.children.map(\.className) == ["UILabel"])
    #expect(badge.marks.contains("shows BadgeModel"))
    #expect(badge.model.map { "\($0.name) \($0.text)" } == ["count 3"])
    #expect(badge.marks.contains("alpha 0.5"))
    #expect(badge.frame?[0] == 16)
    #expect(badge.frame?[3] == 44)
    let label = try #require(badge.children.first)
    #expect(label.marks.contains("label of BadgeView"))
    #expect(label.id == "\(badge.id).label")
    #expect(label.text == "A text that is much longer than what the panel has room for…")
  }

  @Test func aControllersClassIsAtItsView() throws {
    let root = try screen().root
    #expect(root.children.contains { $0.marks.contains("view of ShelfController") })
  }

  @Test func aPasswordIsNotShown() throws {
    let field = try #require(view("UITextField", in: try screen().root))
    #expect(field.text == nil)
    #expect(field.marks.contains("disabled"))
  }

  @Test func constraintsAreReadAsTheirViewsSeeThem() throws {
    let root = try screen().root
    let badge = try #require(view("BadgeView", in: root)), field = try #require(view("UITextField", in: root))
    let texts = badge.constraints.map { String($0.prefix { $0 != "(" }) }
    #expect(
      Set(texts) == [
        "leading = superview.leading + 16 ", "top = superview.safeAreaLayoutGuide.top − 8 ", "height = 44 ",
        "width ≤ superview.width × 0.5 @750 ", "UITextField.top = bottom ",
      ])
    #expect(field.constraints.map { $0.prefix { $0 != "(" } } == ["top = BadgeView.bottom "])
  }

  @Test func theLinesThatMadeViewsAndConstraintsAreKnown() throws {
    let file = "InspectedViewsTests.swift"
    let badge = try #require(view("BadgeView", in: try screen().root))
    // Not the view's own initialiser.
    #expect(badge.origin == "\(file):\(ShelfController.badgeLine)")
    #expect(badge.children.first?.origin == "\(file):\(BadgeView.line.label)")
    let lines = ShelfController.constraintLines
    #expect(badge.constraints.contains("leading = superview.leading + 16 (\(file):\(lines.leading))"))
    #expect(badge.constraints.contains("width ≤ superview.width × 0.5 @750 (\(file):\(lines.width))"))
  }
}

internal import Basics
public import Foundation

/// An alert or an action sheet over the screen. Present it like any other controller.
///
/// It is not part of the route: while it is visible, the URL is that of the screen below. It lives as long as its
/// scene. Screens that are made again from the URL show no alert.
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable {
    /// A list of choices, at the lower edge of a small window.
    case actionSheet
    case alert
  }

  public override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
    modalPresentationStyle = .custom
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.preferredStyle = preferredStyle
    self.title = title
    self.message = message
  }

  public private(set) final var preferredStyle = Style.alert

  override open var title: String? { didSet { didChange() } }

  /// The text below the title.
  open var message: String? { didSet { didChange() } }

  private func didChange() {
    viewIfLoaded?.setNeedsRender()
    viewIfLoaded?.window?.setNeedsRender()  // The dialog is labelled by title and message.
  }

  // MARK: - Actions

  /// The actions, in the order in which they were added.
  public private(set) final var actions: [UIAlertAction] = []

  /// Adds a button. A second action with the style `cancel` stops a debug build.
  open func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      Misuse.trap(
        "An alert can have only one action with the style cancel: give \"\(action.title ?? "")\" the style default.")
    }
    actions.append(action)
    viewIfLoaded?.setNeedsRender()
  }

  /// The highlighted action, which the Enter key performs. Must be one of `actions`.
  open var preferredAction: UIAlertAction? {
    didSet {
      if let preferredAction, !actions.contains(where: { $0 === preferredAction }) {
        Misuse.trap("The preferredAction of an alert must be one of its actions: call addAction first.")
      }
      viewIfLoaded?.setNeedsRender()
    }
  }

  /// The actions in the order of the page. The cancel action is last in a list, and first of two side by side.
  final var orderedActions: [UIAlertAction] {
    let cancel = actions.filter { $0.style == .cancel }
    let others = actions.filter { $0.style != .cancel }
    return isSideBySide ? cancel + others : others + cancel
  }

  final var isSideBySide: Bool { preferredStyle == .alert && actions.count == 2 }

  /// Dismisses the alert, then calls the handler of the action.
  final func choose(_ action: UIAlertAction) {
    dismiss(animated: true) { action.handler?(action) }
  }

  /// Performs the return key of a text field: the preferred action, or else the only action that does not cancel.
  private func pressReturn() {
    let others = actions.filter { $0.style != .cancel }
    let action = preferredAction ?? (others.count == 1 ? others.first : nil)
    if let action, action.isEnabled, presenter != nil { choose(action) }
  }

  // MARK: - Text fields

  /// The text fields, in the order in which they were added; nil if there are none.
  open var textFields: [UITextField]? { fields.isEmpty ? nil : fields }

  private var fields: [UITextField] = []

  /// Adds a text field to an alert. Action sheets have none.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    guard preferredStyle == .alert else {
      return Misuse.trap("An action sheet cannot have text fields: create the UIAlertController with the style alert.")
    }
    let field = UITextField()
    field.borderStyle = .roundedRect
    fields.append(field)
    configurationHandler?(field)
    field.addAction(UIAction { [weak self] _ in self?.pressReturn() }, for: .editingDidEndOnExit)
    if fields.count == 1 { field.becomeFirstResponder() }
    if let view = viewIfLoaded as? AlertView { view.add(field, number: fields.count) }
  }

  // MARK: - The view

  override open func loadView() {
    let alert = AlertView()
    alert.controller = self
    for (index, field) in fields.enumerated() { alert.add(field, number: index + 1) }
    view = alert
  }

  override package var dialogClass: StaticString { preferredStyle == .alert ? "alert" : "alert actions" }

  override package func renderDialogLabel(into html: HTMLRenderer) {
    if preferredStyle == .alert { html.write(" role=\"alertdialog\"") }
    let hasTitle = title?.isEmpty == false
    let hasMessage = message?.isEmpty == false
    if hasTitle || hasMessage {
      html.write(attribute: "aria-labelledby", idOf: view, part: hasTitle ? "title" : "message")
    } else {
      html.write(attribute: "aria-label", localized(.screenAlert))
    }
    if hasTitle, hasMessage { html.write(attribute: "aria-describedby", idOf: view, part: "message") }
  }
}

final class AlertView: UIView {
  weak var controller: UIAlertController?
  private let number = AppEnvironment.current.nextNumber(of: AlertView.self)

  override var numberInApplication: Int? { number }

  func add(_ field: UITextField, number: Int) {
    addSubview(field)
    field.setPathName(ofItem: number == 1 ? "textField" : "textField\(number)", in: self)
  }

  /// The actions in the order of the page, with the names of their parts. The names come from the titles, so that a tap
  /// on an old page never means another action.
  private var parts: [(action: UIAlertAction, part: String)] {
    let actions = controller?.orderedActions ?? []
    let names = ItemIdentity.names(for: actions.map { ItemIdentity.escaped($0.title ?? "") })
    return zip(actions, names).map { ($0, $1) }
  }

  override func tapTarget(ofPart part: String) -> TapTarget? {
    guard let controller, let action = parts.first(where: { $0.part == part })?.action else {
      return super.tapTarget(ofPart: part)
    }
    let refusal: ControlRefusal? = !action.isEnabled ? .disabled : isReachable ? nil : .unreachable
    return TapTarget(refusal: refusal, isLeaving: action.style == .cancel) { controller.choose(action) }
  }

  // MARK: - HTML

  override func renderContent(into html: HTMLRenderer) {
    guard let controller else { return }
    write(controller.title, as: "title", tag: "h2", into: html)
    write(controller.message, as: "message", tag: "p", into: html)
    super.renderContent(into: html)
    guard !controller.actions.isEmpty else { return }
    html.write(controller.isSideBySide ? "<div class=\"buttons row\">" : "<div class=\"buttons\">")
    let focused = controller.textFields == nil ? actionForFocus(of: controller) : nil
    for (action, part) in parts {
      action.owner = self
      let cssClass = action.cssClass(isPreferred: action === controller.preferredAction)
      html.writeButton(tapping: part, of: self, cssClass: cssClass, isEnabled: action.isEnabled) {
        if action === focused { html.write(" autofocus") }
        // Escape presses it: it only takes note.
        if controller.actions.count == 1, action.style == .default { html.write(" data-cancels") }
      } content: {
        html.writeSpan(action.title ?? "")
      }
    }
    html.write("</div>")
  }

  /// The longest message, in UTF-8 bytes, above a button that has the focus. A longer one must be read from its start,
  /// and the focus would scroll it away.
  private static let longestMessageAboveFocus = 300

  /// Returns the action that has the focus when the alert appears, so that Enter performs it. It is never a destructive
  /// one, unless the app prefers it.
  private func actionForFocus(of controller: UIAlertController) -> UIAlertAction? {
    guard (controller.message ?? "").utf8.count <= Self.longestMessageAboveFocus else { return nil }
    let enabled = controller.orderedActions.filter(\.isEnabled)
    return enabled.first { $0 === controller.preferredAction } ?? enabled.first { $0.style == .cancel }
      ?? enabled.first { $0.style == .default }
  }

  private func write(_ text: String?, as part: String, tag: StaticString, into html: HTMLRenderer) {
    guard let text, !text.isEmpty else { return }
    html.write(text, in: tag, id: (self, part))
  }
}

extension UIAlertAction {
  fileprivate func cssClass(isPreferred: Bool) -> StaticString {
    switch style {
    case .default: isPreferred ? "default preferred" : "default"
    case .cancel: isPreferred ? "cancel preferred" : "cancel"
    case .destructive: isPreferred ? "destructive preferred" : "destructive"
    }
  }
}

/// A button of an alert or an action sheet.
open class UIAlertAction {
  /// The meaning of a button.
  public enum Style: Int, Sendable {
    case `default`
    /// Cancels and changes nothing. An alert has at most one such action.
    case cancel
    /// Deletes or changes data. The button has a warning colour.
    case destructive
  }

  public final let title: String?
  public final let style: Style
  final let handler: ((UIAlertAction) -> Void)?

  /// Whether the button can be pressed. Default: true.
  open var isEnabled = true { didSet { if isEnabled != oldValue { owner?.setNeedsRender() } } }

  /// The view that shows the action.
  final weak var owner: UIView?

  /// - Parameter handler: Runs after the alert is dismissed.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

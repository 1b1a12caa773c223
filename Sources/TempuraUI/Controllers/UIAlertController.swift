public import Foundation

/// Asks or tells a user something, over what is there: present it like any other controller.
///
/// It is no part of a route: while it is shown the URL is that of the screen below. It lives as long as its scene; screens
/// that are brought up anew from the URL have none.
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable {
    /// Choices, at the lower edge of a small window.
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

  /// What stands below the title.
  open var message: String? { didSet { didChange() } }

  private func didChange() {
    viewIfLoaded?.setNeedsRender()
    viewIfLoaded?.window?.setNeedsRender()  // its dialog is called after them
  }

  // MARK: - Actions

  /// The actions, in the order in which they were added.
  public private(set) final var actions: [UIAlertAction] = []

  open func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      Misuse.trap(
        "An alert has one action of style cancel, and \"\(action.title ?? "")\" would be another one: give it the style "
          + "default.")
    }
    actions.append(action)
    viewIfLoaded?.setNeedsRender()
  }

  /// The action that Enter is, and that stands out: one of `actions`.
  open var preferredAction: UIAlertAction? {
    didSet {
      if let preferredAction, !actions.contains(where: { $0 === preferredAction }) {
        Misuse.trap("The preferred action of an alert has to be one of its actions: call addAction first.")
      }
      viewIfLoaded?.setNeedsRender()
    }
  }

  /// The actions as a page has them. The one that cancels is the last of a list, and the first of two side by side.
  final var orderedActions: [UIAlertAction] {
    let cancel = actions.filter { $0.style == .cancel }
    let others = actions.filter { $0.style != .cancel }
    return isSideBySide ? cancel + others : others + cancel
  }

  final var isSideBySide: Bool { preferredStyle == .alert && actions.count == 2 }

  /// Closes the alert, then runs the action.
  final func choose(_ action: UIAlertAction) {
    dismiss(animated: true) { action.handler?(action) }
  }

  /// The return key of a text field: the preferred action, or the only one that is not to cancel.
  private func pressReturn() {
    let others = actions.filter { $0.style != .cancel }
    let action = preferredAction ?? (others.count == 1 ? others.first : nil)
    if let action, action.isEnabled, presenter != nil { choose(action) }
  }

  // MARK: - Text fields

  /// The text fields in their order; nil if there are none.
  open var textFields: [UITextField]? { fields.isEmpty ? nil : fields }

  private var fields: [UITextField] = []

  /// Adds a text field to an alert.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    guard preferredStyle == .alert else {
      return Misuse.trap("An action sheet has no text fields: make the controller with the style alert.")
    }
    let field = UITextField()
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
      html.write(attribute: "aria-label", ownText("Alert"))
    }
    if hasTitle, hasMessage { html.write(attribute: "aria-describedby", idOf: view, part: "message") }
  }
}

/// The view of an alert.
final class AlertView: UIView {
  weak var controller: UIAlertController?
  private let number = UIApplication.shared.nextNumber(of: AlertView.self)

  override var numberInApplication: Int? { number }

  func add(_ field: UITextField, number: Int) {
    addSubview(field)
    field.setPathName(ofItem: number == 1 ? "textField" : "textField\(number)", in: self)
  }

  /// The actions in the order of the page, with the parts that stand for them: named after titles, so that an old page's
  /// tap is never taken for another one.
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
      } content: {
        html.writeSpan(action.title ?? "")
      }
    }
    html.write("</div>")
  }

  /// A message that is so long has to be read from its beginning, which a focused button below it would scroll away.
  private static let longestMessageAboveFocus = 300

  /// The button that has the focus when the alert comes: what Enter does then should harm nobody.
  private func actionForFocus(of controller: UIAlertController) -> UIAlertAction? {
    guard (controller.message ?? "").utf8.count <= Self.longestMessageAboveFocus else { return nil }
    let enabled = controller.orderedActions.filter(\.isEnabled)
    return enabled.first { $0 === controller.preferredAction } ?? enabled.first { $0.style == .cancel }
      ?? enabled.first { $0.style == .default }
  }

  private func write(_ text: String?, as part: String, tag: StaticString, into html: HTMLRenderer) {
    guard let text, !text.isEmpty else { return }
    html.write("<")
    html.write(tag)
    html.write(attribute: "id", idOf: self, part: part)
    html.write(">")
    html.write(text: text)
    html.write("</")
    html.write(tag)
    html.write(">")
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

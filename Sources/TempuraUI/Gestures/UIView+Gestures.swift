internal import Basics

extension UIView {
  private struct Gestures: RarePropertyGroup {
    var recognizers: [UIGestureRecognizer]?
    var customActions: [UIAccessibilityCustomAction]?
    var contextMenu: UIContextMenuInteraction?
    var managerTouches: TouchHandling = []
  }

  /// Which touches the class of the view's manager handles, or the actions of a control.
  final var managerTouches: TouchHandling {
    get { rareProperties[Gestures.self].managerTouches }
    set {
      guard newValue != managerTouches else { return }
      rareProperties[Gestures.self].managerTouches = newValue
      setNeedsRender()
    }
  }

  /// The gesture recognisers of the view. Default: nil.
  public final var gestureRecognizers: [UIGestureRecognizer]? {
    get { rareProperties[Gestures.self].recognizers }
    set {
      for recognizer in gestureRecognizers ?? [] { recognizer.view = nil }
      rareProperties[Gestures.self].recognizers = nil
      for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
      setNeedsRender()
    }
  }

  /// Adds a gesture recogniser. A recogniser belongs to one view: it is removed from its previous view.
  public final func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    rareProperties[Gestures.self].recognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    gestureRecognizer.view = self
    setNeedsRender()
    guard gestureRecognizer is UIHoverGestureRecognizer else { return }
    Misuse.report(
      "The \(type(of: gestureRecognizer)) of a \(type(of: self)) never fires, because a page does not tell of a pointer that "
        + "presses nothing: use :hover in a style sheet.")
  }

  public final func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    guard gestureRecognizer.view === self else { return }
    rareProperties[Gestures.self].recognizers?.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.view = nil
    setNeedsRender()
  }

  /// Actions that the page shows in a menu at the view, together with gestures. Default: nil.
  public final var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get { rareProperties[Gestures.self].customActions }
    set {
      guard newValue != nil || accessibilityCustomActions != nil else { return }
      rareProperties[Gestures.self].customActions = newValue
      setNeedsRender()
    }
  }

  /// The context menu of the view; nil if it has none.
  final var contextMenuInteraction: UIContextMenuInteraction? {
    get { rareProperties[Gestures.self].contextMenu }
    set {
      rareProperties[Gestures.self].contextMenu = newValue
      setNeedsRender()
    }
  }

  // MARK: - Taps

  final var hasGestures: Bool {
    guard let gestures = rareProperties.box(of: Gestures.self)?.properties else { return false }
    return gestures.recognizers != nil || gestures.customActions != nil || gestures.contextMenu != nil
      || !gestures.managerTouches.isEmpty
  }

  private var tapRecognizers: [UIGestureRecognizer] {
    gestureRecognizers?.filter { $0.isSingleTap && $0.isEnabled } ?? []
  }

  /// Whether a tap recogniser makes the whole view a button.
  final var hasTapRecognizer: Bool { hasGestures && !tapRecognizers.isEmpty }

  /// Passes a tap to the tap recognisers.
  ///
  /// - Returns: Whether a control must not run its own actions: see `cancelsTouchesInView`.
  final func recognizeTap() -> Bool {
    var first: UIGestureRecognizer?
    var cancels = false
    for recognizer in tapRecognizers {
      if let first {
        let isAllowed =
          first.delegate?.gestureRecognizer(first, shouldRecognizeSimultaneouslyWith: recognizer) == true
          || recognizer.delegate?.gestureRecognizer(recognizer, shouldRecognizeSimultaneouslyWith: first) == true
        guard isAllowed else { continue }
      }
      guard recognizer.recognize() else { continue }
      first = first ?? recognizer
      cancels = cancels || recognizer.cancelsTouchesInView
    }
    return cancels
  }

  /// Passes a tap to the view's methods for touches and to its tap recognisers.
  private func performTapWithTouches() {
    let touch = UITouch(on: self)
    let touches: Set = [touch]
    let event = UIEvent(touches, at: touch.timestamp)
    touchesBegan(touches, with: event)
    if recognizeTap() {
      touch.phase = .cancelled
      touchesCancelled(touches, with: event)
    } else {
      touch.phase = .ended
      touchesEnded(touches, with: event)
    }
  }

  /// The actions in the menu at the view: other gestures than single taps, and custom actions. `part` names the
  /// button.
  private var gestureActions: [(part: String, title: String, image: UIImage?, run: () -> Void)] {
    var actions: [(title: String, image: UIImage?, run: () -> Void)] = []
    for recognizer in gestureRecognizers ?? [] where recognizer.isEnabled && !recognizer.isSingleTap {
      if let title = recognizer.title { actions.append((title, nil, { _ = recognizer.recognize() })) }
    }
    for action in accessibilityCustomActions ?? [] {
      actions.append((action.name, action.image, { _ = action.actionHandler?(action) }))
    }
    for (menu, entry) in contextMenuInteraction?.configuration?.entries ?? [] {
      actions.append((entry.action.title, entry.action.image, { menu.choose(entry) }))
    }
    let names = ItemIdentity.names(for: actions.map { ItemIdentity.escaped($0.title) })
    return zip(names, actions).map { ("gesture-\($0)", $1.title, $1.image, $1.run) }
  }

  /// Returns the target of a tap on the view, or on an action of its menu; nil if there is none.
  final func gestureTarget(ofPart part: String) -> TapTarget? {
    guard hasGestures else { return nil }
    let refusal: ControlRefusal? = isReachable ? nil : .unreachable
    if part.isEmpty { return hasTapRecognizer ? TapTarget(refusal: refusal) { self.performTapWithTouches() } : nil }
    return gestureActions.first { $0.part == part }.map { TapTarget(refusal: refusal, tap: $0.run) }
  }

  // MARK: - HTML

  /// Writes a button that covers the whole view, if the view has a tap recogniser.
  ///
  /// If the view contains text fields, the tap is one beside them, which usually ends the input. Escape presses it, too. Keyboard and
  /// screen reader do not reach this button: its name would be all that the view shows.
  final func renderTap(into html: HTMLRenderer) {
    guard let recognizer = tapRecognizers.first else { return }
    if containsTextInput {
      return html.writeButton(of: self, cssClass: "stretched") {
        html.write(" tabindex=\"-1\" aria-hidden=\"true\" data-cancels")
      } content: {
      }
    }
    html.writeStretchedButton(
      of: self, namedBy: self, label: recognizer.accessibilityLabel, fallback: recognizer.title ?? "")
  }

  private var containsTextInput: Bool { subviews.contains { $0.isTextInput || $0.containsTextInput } }

  /// Writes the menu of actions at the view, if there are any.
  final func renderGestureActions(into html: HTMLRenderer) {
    let actions = gestureActions
    guard !actions.isEmpty else { return }
    html.writeMenu("gestures-menu", openedBy: "gestures", of: self, cssClass: "opens-menu more") {
    } face: {
      html.writeUnseen(accessibilityLabel.map { localized(.partActionsOf($0)) } ?? localized(.partActions))
    } content: {
      for action in actions {
        html.writeButton(tapping: action.part, of: self) {
          if let image = action.image { html.write(image: image) }
          html.writeSpan(action.title)
        }
      }
    }
  }

  /// Whether the view is inside a button. HTML does not allow buttons in buttons.
  final var isInButton: Bool {
    var view = superview
    while let current = view {
      if current.isButtonElement { return true }
      view = current.superview
    }
    return false
  }
}

/// The content that HTML allows in an element.
enum ContentModel {
  /// All elements.
  case flow
  /// Only text and inline elements, such as buttons.
  case phrasing
  /// No buttons.
  case none

  init(of tag: StaticString) {
    switch String(describing: tag) {
    case "p", "span", "h1", "h2", "h3", "h4", "h5", "h6", "label", "strong", "em", "small": self = .phrasing
    case "button", "a", "ul", "ol", "table", "select", "textarea", "progress", "meter", "img", "input", "video":
      self = .none
    default: self = .flow
    }
  }
}

extension HTMLRenderer {
  /// Writes the content and the end tag of a view's element, with the buttons of the view's gestures.
  func writeGestures(of view: UIView, tag: StaticString, content: () -> Void, endTag: () -> Void) {
    guard !view.isInButton else {
      Misuse.report(
        "The gestures of a \(type(of: view)) never fire, because it is inside a UIButton: give the button an action, or move "
          + "the view out of the button.")
      content()
      return endTag()
    }
    let model = ContentModel(of: tag)
    if model == .none, view.hasTapRecognizer, !view.isControl {
      Misuse.report(
        "The tap recogniser of a \(type(of: view)) never fires, because the element of this view cannot contain a button: put "
          + "the view into a UIView with the recogniser, or use the delegate of a list.")
    } else if model != .none {
      view.renderTap(into: self)
    }
    content()
    if model == .flow { view.renderGestureActions(into: self) }
    endTag()
    if model != .flow { view.renderGestureActions(into: self) }
  }
}

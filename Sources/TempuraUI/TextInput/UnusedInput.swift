/// Input of a user that the app has not used yet. It is stored, and restored when the screen is made again.
package struct UnusedInput: Codable, Equatable, Sendable {
  /// The typed text; nil if the app set the text of the field.
  package var text: String?
  /// The input that the field refused.
  package var draft: FieldDraft?

  /// The approximate size in bytes.
  package var size: Int {
    let draftSize = draft.map {
      $0.texts.reduce($0.problem?.utf8.count ?? 0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
    return (text?.utf8.count ?? 0) + (draftSize ?? 0)
  }
}

extension UIView {
  /// The user's input that the app has not used. Nil if there is none, or if the field is secret, such as a password.
  package final var unusedInput: UnusedInput? {
    let draft = draft.flatMap { $0 == FieldDraft() ? nil : $0 }
    let hasText = viewFlags.contains(.hasTypedText)
    guard hasText || draft != nil, !textTraits.isSecret, let field = self as? any InputField else { return nil }
    return UnusedInput(text: hasText ? field.sentValue(ofPart: "") : nil, draft: draft)
  }

  /// Whether a text that the user types here, and the app has not used, is remembered.
  package final var isTextRemembered: Bool { self is any TextInput && !textTraits.isSecret }

  /// Restores input without sending events: the app received them when the user typed. Does nothing if the field is
  /// secret, disabled or hidden.
  final func restore(_ input: UnusedInput, in window: UIWindow) {
    guard !textTraits.isSecret, let field = self as? any InputField, field.refusal != .disabled, isShownOnScreen
    else { return }
    if let text = input.text { (field as? any TextInput)?.restore(text) }
    if let draft = input.draft {
      for (part, text) in draft.texts where field.sentValue(ofPart: part) != nil { keepDraft(text, part: part) }
      keepDraft(nil, problem: draft.problem)
    }
    window.recordInput(in: self)
  }

  private var isShownOnScreen: Bool {
    var view = self
    while view.isVisibleAndEnabled {
      guard !view.isRootOfScreen, let superview = view.superview else { return true }
      view = superview
    }
    return false
  }

  /// Marks the text of the field as set by the app, no longer as typed by the user.
  final func markTextAsSetByApp() { viewFlags.remove(.hasTypedText) }

  /// Drops the input here and in subviews, because the views show something else from now on.
  final func dropInput() {
    markTextAsSetByApp()
    dropDraft()
    for view in subviews { view.dropInput() }
  }
}

extension TextInput {
  /// Marks the text as typed by the user. The app may have changed it meanwhile, such as the format of a number: it
  /// still counts as typed. If the app emptied the field, it does not.
  func markTextAsTyped(replacing old: String) {
    if let text = sentValue(ofPart: ""), !text.isEmpty, !text.isSameText(as: old) { viewFlags.insert(.hasTypedText) }
    if viewFlags.contains(.hasTypedText) { window?.recordInput(in: self) }
  }
}

// MARK: - Ids within a screen

extension UIView {
  /// The root view of the view's screen.
  package final var rootOfScreen: UIView {
    var view = self
    while !view.isRootOfScreen, let superview = view.superview { view = superview }
    return view
  }

  /// An id of the view that is unique on its screen, also while the screen is covered or in no window. It is the
  /// accessibility identifier, or else the path of names from the root, with a dot before each name.
  package final var idInScreen: String {
    if let identifier = accessibilityIdentifier { return identifier }
    var path = ""
    var view: UIView? = self
    while let current = view, !current.isRootOfScreen {
      current.resolvePathName()
      path = ".\(current.pathName)\(path)"
      view = current.pathOwner
    }
    return path
  }

  /// Restores input in the views of a screen, by their `idInScreen`. Call it on the root view of the screen.
  package final func restoreInput(_ input: [String: UnusedInput], in window: UIWindow) {
    resolvePathName()
    let ids = input.keys.map { (inScreen: $0, id: $0.isEmpty || $0.hasPrefix(".") ? pathName + $0 : $0) }
    let index = ViewIndex(of: ids.map(\.id), in: self)
    for (idInScreen, id) in ids {
      if let input = input[idInScreen] { index.view(withID: id)?.restore(input, in: window) }
    }
  }
}

extension UIWindow {
  final func recordInput(in view: UIView) {
    guard !viewsWithInput.contains(where: { $0.view === view }) else { return }
    // Not for each view, because a form may have a thousand fields.
    if viewsWithInput.count.nonzeroBitCount <= 1 { viewsWithInput.removeAll { $0.view?.unusedInput == nil } }
    viewsWithInput.append(WeakView(view))
  }

  /// Whether any screen may have input that the app has not used.
  package final var mayHaveUnusedInput: Bool { !viewsWithInput.isEmpty }

  /// The views with input that the app has not used, on all screens, in the order of input.
  package final var viewsWithUnusedInput: [UIView] {
    viewsWithInput.removeAll { $0.view?.unusedInput == nil }
    return viewsWithInput.compactMap(\.view)
  }
}

/// A weak reference to a view.
package struct WeakView {
  package private(set) weak var view: UIView?
  package init(_ view: UIView) { self.view = view }
}

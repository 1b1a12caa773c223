package import AppData

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
}

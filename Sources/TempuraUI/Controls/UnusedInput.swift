/// What a user put into a field and the app has not used yet: what is to be there again when the screen is made anew.
package struct UnusedInput: Codable, Equatable, Sendable {
  /// The text that was typed; nil if the field has one of the app's.
  package var text: String?
  /// What was sent and not taken.
  package var draft: FieldDraft?

  package init(text: String? = nil, draft: FieldDraft? = nil) {
    self.text = text
    self.draft = draft
  }

  /// About how many bytes there are.
  package var size: Int {
    let draftSize = draft.map {
      $0.texts.reduce($0.problem?.utf8.count ?? 0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
    return (text?.utf8.count ?? 0) + (draftSize ?? 0)
  }
}

extension UIView {
  /// What the user put into the view and the app has not used; nil if there is nothing, or if it is nobody's business.
  package final var unusedInput: UnusedInput? {
    let draft = rareProperties?.draft.flatMap { $0 == FieldDraft() ? nil : $0 }
    let hasText = viewFlags.contains(.hasTypedText)
    guard hasText || draft != nil, !textTraits.isSecret, let field = self as? any InputField else { return nil }
    return UnusedInput(text: hasText ? field.sentValue(ofPart: "") : nil, draft: draft)
  }

  /// Puts in what the user had put in before, without telling anybody: all that heard of it was told when it was typed.
  /// Nothing happens if the field takes no input now, or cannot be seen on its screen.
  package final func restore(_ input: UnusedInput, in window: UIWindow) {
    guard !textTraits.isSecret, let field = self as? any InputField, field.refusal != .disabled, isShownOnScreen
    else { return }
    if let text = input.text { (field as? any TextInput)?.restore(text) }
    if let draft = input.draft {
      for (part, text) in draft.texts where field.sentValue(ofPart: part) != nil { keepDraft(text, part: part) }
      keepDraft(nil, problem: draft.problem)
    }
    window.noteInput(in: self)
  }

  private var isShownOnScreen: Bool {
    var view = self
    while view.isOpen {
      guard !view.isRootOfScreen, let superview = view.superview else { return true }
      view = superview
    }
    return false
  }

  /// Forgets that the text was typed: it is the app's from now on.
  final func disownText() { viewFlags.remove(.hasTypedText) }

  /// Forgets what was typed here and below: the views show something else from now on.
  final func forgetInput() {
    disownText()
    dropDraft()
    for view in subviews { view.forgetInput() }
  }
}

extension TextInput {
  /// Ends typing. What the app made of the text meanwhile, a number with spaces for one, is still what its user typed; if
  /// it took the text out, that is the app's doing.
  func didType(into old: String) {
    if let text = sentValue(ofPart: ""), !text.isEmpty, !text.isSameText(as: old) { viewFlags.insert(.hasTypedText) }
    if viewFlags.contains(.hasTypedText) { window?.noteInput(in: self) }
  }
}

// MARK: - Where it is

extension UIView {
  /// The root view of the screen that the view is on.
  package final var rootOfScreen: UIView {
    var view = self
    while !view.isRootOfScreen, let superview = view.superview { view = superview }
    return view
  }

  /// What names the view among those of its screen, whether that is in a window or covered: its identifier, or the path of
  /// names from the root with a dot before each.
  package final var idInScreen: String {
    if let identifier = rareProperties?.accessibilityIdentifier { return identifier }
    var path = ""
    var view: UIView? = self
    while let current = view, !current.isRootOfScreen {
      current.resolvePathName()
      path = ".\(current.pathName)\(path)"
      view = current.pathOwner
    }
    return path
  }

  /// Finds a view of a screen whose root this is.
  package final func descendant(withIDInScreen id: String) -> UIView? {
    guard id.isEmpty || id.hasPrefix(".") else { return descendant(withID: id) }
    resolvePathName()
    return id.isEmpty ? self : descendant(withID: pathName + id)
  }
}

extension UIWindow {
  /// Takes note of a view that has input.
  final func noteInput(in view: UIView) {
    guard !viewsWithInput.contains(where: { $0.view === view }) else { return }
    viewsWithInput.removeAll { $0.view?.unusedInput == nil }
    viewsWithInput.append(WeakView(view))
  }

  /// Whether there may be input that the app has not used, on any screen.
  package final var mayHaveUnusedInput: Bool { !viewsWithInput.isEmpty }

  /// The views whose input the app has not used, on any screen, in the order in which it was put in.
  package final var viewsWithUnusedInput: [UIView] {
    viewsWithInput.removeAll { $0.view?.unusedInput == nil }
    return viewsWithInput.compactMap(\.view)
  }
}

/// A view that others may let go.
package struct WeakView {
  package private(set) weak var view: UIView?
  package init(_ view: UIView) { self.view = view }
}

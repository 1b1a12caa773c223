package import AppData

// Where the input of the window's screens is.

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

extension UIWindow {
  /// The user has moved the focus. Editing ends in the field that had it.
  ///
  /// - Returns: False if its delegate refuses.
  @discardableResult package final func focusDidMove(to field: (any TextInput)?) -> Bool {
    guard endEditing(except: field) else { return false }
    if let other = firstResponder, other !== field { other.set(.isFirstResponder, to: false) }
    return true
  }

  /// Ends editing, unless the user is in the edited field now.
  ///
  /// - Returns: False if a delegate refuses.
  @discardableResult package final func endEditing(except field: (any TextInput)?) -> Bool {
    guard let other = firstResponder as? any TextInput, other !== field else { return true }
    return other.endEditing()
  }

  func otherFirstResponder(than view: UIView) -> UIView? {
    guard let firstResponder, firstResponder !== view, firstResponder.isFirstResponder,
      firstResponder.window === self
    else { return nil }
    return firstResponder
  }
}

extension UIView {
  /// Restores input in the views of a screen, by their `idInScreen`. Call it on the root view of the screen.
  package final func restoreInput(_ input: [String: UnusedInput], in window: UIWindow) {
    resolvePathName()
    let ids = input.keys.map { (inScreen: $0, id: $0.isEmpty || $0.hasPrefix(".") ? pathName + $0 : $0) }
    let index = ViewIndex(of: ids.map(\.id), in: self)
    for (idInScreen, id) in ids {
      if let input = input[idInScreen] { index.view(withID: id)?.restore(input, in: window) }
    }
  }

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
}

/// A weak reference to a view.
package struct WeakView {
  package private(set) weak var view: UIView?
  package init(_ view: UIView) { self.view = view }
}

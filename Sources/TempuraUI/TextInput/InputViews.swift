internal import Foundation

/// What a field shows instead of the keyboard, and above it. A page shows both at its bottom while the field, or something in
/// them, has the focus.
struct InputViews: RarePropertyGroup {
  var input, accessory: UIView?
}

extension UIView {
  /// Whether the page shows a view instead of the keyboard. One that only an app's override of `inputView` returns is not
  /// shown.
  final var hasInputView: Bool { inputViews?.input != nil }

  final var inputViews: InputViews? { rareProperties.box(of: InputViews.self)?.properties }

  /// Replaces a view that belongs to the keyboard. It is a subview, so that it has ids and takes input, and it flows: its frame
  /// is meant for a keyboard.
  final func replaceInputView(_ property: WritableKeyPath<InputViews, UIView?>, by view: UIView?) {
    let old = inputViews?[keyPath: property]
    guard old !== view else { return }
    rareProperties[InputViews.self][keyPath: property] = view
    if let old {
      old.viewFlags.remove(.isInputView)
      if old.superview === self { old.removeFromSuperview() }
    }
    setNeedsRender()
    guard let view else { return }
    view.viewFlags.insert(.isInputView)
    view.setFlowingFrame(view.frame)
    addSubview(view)
  }

  /// Takes back a view that the app has given to several fields. It is at the one that is edited.
  final func takeInputViews() {
    guard let inputViews else { return }
    for case let view? in [inputViews.input, inputViews.accessory] where view.superview !== self { addSubview(view) }
  }

  /// Whether the page shows the view, if it belongs to the keyboard of its superview: that takes input.
  final var isUsableAsInputView: Bool {
    guard let field = superview, field.isInputView(self) else { return true }
    return (field as? UITextView)?.isEditable ?? (field as? UIControl)?.isEnabled ?? true
  }

  final func isInputView(_ view: UIView) -> Bool {
    guard let inputViews else { return false }
    return view === inputViews.input || view === inputViews.accessory
  }
}

extension HTMLRenderer {
  /// Writes what belongs to the keyboard of a field.
  func writeInputViews(of field: UIView) {
    guard let views = field.inputViews, views.input != nil || views.accessory != nil else { return }
    // A press between the controls leaves the focus in the field's element.
    write("<div class=\"input-views\" tabindex=\"-1\">")
    for view in [views.accessory, views.input] {
      if let view, view.superview === field { render(view) }
    }
    write("</div>")
  }
}

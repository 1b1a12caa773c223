internal import TempuraUI

/// A form, matched with the controls that are on the screen right now.
struct Interaction {
  private let texts: [(field: any TextInput, text: String)]
  private let action: Action

  private enum Action {
    case none
    case tap(UIControl)
    case returnKey(any TextInput)
  }

  /// Finds what a form names in a window, without touching anything.
  ///
  /// - Throws: `Refusal` if something is not there, or takes no input now.
  init(_ form: FormInput, in window: UIWindow) throws(Refusal) {
    var texts: [(field: any TextInput, text: String)] = []
    for (id, text) in form.texts {
      guard let field = window.descendant(withID: id) as? any TextInput else { throw .missingField(id) }
      if let refusal = field.refusal {
        // Browsers send hidden and inert fields, too: as they are, which means nothing.
        guard field.isUnchanged(by: text) else { throw Refusal(refusal, id: id) }
        continue
      }
      texts.append((field, text))
    }
    self.texts = texts
    switch form.control {
    case .none: action = .none
    case .tap(let id): action = try Self.action(ofTap: id, in: window)
    case .returnKey:
      guard let field = Self.fieldOfReturnKey(texts) else { throw .missingControl("return") }
      action = .returnKey(field)
    }
  }

  private static func action(ofTap id: String, in window: UIWindow) throws(Refusal) -> Action {
    if let control = window.descendant(withID: id) as? UIControl {
      if let refusal = control.refusal { throw Refusal(refusal, id: id) }
      return .tap(control)
    }
    let suffix = ".return"
    guard id.hasSuffix(suffix),
      let field = window.descendant(withID: String(id.dropLast(suffix.count))) as? any TextInput
    else { throw .missingControl(id) }
    if let refusal = field.refusal { throw Refusal(refusal, id: id) }
    return .returnKey(field)
  }

  /// The browser does not say in which field the return key was pressed. It is the one that was typed in last, or else
  /// the one that had the focus, or else the first.
  private static func fieldOfReturnKey(_ texts: [(field: any TextInput, text: String)]) -> (any TextInput)? {
    let typed = texts.last { $0.field.typedText != $0.text }
    return typed?.field ?? texts.first { $0.field.isFirstResponder }?.field ?? texts.first?.field
  }

  /// Puts the texts in as if they had been typed.
  func type() {
    // Without script a line break comes together with the control that was used after it.
    let isReturn = if case .none = action { true } else { false }
    for (field, text) in texts where field.window != nil && field.refusal == nil {
      field.type(text, takesLineBreakForReturn: isReturn)
    }
  }

  /// Uses the control.
  ///
  /// - Throws: `Refusal` if what was typed made the control go away.
  func act() throws(Refusal) {
    switch action {
    case .none: break
    case .tap(let control):
      try check(control, control.refusal)
      control.sendActions(for: [.touchUpInside, .primaryActionTriggered])
    case .returnKey(let field):
      try check(field, field.refusal)
      field.pressReturn()
    }
  }

  /// A control that left the screen must not be used: what it would call may be gone.
  private func check(_ view: UIView, _ refusal: ControlRefusal?) throws(Refusal) {
    if view.window == nil { throw .missingControl(view.elementID) }
    if let refusal { throw Refusal(refusal, id: view.elementID) }
  }

  /// Keeps what was typed in the fields that are still there, for the page that refuses the interaction.
  static func keepDrafts(_ form: FormInput, in window: UIWindow) {
    for (id, text) in form.texts {
      guard let field = window.descendant(withID: id) as? any TextInput, field.refusal == nil else { continue }
      field.keepDraft(text)
    }
  }
}

/// Why an interaction is not taken: its page is older than the screen. Nothing is changed by it.
enum Refusal: Error, Equatable {
  case missingControl(String)
  case missingField(String)
  case disabled(String)
  case unreachable(String)

  init(_ refusal: ControlRefusal, id: String) {
    self =
      switch refusal {
      case .disabled: .disabled(id)
      case .unreachable: .unreachable(id)
      }
  }

  /// What the page says if nothing was done.
  static let message = "This page was out of date, so nothing was changed. Here is how things are now."

  /// What the page says if it was only found after the texts had been typed in.
  static let lateMessage = "Not all of this could be done. Here is how things are now."

  /// What the log says.
  var reason: String {
    switch self {
    case .missingControl(let id): "there is no control \(id) on the screen"
    case .missingField(let id): "there is no field \(id) on the screen"
    case .disabled(let id): "\(id) is disabled"
    case .unreachable(let id): "\(id) is hidden, takes no input, or is under a modal screen"
    }
  }
}

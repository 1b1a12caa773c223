/// A command with a key. A page hears of no keys: only in a menu it acts, as an action with a method of the first responder of the
/// target's class.
open class UIKeyCommand: UIAction {
  public let input: String?
  public let modifierFlags: UIKeyModifierFlags
  public var wantsPriorityOverSystemBehavior = false

  public init<Target: AnyObject, Sender>(
    title: String = "", image: UIImage? = nil, action: @escaping (Target) -> (Sender) -> Void, input: String,
    modifierFlags: UIKeyModifierFlags = [], discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    super.init(
      title: title, image: image, discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state
    ) { command in
      guard let target = Self.target() as Target? else { return }
      if let sender = command as? Sender { action(target)(sender) }
    }
  }

  public convenience init<Target: AnyObject>(
    title: String = "", image: UIImage? = nil, action: @escaping (Target) -> () -> Void, input: String,
    modifierFlags: UIKeyModifierFlags = [], discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off
  ) {
    self.init(
      title: title, image: image, action: { (target: Target) in { (_: UIKeyCommand) in action(target)() } },
      input: input, modifierFlags: modifierFlags, discoverabilityTitle: discoverabilityTitle,
      attributes: attributes, state: state)
  }

  public convenience init<Target: AnyObject, Sender>(
    input: String, modifierFlags: UIKeyModifierFlags, action: @escaping (Target) -> (Sender) -> Void,
    discoverabilityTitle: String = ""
  ) {
    self.init(title: discoverabilityTitle, action: action, input: input, modifierFlags: modifierFlags)
  }

  public convenience init<Target: AnyObject>(
    input: String, modifierFlags: UIKeyModifierFlags, action: @escaping (Target) -> () -> Void,
    discoverabilityTitle: String = ""
  ) {
    self.init(title: discoverabilityTitle, action: action, input: input, modifierFlags: modifierFlags)
  }

  private static func target<Target>() -> Target? {
    guard let responder = (AppEnvironment.current.keyWindow as? UIResponder)?.innermostResponder else { return nil }
    return sequence(first: responder, next: \.next).lazy.compactMap { $0 as? Target }.first
  }

  public static let (inputUpArrow, inputDownArrow, inputLeftArrow, inputRightArrow) = (
    "UIKeyInputUpArrow", "UIKeyInputDownArrow", "UIKeyInputLeftArrow", "UIKeyInputRightArrow"
  )
  public static let (inputEscape, inputPageUp, inputPageDown, inputHome, inputEnd, inputDelete) = (
    "UIKeyInputEscape", "UIKeyInputPageUp", "UIKeyInputPageDown", "UIKeyInputHome", "UIKeyInputEnd", "UIKeyInputDelete"
  )
}

public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let alphaShift = Self(rawValue: 1 << 16), shift = Self(rawValue: 1 << 17)
  public static let control = Self(rawValue: 1 << 18), alternate = Self(rawValue: 1 << 19)
  public static let command = Self(rawValue: 1 << 20), numericPad = Self(rawValue: 1 << 21)
}

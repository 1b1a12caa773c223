/// The keyboards for text input.
public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad,
    twitter, webSearch, asciiCapableNumberPad

  /// The value of the `inputmode` attribute.
  var inputMode: String? {
    switch self {
    case .URL: "url"
    case .numberPad, .asciiCapableNumberPad: "numeric"
    case .phonePad: "tel"
    case .emailAddress: "email"
    case .decimalPad: "decimal"
    case .webSearch: "search"
    default: nil
    }
  }
}

/// The title of a keyboard's return key.
public enum UIReturnKeyType: Int, Sendable {
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`

  private var texts: (title: ServerText, hint: String) {
    switch self {
    case .default: (.returnKeyDefault, "enter")
    case .go: (.returnKeyGo, "go")
    case .google, .yahoo, .search: (.buttonSearch, "search")
    case .join: (.returnKeyJoin, "go")
    case .next: (.returnKeyNext, "next")
    case .route: (.returnKeyRoute, "go")
    case .send: (.returnKeySend, "send")
    case .done: (.buttonDone, "done")
    case .emergencyCall: (.returnKeyEmergencyCall, "go")
    case .continue: (.returnKeyContinue, "next")
    }
  }

  /// The title of the button that replaces the key on a page.
  var title: String { localized(texts.title) }

  /// The value of the `enterkeyhint` attribute.
  var hint: String { texts.hint }
}

/// Which words a keyboard capitalises.
public enum UITextAutocapitalizationType: Int, Sendable {
  case none, words, sentences, allCharacters

  /// The value of the `autocapitalize` attribute.
  var html: String { self == .allCharacters ? "characters" : "\(self)" }
}

/// Whether a keyboard corrects typed text.
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }

/// Whether a keyboard marks spelling mistakes.
public enum UITextSpellCheckingType: Int, Sendable {
  /// The same as the autocorrection type.
  case `default`
  case no, yes
}

/// The keyboard settings of a text input.
public protocol UITextInputTraits: UIView {}

// swift-format-ignore
extension UITextInputTraits {
  private var traits: TextTraits { get { inputOfTraits.textTraits } set { inputOfTraits.textTraits = newValue } }

  /// The keyboard on touch devices. Default: `.default`. It also sets the type of the `input`, such as `email`.
  public var keyboardType: UIKeyboardType { get { traits.keyboardType } set { traits.keyboardType = newValue } }

  /// The title of the return key. Default: `.default`. In a text view, any other type ends the input instead of typing
  /// a line break.
  public var returnKeyType: UIReturnKeyType { get { traits.returnKeyType } set { traits.returnKeyType = newValue } }

  /// The meaning of the text, so that browsers can fill it in. Default: nil, unspecified.
  public var textContentType: UITextContentType? { get { traits.contentType } set { traits.contentType = newValue } }

  /// Which words the keyboard capitalises. Default: `.sentences`.
  public var autocapitalizationType: UITextAutocapitalizationType { get { traits.autocapitalization } set { traits.autocapitalization = newValue } }

  /// Whether the keyboard corrects typed text. Default: `.default`, the browser decides.
  public var autocorrectionType: UITextAutocorrectionType { get { traits.autocorrection } set { traits.autocorrection = newValue } }

  /// Whether the browser marks spelling mistakes. Default: `.default`, the same as `autocorrectionType`.
  public var spellCheckingType: UITextSpellCheckingType { get { traits.spellChecking } set { traits.spellChecking = newValue } }

  /// Whether a text field hides its text, as for passwords. Default: false. The server never sends the text to the
  /// browser, so the field is empty on every page. An empty input leaves the text unchanged: set `clearButtonMode` so
  /// that the user can clear it. A text that was ever hidden is not stored.
  public var isSecureTextEntry: Bool { get { traits.isSecure } set { traits.isSecure = newValue } }
}

extension UIView {
  final var textTraits: TextTraits {
    get { rareProperties[TextTraits.self] }
    set {
      guard newValue != textTraits else { return }
      rareProperties[TextTraits.self] = newValue
      setNeedsRender()
    }
  }
}

/// The values of `UITextInputTraits` for one view. Stored only for views that change a default.
struct TextTraits: RarePropertyGroup, Equatable {
  var keyboardType = UIKeyboardType.default
  var returnKeyType = UIReturnKeyType.default
  var contentType: UITextContentType?
  var autocapitalization = UITextAutocapitalizationType.sentences
  var autocorrection = UITextAutocorrectionType.default
  var spellChecking = UITextSpellCheckingType.default
  var isSecure = false { didSet { wasSecure = wasSecure || isSecure } }
  /// Whether the text was ever hidden. A password stays secret while the app shows it.
  private var wasSecure = false

  /// Whether the text must not be stored.
  var isSecret: Bool { wasSecure || contentType?.isSecret == true }

  /// The `type` attribute of an `input`. It is `text` if the keyboard's type does not allow the content type.
  var inputType: String {
    if isSecure { return "password" }
    let type =
      switch keyboardType {
      case .emailAddress: "email"
      case .URL: "url"
      case .phonePad: "tel"
      case .webSearch: "search"
      default: "text"
      }
    return contentType?.isAllowed(forInputType: type) == false ? "text" : type
  }

  /// Writes the attributes of all settings that differ from the defaults.
  ///
  /// - Parameter inputType: The type of the `input`; nil for a `textarea`.
  func render(into html: HTMLRenderer, inputType: String?) {
    if let mode = keyboardType.inputMode { html.write(attribute: "inputmode", mode) }
    if returnKeyType != .default { html.write(attribute: "enterkeyhint", returnKeyType.hint) }
    if let autocomplete = contentType?.autocomplete(inputType: inputType) {
      html.write(attribute: "autocomplete", autocomplete)
    }
    if autocapitalization != .sentences { html.write(attribute: "autocapitalize", autocapitalization.html) }
    if autocorrection == .no { html.write(" autocorrect=\"off\"") }
    switch (spellChecking, autocorrection) {
    case (.no, _), (.default, .no): html.write(" spellcheck=\"false\"")
    case (.yes, _): html.write(" spellcheck=\"true\"")
    case (.default, _): break
    }
  }
}

/// The keyboards that a field may ask for.
public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad,
    twitter, webSearch, asciiCapableNumberPad

  /// The value of the attribute `inputmode`.
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

/// What the return key of a keyboard is called.
public enum UIReturnKeyType: Int, Sendable {
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`

  /// The title of the button that stands for the key.
  var title: String {
    switch self {
    case .default: "Return"
    case .go: "Go"
    case .google, .yahoo, .search: "Search"
    case .join: "Join"
    case .next: "Next"
    case .route: "Route"
    case .send: "Send"
    case .done: "Done"
    case .emergencyCall: "Emergency call"
    case .continue: "Continue"
    }
  }

  /// The value of the attribute `enterkeyhint`.
  var hint: String {
    switch self {
    case .default: "enter"
    case .go, .join, .route, .emergencyCall: "go"
    case .google, .yahoo, .search: "search"
    case .next, .continue: "next"
    case .send: "send"
    case .done: "done"
    }
  }
}

/// Which words a keyboard begins with a capital.
public enum UITextAutocapitalizationType: Int, Sendable {
  case none, words, sentences, allCharacters

  /// The value of the attribute `autocapitalize`.
  var html: String {
    switch self {
    case .none: "none"
    case .words: "words"
    case .sentences: "sentences"
    case .allCharacters: "characters"
    }
  }
}

/// Whether a keyboard corrects what is typed.
public enum UITextAutocorrectionType: Int, Sendable {
  case `default`, no, yes
}

/// What a text is, for browsers that fill it in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  /// The value of the attribute `autocomplete` (HTML Standard, section 4.10.18.7).
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let name = UITextContentType(rawValue: "name")
  public static let givenName = UITextContentType(rawValue: "given-name")
  public static let familyName = UITextContentType(rawValue: "family-name")
  public static let emailAddress = UITextContentType(rawValue: "email")
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
  public static let URL = UITextContentType(rawValue: "url")
  public static let postalCode = UITextContentType(rawValue: "postal-code")
  public static let username = UITextContentType(rawValue: "username")
  public static let password = UITextContentType(rawValue: "current-password")
  public static let newPassword = UITextContentType(rawValue: "new-password")
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
}

/// What a text input wants of its keyboard.
public protocol UITextInputTraits: UIView {}

extension UITextInputTraits {
  public var keyboardType: UIKeyboardType {
    get { textTraits.keyboardType }
    set { textTraits.keyboardType = newValue }
  }

  public var returnKeyType: UIReturnKeyType {
    get { textTraits.returnKeyType }
    set { textTraits.returnKeyType = newValue }
  }

  public var textContentType: UITextContentType? {
    get { textTraits.contentType }
    set { textTraits.contentType = newValue }
  }

  public var autocapitalizationType: UITextAutocapitalizationType {
    get { textTraits.autocapitalization }
    set { textTraits.autocapitalization = newValue }
  }

  public var autocorrectionType: UITextAutocorrectionType {
    get { textTraits.autocorrection }
    set { textTraits.autocorrection = newValue }
  }

  /// Whether the text is hidden while it is typed, in a text field. Such a text is never sent to the browser.
  public var isSecureTextEntry: Bool {
    get { textTraits.isSecure }
    set { textTraits.isSecure = newValue }
  }
}

extension UIView {
  final var textTraits: TextTraits {
    get { rareProperties?.textTraits ?? TextTraits() }
    set {
      makeRareProperties().textTraits = newValue
      setNeedsRender()
    }
  }
}

/// The wishes in one place, for few views have any.
package struct TextTraits {
  var keyboardType = UIKeyboardType.default
  var returnKeyType = UIReturnKeyType.default
  var contentType: UITextContentType?
  var autocapitalization = UITextAutocapitalizationType.sentences
  var autocorrection = UITextAutocorrectionType.default
  var isSecure = false

  /// Writes the attributes for what differs from a browser's own choice.
  func render(into html: HTMLRenderer) {
    if let mode = keyboardType.inputMode { html.write(attribute: "inputmode", mode) }
    if returnKeyType != .default { html.write(attribute: "enterkeyhint", returnKeyType.hint) }
    if let contentType { html.write(attribute: "autocomplete", contentType.rawValue) }
    if autocapitalization != .sentences { html.write(attribute: "autocapitalize", autocapitalization.html) }
    if autocorrection == .no { html.write(" spellcheck=\"false\"") }
  }
}

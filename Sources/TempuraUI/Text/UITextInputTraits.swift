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
    case .default: ownText("Return")
    case .go: ownText("Go")
    case .google, .yahoo, .search: ownText("Search")
    case .join: ownText("Join")
    case .next: ownText("Next")
    case .route: ownText("Route")
    case .send: ownText("Send")
    case .done: ownText("Done")
    case .emergencyCall: ownText("Emergency call")
    case .continue: ownText("Continue")
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

/// Whether a keyboard marks what is misspelt.
public enum UITextSpellCheckingType: Int, Sendable {
  /// As it corrects.
  case `default`
  case no, yes
}

/// Whether a keyboard makes quotes of another form than those that were typed. Browsers' do not.
public enum UITextSmartQuotesType: Int, Sendable {
  case `default`, no, yes
}

/// Whether a keyboard joins hyphens to dashes. Browsers' do not.
public enum UITextSmartDashesType: Int, Sendable {
  case `default`, no, yes
}

/// Whether spaces come and go with words that are cut and pasted. In browsers they do not.
public enum UITextSmartInsertDeleteType: Int, Sendable {
  case `default`, no, yes
}

/// How a keyboard looks. Browsers' look as their user likes.
public enum UIKeyboardAppearance: Int, Sendable {
  case `default`, dark, light

  public static var alert: UIKeyboardAppearance { .dark }
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

  public var spellCheckingType: UITextSpellCheckingType {
    get { textTraits.spellChecking }
    set { textTraits.spellChecking = newValue }
  }

  /// For the app to read: browsers leave quotes as they are typed.
  public var smartQuotesType: UITextSmartQuotesType {
    get { textTraits.smartQuotes }
    set { textTraits.smartQuotes = newValue }
  }

  /// For the app to read: browsers leave hyphens as they are typed.
  public var smartDashesType: UITextSmartDashesType {
    get { textTraits.smartDashes }
    set { textTraits.smartDashes = newValue }
  }

  /// For the app to read: browsers cut and paste as they are told.
  public var smartInsertDeleteType: UITextSmartInsertDeleteType {
    get { textTraits.smartInsertDelete }
    set { textTraits.smartInsertDelete = newValue }
  }

  /// For the app to read: a keyboard looks as its user likes.
  public var keyboardAppearance: UIKeyboardAppearance {
    get { textTraits.keyboardAppearance }
    set { textTraits.keyboardAppearance = newValue }
  }

  /// For the app to read: the server does not hear of single keys, so the return key is always enabled.
  public var enablesReturnKeyAutomatically: Bool {
    get { textTraits.enablesReturnKeyAutomatically }
    set { textTraits.enablesReturnKeyAutomatically = newValue }
  }

  /// Whether the text is hidden while it is typed, in a text field. Such a text is never sent to the browser, whose field
  /// is therefore empty: a form that sends it empty leaves the text as it is. To let the user empty it, have the field
  /// show its clear button.
  public var isSecureTextEntry: Bool {
    get { textTraits.isSecure }
    set { textTraits.isSecure = newValue }
  }
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

/// The wishes in one place, for few views have any.
struct TextTraits: RarePropertyGroup, Equatable {
  var keyboardType = UIKeyboardType.default
  var returnKeyType = UIReturnKeyType.default
  var contentType: UITextContentType?
  var autocapitalization = UITextAutocapitalizationType.sentences
  var autocorrection = UITextAutocorrectionType.default
  var spellChecking = UITextSpellCheckingType.default
  var smartQuotes = UITextSmartQuotesType.default
  var smartDashes = UITextSmartDashesType.default
  var smartInsertDelete = UITextSmartInsertDeleteType.default
  var keyboardAppearance = UIKeyboardAppearance.default
  var enablesReturnKeyAutomatically = false
  var isSecure = false { didSet { wasSecure = wasSecure || isSecure } }
  /// Whether the text was ever hidden: one that is shown on demand is a secret all the same.
  private var wasSecure = false

  /// Whether the text is never to be stored.
  var isSecret: Bool { wasSecure || contentType?.isSecret == true }

  /// The type of an `input` of one line. Where its type would forbid what the text is, it is an ordinary text.
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
    return contentType?.suits(inputType: type) == false ? "text" : type
  }

  /// Writes the attributes for what differs from a browser's own choice.
  ///
  /// - Parameter inputType: The type of the `input`; nil for a text area.
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

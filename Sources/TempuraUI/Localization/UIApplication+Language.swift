public import Foundation
internal import Hydra
internal import Basics

extension UIApplication {
  /// The language that the app's user chose in the app, as a tag such as `it`; nil for the one that the browser asks for.
  /// Languages that the app does not have are none.
  ///
  /// All tabs of the user have it, and it is stored with their session. When it changes, the app is launched again for the
  /// next page, as a phone does it: texts that views were given once are then in the language.
  ///
  /// Side effects may set it, too, on their own threads: screens then hear of it on the main one, a moment later.
  public final var preferredLanguage: String? {
    get { preference.tag }
    set {
      guard preference.replace(with: newValue) else { return }
      if let host = Main.scoped as? any ApplicationHost { return host.preferredLanguageDidChange() }
      languageMayHaveChanged()  // outside any app instance, where there is one thread
    }
  }

  /// How readers of the language of the running app instance write numbers and dates. `Locale.current` is the process's.
  public final var locale: Locale { currentLanguage.locale }

  /// The languages of the app, the one for everybody else first.
  package final var languages: [Language] {
    get { languageChoice.withLock { $0.languages } }
    set { languageChoice.withLock { $0 = LanguageChoice(languages: newValue, asked: $0.asked) } }
  }

  /// The tag of the language that the browser asks for, or a test is to run in; nil for the first one.
  package final var language: String? {
    get { languageChoice.withLock { $0.asked } }
    set {
      languageChoice.withLock { $0 = LanguageChoice(languages: $0.languages, asked: newValue) }
      languageMayHaveChanged()
    }
  }

  /// The language of texts and of the page.
  package final var currentLanguage: Language {
    let preference = preference.tag
    return languageChoice.withLock { $0.language(preference: preference) }
  }

  /// The name of the app as its `InfoPlist.strings` have it, as on a phone; nil if they do not.
  ///
  /// - Parameter app: The delegate's type, in whose target they are.
  package final func localizedName(of app: Any.Type) -> String? {
    let module = String(reflecting: app).prefix { $0 != "." }
    return StringsTable.text(
      "CFBundleDisplayName", table: "InfoPlist", in: StringsBundle.own(of: String(module)), isOptional: true)
  }

  /// Adapts the direction, and has everything that is there rendered again. Called in turns of the app instance.
  package final func languageMayHaveChanged() {
    let isRightToLeft = currentLanguage.isRightToLeft
    let previous = traits
    let direction: UITraitEnvironmentLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    guard renderedLanguage != currentLanguage || traits.layoutDirection != direction else { return }
    renderedLanguage = currentLanguage
    traits = UITraitCollection(traitsFrom: [traits, UITraitCollection(layoutDirection: direction)])
    for window in windows {
      window.setSubtreeNeedsRender()
      if traits != previous { window.traitsDidChange(from: previous) }
    }
  }

  /// What the user of all applications of a session chose.
  package final class LanguagePreference: Sendable {
    private let chosen = Locked<String?>(nil)

    package init() {}

    package var tag: String? { chosen.withLock { $0 } }

    /// - Returns: Whether it was another one.
    package func replace(with tag: String?) -> Bool {
      chosen.withLock { chosen in
        defer { chosen = tag }
        return chosen != tag
      }
    }
  }

  /// What languages there are to choose among, and the last choice.
  struct LanguageChoice {
    let languages: [Language]
    let asked: String?
    private var last: (preference: String?, language: Language)?

    init(languages: [Language] = [Language("en")], asked: String? = nil) {
      self.languages = languages
      self.asked = asked
    }

    mutating func language(preference: String?) -> Language {
      if let last, last.preference == preference { return last.language }
      let language = Language.chosen(among: languages, preference: preference, asked: asked)
      last = (preference, language)
      return language
    }
  }
}

extension UIView {
  final func setSubtreeNeedsRender() {
    setNeedsRender()
    setNeedsLayout()
    for view in subviews { view.setSubtreeNeedsRender() }
  }
}

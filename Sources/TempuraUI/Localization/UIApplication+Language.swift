public import Foundation

extension UIApplication {
  /// The language that the app's user chose in the app, as a tag such as `it`; nil for the one that the browser asks for.
  /// Languages that the app does not have are none.
  ///
  /// All tabs of the user have it. It is kept for as long as their session is in memory: an app lets its state keep it, and
  /// sets it in `application(_:didFinishLaunchingWithOptions:)`, before its screens are made. When it changes, the app is
  /// launched again for the next page, as a phone does it: texts that views were given once are then in the language.
  public final var preferredLanguage: String? {
    get { preference.tag }
    set {
      preference.tag = newValue
      languageMayHaveChanged()
    }
  }

  /// How readers of the language of the running app instance write numbers and dates. `Locale.current` is the process's.
  public final var locale: Locale { currentLanguage.locale }

  /// The language of texts and of the page.
  package final var currentLanguage: Language {
    if let known = knownLanguage, known.preference == preference.tag, known.language == language {
      return known.result
    }
    let result = Language.chosen(among: languages, preference: preference.tag, asked: language)
    knownLanguage = KnownLanguage(preference: preference.tag, language: language, result: result)
    return result
  }

  /// The name of the app as its `InfoPlist.strings` have it, as on a phone; nil if they do not.
  ///
  /// - Parameter app: The delegate's type, in whose target they are.
  package final func localizedName(of app: Any.Type) -> String? {
    let module = String(reflecting: app).prefix { $0 != "." }
    return StringsTable.text(
      "CFBundleDisplayName", table: "InfoPlist", in: StringsBundle.own(of: String(module)), isOptional: true)
  }

  /// Adapts the direction, and has everything that is there rendered again.
  final func languageMayHaveChanged() {
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
  package final class LanguagePreference {
    package internal(set) var tag: String?
    package init() {}
  }

  /// A choice among languages, and what it was made of.
  struct KnownLanguage {
    let preference: String?
    let language: String?
    let result: Language
  }
}

extension UIView {
  final func setSubtreeNeedsRender() {
    setNeedsRender()
    setNeedsLayout()
    for view in subviews { view.setSubtreeNeedsRender() }
  }
}

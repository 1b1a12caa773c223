public import Foundation
internal import Hydra
internal import Basics
internal import Synchronization

extension UIApplication {
  /// The language that the user chose in the app, as a tag such as `it`; nil for the one that the browser asks for. The tag
  /// of a language that the app does not have is the same as nil.
  ///
  /// It holds for all tabs of the user, and is stored with the session. When it changes, the app is launched again for the
  /// next page, as on a phone: texts that views were given once are then in the new language.
  ///
  /// A side effect may set it on its own thread. Screens then change on the main thread, a moment later.
  public final var preferredLanguage: String? {
    get { preference.tag }
    set {
      guard preference.replace(with: newValue) else { return }
      if let host = Main.scoped as? any ApplicationHost { return host.preferredLanguageDidChange() }
      languageMayHaveChanged()  // outside any app instance, where there is one thread
    }
  }

  /// The locale for numbers and dates: the language of the running app instance, in the region that the browser names, such
  /// as `en-GB`. `Locale.current` is the process's.
  public final var locale: Locale { currentLanguage.locale }

  /// The languages of the app. The first one is for users who read none of them.
  package final var languages: [Language] {
    get { languageChoice.withLock { $0.languages } }
    set { languageChoice.withLock { $0 = LanguageChoice(languages: newValue, asked: $0.asked, region: $0.region) } }
  }

  /// The tag of the language that the browser asks for, or that a test is to run in; nil for the first one.
  package final var language: String? {
    get { languageChoice.withLock { $0.asked } }
    set { setLanguage(newValue) }
  }

  /// - Parameter region: The region in which the user reads the language, such as `GB`; empty if it is not known.
  package final func setLanguage(_ tag: String?, region: String = "") {
    languageChoice.withLock { $0 = LanguageChoice(languages: $0.languages, asked: tag, region: region) }
    languageMayHaveChanged()
  }

  /// The language of texts and of the page.
  package final var currentLanguage: Language { reader.language }

  final var reader: Reader {
    languageChoice.withLock { $0.reader(preference) }
  }

  /// The name of the app in its `InfoPlist.strings`, as on a phone; nil if there is none.
  ///
  /// - Parameter app: The type of the delegate. The files are in its target.
  package final func localizedName(of app: Any.Type) -> String? {
    let bundles = Self.bundles.value(of: app) {
      StringsBundles.own(of: String(_typeName(app).prefix { $0 != "." }))
    }
    return StringsTable.text("CFBundleDisplayName", table: "InfoPlist", in: bundles, for: reader, isOptional: true)
  }

  private static let bundles = ByAddress<StringsBundles>()

  /// Adapts the direction, and renders all views again. Called in turns of the app instance.
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

  /// The language that the user chose, for all applications of a session.
  package final class LanguagePreference: Sendable {
    private let chosen = Locked<String?>(nil)
    private let changes = Atomic(0)

    package init() {}

    package var tag: String? { chosen.withLock { $0 } }

    /// How often the tag was replaced.
    fileprivate var changeCount: Int { changes.load(ordering: .acquiring) }

    /// - Returns: Whether the tag is another one than before.
    package func replace(with tag: String?) -> Bool {
      chosen.withLock { chosen in
        defer {
          chosen = tag
          changes.add(1, ordering: .releasing)
        }
        return chosen != tag
      }
    }
  }

  /// The languages to choose among, and the last choice.
  struct LanguageChoice {
    let languages: [Language]
    let asked: String?
    let region: String
    private var last: (preference: LanguagePreference, changes: Int, reader: Reader)?

    private static let english = [Language("en")]

    init(languages: [Language] = english, asked: String? = nil, region: String = "") {
      self.languages = languages
      self.asked = asked
      self.region = region
    }

    mutating func reader(_ preference: LanguagePreference) -> Reader {
      let changes = preference.changeCount
      if last?.changes == changes, last?.preference === preference, let reader = last?.reader { return reader }
      let language = Language.chosen(among: languages, preference: preference.tag, asked: asked, region: region)
      let reader = Reader(language, first: languages[0])
      last = (preference, changes, reader)
      return reader
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

public import Foundation
internal import Hydra
internal import Basics

extension UIApplication {
  /// The language that the user chose in the app, as a tag such as `it`; nil for the one that the browser asks for. The tag
  /// of a language that the app does not have is the same as nil.
  ///
  /// It holds for all tabs of the user, and is stored with the session. When it changes, the app is launched again for the
  /// next page, as on a phone: texts that views were given once are then in the new language.
  ///
  /// A side effect may set it on its own thread. Screens then change on the main thread, a moment later.
  public final var preferredLanguage: String? {
    get { environment.preference.tag }
    set {
      guard environment.preference.replace(with: newValue) else { return }
      if let host = Main.scoped as? any ApplicationHost { return host.preferredLanguageDidChange() }
      languageMayHaveChanged()  // outside any app instance, where there is one thread
    }
  }

  /// The locale for numbers and dates: the language of the running app instance, in the region that the browser names, such
  /// as `en-GB`. `Locale.current` is the process's.
  public final var locale: Locale { environment.locale }

  /// The tag of the language that the browser asks for, or that a test is to run in; nil for the first one.
  package final var language: String? {
    get { environment.languageChoice.withLock { $0.asked } }
    set { setLanguage(newValue) }
  }

  /// - Parameter region: The region in which the user reads the language, such as `GB`; empty if it is not known.
  package final func setLanguage(_ tag: String?, region: String = "") {
    environment.languageChoice.withLock { $0 = LanguageChoice(languages: $0.languages, asked: tag, region: region) }
    languageMayHaveChanged()
  }

  /// The name of the app in its `InfoPlist.strings`, as on a phone; nil if there is none.
  ///
  /// - Parameter app: The type of the delegate. The files are in its target.
  package final func localizedName(of app: Any.Type) -> String? {
    let bundles = Self.bundles.value(of: app) {
      StringsBundles.own(of: String(_typeName(app).prefix { $0 != "." }))
    }
    return StringsTable.text(
      "CFBundleDisplayName", table: "InfoPlist", in: bundles, for: environment.reader, isOptional: true)
  }

  private static let bundles = ByAddress<StringsBundles>()

  /// Adapts the direction, and renders all views again. Called in turns of the app instance.
  package final func languageMayHaveChanged() {
    let isRightToLeft = environment.currentLanguage.isRightToLeft
    let previous = environment.traits
    let direction: UITraitEnvironmentLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
    guard renderedLanguage != environment.currentLanguage || environment.traits.layoutDirection != direction else {
      return
    }
    renderedLanguage = environment.currentLanguage
    environment.traits = UITraitCollection(traitsFrom: [previous, UITraitCollection(layoutDirection: direction)])
    for window in windows {
      window.setSubtreeNeedsRender()
      if environment.traits != previous { window.traitsDidChange(from: previous) }
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

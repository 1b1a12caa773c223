internal import Basics
internal import Foundation
internal import Synchronization

extension AppEnvironment {
  /// The locale for numbers and dates: the language of the app instance, in the region that the browser names.
  var locale: Locale { currentLanguage.locale }

  /// The languages of the app. The first one is for users who read none of them.
  package var languages: [Language] {
    get { languageChoice.withLock { $0.languages } }
    set { languageChoice.withLock { $0 = LanguageChoice(languages: newValue, asked: $0.asked, region: $0.region) } }
  }

  /// The language of texts and of the page.
  package var currentLanguage: Language { reader.language }

  var reader: Reader {
    languageChoice.withLock { $0.reader(preference) }
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

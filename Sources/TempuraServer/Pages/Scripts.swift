internal import Basics
internal import HTML
internal import TempuraUI

/// The elements that load the script, by language.
///
/// Each is made for the first page in its language, because it takes a while to read the texts of a language.
final class Scripts: Sendable {
  private let url: String
  private let parts: [(name: String, url: String)]
  private let release: Release
  private let languages: Set<String>
  private let made = Locked<[String: String]>([:])

  /// - Parameters:
  ///   - url: The URL of the script.
  ///   - parts: The URLs of the files that it loads if a page needs them, by their names.
  ///   - languages: Those of the app.
  init(url: String, parts: [(name: String, url: String)], release: Release, languages: [Language]) {
    self.url = url
    self.parts = parts
    self.release = release
    self.languages = Set(languages.map(\.tag))
  }

  /// The element up to the version of the page; nil if the app does not have the language.
  func element(in language: Language) -> String? {
    if let element = made.withLock({ $0[language.tag] }) { return element }
    guard languages.contains(language.tag) else { return nil }
    let element = makeElement(in: language)
    made.withLock { $0[language.tag] = element }
    return element
  }

  /// Makes the element, with the texts that the script says by itself.
  private func makeElement(in language: Language) -> String {
    var buffer = HTMLBuffer()
    func escaped(_ text: ServerText) -> String {
      var buffer = HTMLBuffer()
      buffer.append(text: text.string(in: language))
      return buffer.string
    }
    func notice(_ text: ServerText, _ more: String = "") -> String {
      "<div class=\"notice\"><p>\(escaped(text))</p>\(more)</div>"
    }
    let attributes = [
      ("src", url), ("data-release", release.id),
      ("data-offline", ServerText.liveOffline.string(in: language)),
      ("data-away", ServerText.liveAway.string(in: language)),
      ("data-waiting", ServerText.liveWaiting("%@").string(in: language)),
      ("data-refused", notice(.liveRefused("%@"))), ("data-file", notice(.liveFile)),
      ("data-removed", ServerText.liveRemoved("%@").string(in: language)),
      (
        "data-upload",
        "<div class=\"upload\"><progress aria-label=\"\(escaped(.uploadProgress))\"></progress>"
          + "<button>\(escaped(.buttonCancel))</button></div>"
      ),
      ("data-renewed", notice(.liveRenewed, "<button form=\"screen\">\(escaped(.liveLoad))</button>")),
    ]
    buffer.append("<script defer")
    for (name, value) in attributes + parts.map({ ("data-\($0.name)", $0.url) }) {
      buffer.append(markup: " \(name)=\"")
      buffer.append(text: value)
      buffer.append("\"")
    }
    buffer.append(" data-version=\"")
    return buffer.string
  }
}

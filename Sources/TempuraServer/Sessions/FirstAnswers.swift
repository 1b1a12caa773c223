internal import Basics
internal import Sessions
internal import TempuraUI

/// A first answer of which other new visitors get copies: see ``ServerConfiguration/firstPageLifetime``.
enum FirstAnswer: Sendable {
  /// A page, and the stored content of its session. Each copy decodes a state of its own, so that no object is shared.
  case page(Scene.Rendering, EncodedContent)
  /// The browser gets a session when it follows the redirect.
  case redirect(to: String)
}

/// The first answers that are copied. Can be used on any thread.
final class FirstAnswers: Sendable {
  /// The largest number of answers: clients can ask for any number of URLs, languages and windows.
  private static let limit = 64
  /// The size of a page's markup at most, in bytes.
  private static let maxBytes = 256 * 1024

  private struct Entry {
    let url: String
    let circumstances: Circumstances
    let answer: FirstAnswer
    let end: Int64
  }

  private let entries = Locked<[Entry]>([])
  /// How long an answer is copied, in seconds.
  private let lifetime: Int

  init(lifetime: Int) { self.lifetime = lifetime }

  /// Whether answers are copied at all.
  var isOn: Bool { lifetime > 0 }

  /// Returns the answer to a request, or nil.
  ///
  /// - Parameters:
  ///   - circumstances: What the request says about its browser.
  ///   - now: The time in seconds of `Runtime.now`.
  func answer(for circumstances: Circumstances, at now: Int64, where isURL: (String) -> Bool) -> FirstAnswer? {
    entries.withLock { entries in
      entries.first { $0.end > now && $0.circumstances == circumstances && isURL($0.url) }?.answer
    }
  }

  /// Adds an answer, instead of an older one to the same request. If there are too many, the oldest one is dropped.
  func insert(_ answer: FirstAnswer, to url: String, for circumstances: Circumstances, at now: Int64) {
    if case .page(let page, _) = answer, page.markup.bytes.count > Self.maxBytes { return }
    entries.withLock { entries in
      entries.removeAll { $0.end <= now || $0.url == url && $0.circumstances == circumstances }
      if entries.count >= Self.limit { entries.removeFirst() }
      entries.append(Entry(url: url, circumstances: circumstances, answer: answer, end: now + Int64(lifetime)))
    }
  }
}

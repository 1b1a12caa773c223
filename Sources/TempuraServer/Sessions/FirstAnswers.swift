internal import Basics
internal import Sessions
internal import TempuraUI

/// The answer to the first request of a session, of which other new visitors get copies: see
/// ``ServerConfiguration/firstPageLifetime``.
struct FirstAnswer: Sendable {
  enum Kind: Sendable {
    /// A page, and what is stored of its session. Each copy decodes a state of its own, so that no object is shared.
    case page(Scene.Rendering, EncodedContent)
    /// Nothing needs a session before the browser has followed it.
    case redirect(to: String)
  }

  /// The URL of the request.
  let url: String
  /// What the request said about its browser.
  let circumstances: Circumstances
  let kind: Kind
}

/// The answers that can be copied. Can be used on any thread.
final class FirstAnswers: Sendable {
  /// Clients can make up any number of URLs, languages and windows.
  private static let most = 64
  /// The size of a page's markup at most, in bytes.
  private static let mostBytes = 256 * 1024

  private let answers = Locked<[(answer: FirstAnswer, end: Int64)]>([])
  /// How long an answer is copied, in seconds.
  private let lifetime: Int

  init(lifetime: Int) { self.lifetime = lifetime }

  /// Whether answers are copied at all.
  var isOn: Bool { lifetime > 0 }

  /// Returns the answer to a request, or nil.
  ///
  /// - Parameter now: The time in seconds of `Runtime.now`.
  func answer(for circumstances: Circumstances, at now: Int64, where isURL: (String) -> Bool) -> FirstAnswer.Kind? {
    answers.withLock { answers in
      answers.first { $0.end > now && $0.answer.circumstances == circumstances && isURL($0.answer.url) }?.answer.kind
    }
  }

  /// Adds an answer, instead of an older one to the same request. If there are too many, the oldest one is dropped.
  func insert(_ answer: FirstAnswer, at now: Int64) {
    guard isOn else { return }
    if case .page(let page, _) = answer.kind, page.markup.bytes.count > Self.mostBytes { return }
    answers.withLock { answers in
      answers.removeAll {
        $0.end <= now || $0.answer.url == answer.url && $0.answer.circumstances == answer.circumstances
      }
      if answers.count >= Self.most { answers.removeFirst() }
      answers.append((answer, now + Int64(lifetime)))
    }
  }
}

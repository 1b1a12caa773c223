/// What the last forms of a session were answered with, so that one that comes twice is applied once.
///
/// Every page has a nonce, which its form sends. The same nonce with the same fields is the same press of a button: a
/// double click, or a browser that sends a form again. An old page's nonce with other fields is not.
struct RecentAnswers {
  struct Key: Equatable {
    let nonce: String
    let fields: Int
  }

  enum Answer {
    /// It is still being worked on; these want to be answered like it.
    case pending([any Exchange])
    /// The URL that it was redirected to.
    case redirect(String)
  }

  private var entries: [(key: Key, answer: Answer)] = []
  private static let most = 16

  /// The answer of a form that came before.
  subscript(key: Key) -> Answer? {
    get { entries.last { $0.key == key }?.answer }
    set {
      entries.removeAll { $0.key == key }
      guard let newValue else { return }
      entries.append((key, newValue))
      if entries.count > Self.most, let index = entries.firstIndex(where: { !$0.answer.isPending }) {
        entries.remove(at: index)
      }
    }
  }
}

extension RecentAnswers.Answer {
  fileprivate var isPending: Bool {
    if case .pending = self { true } else { false }
  }
}

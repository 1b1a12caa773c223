/// The answers to the last forms of a session, so that a form that comes twice is applied once: even if the server was
/// killed in between, or the second one goes to another server.
///
/// Every page has a nonce, which its form sends. The script of a live page makes one for each tap. The same nonce with the
/// same fields is the same press of a button, such as a double click, or a form that a browser sends again. An old page's
/// nonce with other fields is another form.
struct RecentAnswers {
  /// A hash of a form and its nonce: the same in every process.
  typealias Key = UInt64

  /// An answer as it is stored: the key and the URL that was redirected to.
  struct Stored: Codable, Equatable {
    let key: Key
    let url: String

    init(key: Key, url: String) {
      self.key = key
      self.url = url
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      let parts = text.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let key = Key(parts[0], radix: 36) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is no answer.")
      }
      self.init(key: key, url: String(parts[1]))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(String(key, radix: 36)) \(url)")
    }
  }

  enum Answer {
    /// The form is still being applied.
    case pending
    /// The URL of the redirect.
    case redirect(String)
  }

  private struct Entry {
    let key: Key
    /// The URL of the redirect; nil while it is not known.
    var url: String?
    /// Whether the form is still being applied.
    var isPending: Bool
    /// Whether this server has stored the answer while the form is still being applied.
    var isStored = false
  }

  private var entries: [Entry] = []
  private static let most = 16
  private static let mostStored = 8

  /// Grows with each change that has to be stored.
  private(set) var version: UInt64 = 0

  init(_ stored: [Stored] = []) {
    entries = stored.map { Entry(key: $0.key, url: $0.url, isPending: false) }
  }

  /// The answers to store: the last ones whose URLs are known.
  var stored: [Stored] {
    entries.lazy.compactMap { entry in entry.url.map { Stored(key: entry.key, url: $0) } }.suffix(Self.mostStored)
  }

  /// The answer to a form; nil if the form was not sent before.
  subscript(key: Key) -> Answer? {
    guard let entry = entries.last(where: { $0.key == key }) else { return nil }
    if !entry.isPending, let url = entry.url { return .redirect(url) }
    return .pending
  }

  /// Notes that a form is being applied.
  mutating func begin(_ key: Key) {
    if entries.count >= Self.most, let index = entries.firstIndex(where: { !$0.isPending }) {
      entries.remove(at: index)  // first, so that no room is made for one more
    }
    entries.append(Entry(key: key, isPending: true))
  }

  /// Whether a form is being applied.
  func isPending(_ key: Key) -> Bool { index(ofPending: key) != nil }

  /// Notes where a form leads, before its changes are stored together with that.
  mutating func decide(_ key: Key, url: String) {
    guard let index = index(ofPending: key), entries[index].url != url else { return }
    entries[index].url = url
    version += 1
  }

  /// Notes that the changes of the pending forms were undone.
  mutating func undecide() {
    for index in entries.indices where entries[index].isPending && entries[index].url != nil {
      entries[index].url = nil
      version += 1
    }
  }

  /// Notes that a form was answered.
  ///
  /// - Parameter isApplied: Whether the same form gets the same answer. Otherwise it may be tried again.
  mutating func finish(_ key: Key, isApplied: Bool) {
    guard let index = index(ofPending: key) else { return }
    if isApplied {
      entries[index].isPending = false
    } else {
      if entries.remove(at: index).url != nil { version += 1 }
    }
  }

  /// Notes that this server has stored answers. Their forms, if they are pending, have begun here, and go on.
  mutating func didStore(_ stored: [Stored]) {
    for index in entries.indices where entries[index].isPending {
      if stored.contains(where: { $0.key == entries[index].key }) { entries[index].isStored = true }
    }
  }

  /// Takes over answers that were stored elsewhere, or here by a save whose answer was lost. Forms that are pending here and
  /// are among them have been applied, however they end here, unless this server has stored their beginning.
  ///
  /// - Returns: The keys of such forms.
  mutating func merge(_ stored: [Stored]) -> [Key] {
    var applied: [Key] = []
    for answer in stored {
      if let index = entries.firstIndex(where: { $0.key == answer.key }) {
        if entries[index].isPending {
          if entries[index].isStored { continue }
          applied.append(answer.key)
        }
        (entries[index].url, entries[index].isPending) = (answer.url, false)
      } else {
        // Among the latest answers, but before pending ones, which are stored later.
        let place = entries.firstIndex(where: \.isPending) ?? entries.endIndex
        entries.insert(Entry(key: answer.key, url: answer.url, isPending: false), at: place)
      }
    }
    while entries.count > Self.most, let index = entries.firstIndex(where: { !$0.isPending }) {
      entries.remove(at: index)
    }
    return applied
  }

  private func index(ofPending key: Key) -> Int? { entries.lastIndex { $0.key == key && $0.isPending } }
}

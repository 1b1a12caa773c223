/// The answers to recent forms of a session, so that a form that comes twice is applied once: even if the server was
/// killed in between, or the second one goes to another server.
///
/// Every page has a nonce, which its form sends. The script of a live page makes one for each tap. The same nonce with the
/// same fields is the same press of a button, such as a double click, or a form that a browser sends again. An old page's
/// nonce with other fields is another form.
///
/// Taps are kept for two minutes, whatever is sent after them. A form that only types is followed by others within a moment,
/// and typing again what a field has already changes nothing. So a few of these are enough, and they displace no tap.
struct RecentAnswers {
  /// A hash of a form and its nonce: the same in every process.
  typealias Key = UInt64

  /// An answer that is known.
  struct Stored: Equatable {
    let key: Key
    /// The URL that was redirected to.
    let url: String
    /// When the form came, in seconds since 1970.
    var time: Int64
    /// Whether the form used a control. Otherwise it typed only.
    let isTap: Bool
  }

  enum Answer {
    /// The form is still being applied.
    case pending
    /// The URL of the redirect.
    case redirect(String)
  }

  private struct Entry {
    let key: Key
    let time: Int64
    let isTap: Bool
    /// The URL of the redirect; nil while it is not known.
    var url: String?
    /// Whether the form is still being applied.
    var isPending: Bool
    /// Whether this server has stored the answer while the form is still being applied.
    var isStored = false

    init(_ key: Key, isTap: Bool, at time: Int64) {
      (self.key, self.isTap, self.time) = (key, isTap, time)
      isPending = true
    }

    /// - Parameter now: The time in seconds since 1970. Another server's clock may be ahead.
    init(_ stored: Stored, at now: Int64) {
      (key, isTap, time) = (stored.key, stored.isTap, min(stored.time, now))
      (url, isPending) = (stored.url, false)
    }
  }

  private var entries: [Entry] = []

  /// The seconds for which the answer to a tap is kept. A script sends a form again for longer, but with pauses of at most 77 s.
  static let lifetime: Int64 = 120
  /// More than two taps per second for the whole time.
  static let mostTaps = 256
  static let mostTyping = 8
  /// The bytes of all URLs, of which equal ones that follow each other count once.
  static let mostURLBytes = 16 * 1024

  /// Grows with each change that has to be stored.
  private(set) var version: UInt64 = 0

  /// - Parameter now: The time in seconds since 1970.
  init(_ stored: [Stored] = [], at now: Int64) {
    entries = stored.map { Entry($0, at: now) }
  }

  /// The answers to store: those whose URLs are known.
  var stored: [Stored] {
    entries.compactMap { entry in
      entry.url.map { Stored(key: entry.key, url: $0, time: entry.time, isTap: entry.isTap) }
    }
  }

  /// The answer to a form; nil if the form was not sent before.
  subscript(key: Key) -> Answer? {
    guard let entry = entries.last(where: { $0.key == key }) else { return nil }
    if !entry.isPending, let url = entry.url { return .redirect(url) }
    return .pending
  }

  /// Notes that a form is being applied.
  ///
  /// - Parameters:
  ///   - isTap: Whether it uses a control.
  ///   - now: The time in seconds since 1970.
  mutating func begin(_ key: Key, isTap: Bool, at now: Int64) {
    trim(at: now)
    entries.append(Entry(key, isTap: isTap, at: now))
  }

  /// Drops what is too old or too much. That is no change to store: the next save leaves it out.
  private mutating func trim(at now: Int64) {
    entries.removeAll { !$0.isPending && $0.time + Self.lifetime <= now }
    dropFirst(beyond: Self.mostTaps) { $0.isTap }
    dropFirst(beyond: Self.mostTyping) { !$0.isTap }
    while urlBytes > Self.mostURLBytes, let index = entries.firstIndex(where: { !$0.isPending }) {
      entries.remove(at: index)
    }
  }

  /// Drops the first entries of a kind if there are too many. Pending ones stay.
  private mutating func dropFirst(beyond most: Int, where isOfKind: (Entry) -> Bool) {
    var surplus = entries.count(where: isOfKind) - most
    guard surplus > 0 else { return }
    entries.removeAll { entry in
      guard surplus > 0, !entry.isPending, isOfKind(entry) else { return false }
      surplus -= 1
      return true
    }
  }

  private var urlBytes: Int {
    var (bytes, last) = (0, "")
    for entry in entries {
      guard let url = entry.url, url != last else { continue }
      bytes += url.utf8.count
      last = url
    }
    return bytes
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
  /// - Parameter now: The time in seconds since 1970.
  /// - Returns: The keys of such forms.
  mutating func merge(_ stored: [Stored], at now: Int64) -> [Key] {
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
        entries.insert(Entry(answer, at: now), at: place)
      }
    }
    trim(at: now)
    return applied
  }

  private func index(ofPending key: Key) -> Int? { entries.lastIndex { $0.key == key && $0.isPending } }
}

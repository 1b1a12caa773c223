/// The answers to recent forms of a session, so that a form that comes twice is applied once: even if the server was
/// killed in between, or the second one goes to another server.
///
/// Every page has a nonce, which its form sends. The script of a live page makes one for each tap. The same nonce with the
/// same fields is the same press of a button, such as a double click, or a form that a browser sends again. An old page's
/// nonce with other fields is another form.
///
/// Taps are kept for two minutes, whatever is sent after them. A form that only types is followed by others within a moment,
/// and typing again what a field has already changes nothing. So a few of these are enough, and they replace no tap.
struct RecentAnswers: Equatable {
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

  private struct Entry: Equatable {
    let key: Key
    var time: Int64
    let isTap: Bool
    /// The index of the redirect's URL in `urls`; nil while it is not known.
    var url: Int32?
    /// Whether the form is still being applied.
    var isPending: Bool
    /// Whether this server has stored the answer while the form is still being applied.
    var isStored = false
  }

  private var entries: [Entry] = []
  /// The URLs of the entries, each once. Entries that were dropped may have left some.
  private var urls: [String] = []
  private var urlBytes = 0
  /// How many forms are being applied. They are among the last entries.
  private var pendingCount = 0

  /// The seconds for which the answer to a tap is kept. A script sends a form again for longer, but with pauses of at most 77 s.
  static let lifetime: Int64 = 120
  /// More than two taps per second for the whole time.
  static let maxTaps = 256
  static let maxTyping = 8
  /// The bytes of all URLs, of which equal ones count once.
  static let maxURLBytes = 16 * 1024

  /// Grows with each change that has to be stored.
  private(set) var version: UInt64 = 0

  init(_ stored: [Stored] = []) {
    for answer in stored { entries.append(entry(answer)) }
  }

  private mutating func entry(_ stored: Stored) -> Entry {
    Entry(key: stored.key, time: stored.time, isTap: stored.isTap, url: urlIndex(of: stored.url), isPending: false)
  }

  private mutating func urlIndex(of url: String) -> Int32 {
    if let index = urls.lastIndex(of: url) { return Int32(index) }
    urls.append(url)
    urlBytes += url.utf8.count
    return Int32(urls.count - 1)
  }

  private func url(_ index: Int32) -> String { urls[Int(index)] }

  /// The answers as another launch of the session knows them: those whose URLs are known, and none is pending.
  var answered: RecentAnswers {
    var answers = self
    answers.entries.removeAll { $0.url == nil }
    for index in answers.entries.indices {
      (answers.entries[index].isPending, answers.entries[index].isStored) = (false, false)
    }
    answers.pendingCount = 0
    return answers
  }

  /// The answers to store: those whose URLs are known.
  var stored: [Stored] {
    var list: [Stored] = []
    forEachStored { list.append(Stored(key: $0, url: urls[$3], time: $1, isTap: $2)) }
    return list
  }

  /// The URLs to which ``forEachStored(_:)`` refers by their indices.
  var storedURLs: [String] { urls }

  /// Calls the closure with the key, the time, whether it is a tap, and the URL's index of each answer to store.
  func forEachStored(_ body: (_ key: Key, _ time: Int64, _ isTap: Bool, _ url: Int) -> Void) {
    for entry in entries {
      if let url = entry.url { body(entry.key, entry.time, entry.isTap, Int(url)) }
    }
  }

  /// How many answers are to be stored.
  var storedCount: Int { entries.count { $0.url != nil } }

  /// The answer to a form; nil if the form was not sent before.
  subscript(key: Key) -> Answer? {
    guard let entry = entries.last(where: { $0.key == key }) else { return nil }
    if !entry.isPending, let url = entry.url { return .redirect(self.url(url)) }
    return .pending
  }

  /// Notes that a form was sent again: its answer is kept for the whole time from now on.
  ///
  /// - Parameter now: The time in seconds since 1970.
  mutating func renew(_ key: Key, at now: Int64) {
    // Not for each of many repetitions: each change is stored.
    guard let index = entries.lastIndex(where: { $0.key == key && !$0.isPending }),
      entries[index].time <= now - Self.lifetime / 4  // the time can be any number
    else { return }
    var entry = entries.remove(at: index)
    entry.time = now
    entries.append(entry)
    version += 1
  }

  /// Notes that a form is being applied.
  ///
  /// - Parameters:
  ///   - isTap: Whether it uses a control.
  ///   - now: The time in seconds since 1970.
  mutating func begin(_ key: Key, isTap: Bool, at now: Int64) {
    trim(at: now)
    entries.append(Entry(key: key, time: now, isTap: isTap, isPending: true))
    pendingCount += 1
  }

  /// Drops what is too old or too much. That is no change to store: the next save leaves it out.
  private mutating func trim(at now: Int64) {
    var (taps, typing, hasExpired) = (0, 0, false)
    for index in entries.indices {
      if entries[index].time > now { entries[index].time = now }  // another server's clock may be ahead
      if entries[index].time + Self.lifetime <= now { hasExpired = true }
      if entries[index].isTap { taps += 1 } else { typing += 1 }
    }
    if hasExpired || taps > Self.maxTaps || typing > Self.maxTyping {
      // The oldest ones go. Pending ones stay.
      entries.removeAll { entry in
        let isTooMany = entry.isTap ? taps > Self.maxTaps : typing > Self.maxTyping
        guard !entry.isPending, isTooMany || entry.time + Self.lifetime <= now else { return false }
        if entry.isTap { taps -= 1 } else { typing -= 1 }
        return true
      }
    }
    guard urlBytes > Self.maxURLBytes || urls.count > 2 * Self.maxTaps else { return }
    dropUnusedURLs()
    while urlBytes > Self.maxURLBytes, let index = entries.firstIndex(where: { !$0.isPending }) {
      entries.remove(at: index)
      dropUnusedURLs()
    }
  }

  private mutating func dropUnusedURLs() {
    let old = urls
    (urls, urlBytes) = ([], 0)
    for index in entries.indices {
      if let url = entries[index].url { entries[index].url = urlIndex(of: old[Int(url)]) }
    }
  }

  /// Whether a part of what a form does is stored, so that it must not be applied again.
  func isPartlyStored(_ key: Key) -> Bool { index(ofPending: key).map { entries[$0].isStored } == true }

  /// Whether a form is being applied.
  func isPending(_ key: Key) -> Bool { index(ofPending: key) != nil }

  /// Notes where a form leads, before its changes are stored together with that.
  mutating func decide(_ key: Key, url: String) {
    guard let index = index(ofPending: key), entries[index].url.map(self.url) != url else { return }
    entries[index].url = urlIndex(of: url)
    version += 1
  }

  /// Notes that the changes of the pending forms are not stored, except for those of which a part is.
  mutating func clearUnstoredDecisions() {
    for index in entries.indices
    where entries[index].isPending && !entries[index].isStored && entries[index].url != nil {
      entries[index].url = nil
      version += 1
    }
  }

  /// Notes that a form was answered.
  ///
  /// - Parameter url: Where it leads. The same form leads there, too. Nil if it was not applied: it may be tried again.
  mutating func finish(_ key: Key, url: String?) {
    guard let index = index(ofPending: key) else { return }
    pendingCount -= 1
    if let url {
      entries[index].isPending = false
      // It is known already, unless the session ended before the form's side effects did.
      if entries[index].url == nil { entries[index].url = urlIndex(of: url) }
    } else {
      if entries.remove(at: index).url != nil { version += 1 }
    }
  }

  /// Notes that this server has stored answers. Their forms, if they are pending, have begun here, and go on.
  mutating func didStore(_ stored: RecentAnswers) {
    var rest = pendingCount
    for index in entries.indices.reversed() where rest > 0 && entries[index].isPending {
      rest -= 1
      guard let url = stored.entries.last(where: { $0.key == entries[index].key })?.url else { continue }
      entries[index].isStored = true
      // It was cleared if the save had no reply.
      if entries[index].url == nil { entries[index].url = urlIndex(of: stored.url(url)) }
    }
  }

  /// Forgets forms.
  mutating func remove(_ keys: [Key]) {
    entries.removeAll { keys.contains($0.key) }
    pendingCount = entries.count { $0.isPending }
  }

  /// Takes over answers that were stored elsewhere, or here by a save whose reply was lost. A form among them that is pending here
  /// has been applied elsewhere, unless this server has stored the beginning of what it does.
  ///
  /// - Parameter now: The time in seconds since 1970.
  /// - Returns: The keys of such forms.
  mutating func merge(_ stored: RecentAnswers, at now: Int64) -> [Key] {
    var applied: [Key] = []
    for answer in stored.stored {
      if let index = entries.firstIndex(where: { $0.key == answer.key }) {
        if entries[index].isPending {
          if entries[index].isStored { continue }
          applied.append(answer.key)
          pendingCount -= 1
        }
        (entries[index].url, entries[index].isPending) = (urlIndex(of: answer.url), false)
      } else {
        // Among the latest answers, but before pending ones, which are stored later.
        let end = entries.firstIndex(where: \.isPending) ?? entries.endIndex
        entries.insert(entry(answer), at: end)
      }
    }
    trim(at: now)
    return applied
  }

  private func index(ofPending key: Key) -> Int? {
    pendingCount == 0 ? nil : entries.lastIndex { $0.key == key && $0.isPending }
  }
}

internal import Sessions

/// The answers to recent forms of a session, so that a form that comes twice is applied once: even if the server was
/// killed in between, or the second one goes to another server.
///
/// Every page has a nonce, which its form sends. The script of a live page makes one for each tap. The same nonce with the
/// same fields is the same press of a button, such as a double click, or a form that a browser sends again. An old page's
/// nonce with other fields is another form.
///
/// Taps are kept for 90 seconds to two minutes after they were last sent, whatever is sent after them. A form that only types is
/// followed by others within a moment, and typing again what a field has already changes nothing. So a few of these are enough,
/// and they replace no tap.
package struct IdempotencyKeys: Equatable {
  /// A hash of a form and its nonce: the same in every process.
  package typealias Key = UInt64

  /// An answer that is known.
  struct Stored: Equatable {
    let key: Key
    /// The URL that was redirected to.
    let url: String
    /// When the form was sent last, in seconds since 1970.
    let time: Int64
    /// Whether the form used a control. Otherwise it typed only.
    let isTap: Bool
  }

  package enum Known {
    /// The form is still being applied.
    case pending
    /// The URL of the redirect.
    case redirect(String)
  }

  /// The answer to a form that is over.
  private struct Entry: Equatable {
    let key: Key
    var time: Int64
    /// The index of the redirect's URL in `urls`.
    var url: Int32
  }

  /// A form that is still being applied.
  private struct PendingForm: Equatable {
    let key: Key
    let time: Int64
    let isTap: Bool
    /// The index of the URL where it leads; nil while that is not known.
    var url: Int32?
    /// Whether this server has stored where it leads.
    var isStored = false
  }

  // The pending ones are apart, because they change most, and each save copies the answers.
  private var taps: [Entry] = []
  private var typing: [Entry] = []
  private var pending: [PendingForm] = []
  /// The URLs of the answers, each once. Answers that were dropped may have left some.
  private(set) var urls: [String] = []
  private var urlBytes = 0

  /// The seconds for which the answer to a tap is kept. A script sends a form again for longer, but with pauses of at most 77 s.
  static let lifetime: Int64 = 120
  /// More than two taps per second for the whole time.
  static let maxTaps = 256
  static let maxTyping = 8
  /// The bytes of all URLs, of which equal ones count once.
  static let maxURLBytes = 16 * 1024

  /// Grows with each change that has to be stored.
  private(set) var version: UInt64 = 0

  init(_ stored: [Stored] = []) { for answer in stored { add(answer, at: answer.time) } }

  private mutating func add(_ answer: Stored, at time: Int64) {
    add(Entry(key: answer.key, time: time, url: urlIndex(of: answer.url)), isTap: answer.isTap)
  }

  private mutating func add(_ entry: Entry, isTap: Bool) {
    if isTap { taps.append(entry) } else { typing.append(entry) }
  }

  private mutating func urlIndex(of url: String) -> Int32 {
    if let index = urls.lastIndex(of: url) { return Int32(index) }
    urls.append(url)
    urlBytes += url.utf8.count
    return Int32(urls.count - 1)
  }

  private func url(_ index: Int32) -> String { urls[Int(index)] }

  /// The answers as another launch of the session knows them: those whose URLs are known, and none is pending.
  var answered: IdempotencyKeys {
    var answers = self
    for form in pending {
      if let url = form.url { answers.add(Entry(key: form.key, time: form.time, url: url), isTap: form.isTap) }
    }
    answers.pending = []
    return answers
  }

  /// The answers to store: those whose URLs are known.
  var stored: [Stored] {
    var list: [Stored] = []
    forEachStored { list.append(Stored(key: $0, url: urls[$3], time: $1, isTap: $2)) }
    return list
  }

  /// Calls the closure with the key, the time, whether it is a tap, and the URL's index of each answer to store.
  func forEachStored(_ body: (_ key: Key, _ time: Int64, _ isTap: Bool, _ url: Int) -> Void) {
    for entry in taps { body(entry.key, entry.time, true, Int(entry.url)) }
    for entry in typing { body(entry.key, entry.time, false, Int(entry.url)) }
    for form in pending {
      if let url = form.url { body(form.key, form.time, form.isTap, Int(url)) }
    }
  }

  /// How many answers are to be stored.
  var storedCount: Int { taps.count + typing.count + pending.count { $0.url != nil } }

  /// The answer to a form; nil if the form was not sent before.
  package subscript(key: Key) -> Known? {
    if isPending(key) { return .pending }
    let entry = taps.last { $0.key == key } ?? typing.last { $0.key == key }
    return entry.map { .redirect(url($0.url)) }
  }

  /// Notes that a form was sent again: its answer is kept for the whole time from now on.
  ///
  /// - Parameter now: The time in seconds since 1970.
  package mutating func renew(_ key: Key, at now: Int64) {
    if Self.renew(key, in: &taps, at: now) || Self.renew(key, in: &typing, at: now) { version += 1 }
  }

  private static func renew(_ key: Key, in entries: inout [Entry], at now: Int64) -> Bool {
    // Not for each of many repetitions: each change is stored.
    guard let index = entries.lastIndex(where: { $0.key == key }),
      entries[index].time <= now - lifetime / 4  // the time can be any number
    else { return false }
    var entry = entries.remove(at: index)
    entry.time = now
    entries.append(entry)
    return true
  }

  /// Notes that a form is being applied.
  ///
  /// - Parameters:
  ///   - isTap: Whether it uses a control.
  ///   - now: The time in seconds since 1970.
  package mutating func begin(_ key: Key, isTap: Bool, at now: Int64) {
    trim(at: now)
    pending.append(PendingForm(key: key, time: now, isTap: isTap))
  }

  /// Drops what is too old or too much. That is no change to store: the next save leaves it out.
  private mutating func trim(at now: Int64) {
    Self.trim(&taps, to: Self.maxTaps, at: now)
    Self.trim(&typing, to: Self.maxTyping, at: now)
    guard urlBytes > Self.maxURLBytes || urls.count > 2 * Self.maxTaps else { return }
    dropUnusedURLs()
    while urlBytes > Self.maxURLBytes, !taps.isEmpty || !typing.isEmpty {
      if typing.isEmpty { taps.removeFirst() } else { typing.removeFirst() }
      dropUnusedURLs()
    }
  }

  private static func trim(_ entries: inout [Entry], to limit: Int, at now: Int64) {
    if let first = entries.first, first.time > now {
      // The clock of another server may be ahead.
      for index in entries.indices { entries[index].time = min(entries[index].time, now) }
    }
    let expired = entries.prefix { $0.time + lifetime <= now }.count
    let dropped = max(expired, entries.count - limit)
    if dropped > 0 { entries.removeFirst(dropped) }
  }

  private mutating func dropUnusedURLs() {
    let old = urls
    (urls, urlBytes) = ([], 0)
    for index in taps.indices { taps[index].url = urlIndex(of: old[Int(taps[index].url)]) }
    for index in typing.indices { typing[index].url = urlIndex(of: old[Int(typing[index].url)]) }
    for index in pending.indices { pending[index].url = pending[index].url.map { urlIndex(of: old[Int($0)]) } }
  }

  /// Whether a part of what a form does is stored, so that it must not be applied again.
  package func isPartlyStored(_ key: Key) -> Bool { pending.contains { $0.key == key && $0.isStored } }

  /// Whether a form is being applied.
  func isPending(_ key: Key) -> Bool { pending.contains { $0.key == key } }

  /// Notes where a form leads, before its changes are stored together with that.
  mutating func decide(_ key: Key, url: String) {
    guard let index = pending.lastIndex(where: { $0.key == key }), pending[index].url.map(self.url) != url else {
      return
    }
    pending[index].url = urlIndex(of: url)
    version += 1
  }

  /// Notes that the changes of the pending forms are not stored, except for those of which a part is.
  mutating func clearUnstoredDecisions() {
    for index in pending.indices where !pending[index].isStored && pending[index].url != nil {
      pending[index].url = nil
      version += 1
    }
  }

  /// Notes that a form was answered.
  ///
  /// - Parameter url: Where it leads. The same form leads there, too. Nil if it was not applied: it may be tried again.
  package mutating func finish(_ key: Key, url: String?) {
    guard let index = pending.lastIndex(where: { $0.key == key }) else { return }
    let form = pending.remove(at: index)
    if let url {
      // It is known already, unless the session ended before the form's side effects did.
      add(Entry(key: key, time: form.time, url: form.url ?? urlIndex(of: url)), isTap: form.isTap)
    } else if form.url != nil {
      version += 1
    }
  }

  /// Notes that this server has stored answers. Marks their pending forms as partly stored: they must not be applied again.
  mutating func didStore(_ stored: IdempotencyKeys) {
    for index in pending.indices {
      guard let url = stored.pending.last(where: { $0.key == pending[index].key })?.url else { continue }
      pending[index].isStored = true
      // It was cleared if the save had no reply.
      if pending[index].url == nil { pending[index].url = urlIndex(of: stored.url(url)) }
    }
  }

  /// Forgets forms.
  mutating func remove(_ keys: [Key]) {
    taps.removeAll { keys.contains($0.key) }
    typing.removeAll { keys.contains($0.key) }
    pending.removeAll { keys.contains($0.key) }
  }

  /// Takes over the answers of a loaded record.
  ///
  /// - Parameter now: The time in seconds since 1970.
  /// - Returns: The keys of forms that are pending here and were applied by another server.
  mutating func merge(_ stored: IdempotencyKeys, at now: Int64) -> [Key] {
    var applied: [Key] = []
    for answer in stored.stored {
      switch self[answer.key] {
      case .redirect: break
      case .pending where isPartlyStored(answer.key): break
      case let own:
        if own != nil {
          applied.append(answer.key)
          pending.removeAll { $0.key == answer.key }  // where it leads there counts, and not where it would lead here
        }
        add(answer, at: min(answer.time, now))
      }
    }
    trim(at: now)
    return applied
  }
}

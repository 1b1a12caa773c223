package import AppData

/// The local states and the unused input of a session's recent scenes, by URL and tab. They outlive the scenes.
package struct RememberedScenes: Sendable {
  package struct Entry: Codable, Equatable {
    package let url: String
    /// The browser's tab that the scene belonged to; nil if it belonged to none.
    package let tab: String?
    /// By the paths of the controllers. As JSON texts, because only a controller knows the type of its local state.
    package let localStates: [String: String]
    /// The unused input by the paths of its fields; nil if there is none.
    package let input: [String: UnusedInput]?

    init(url: String, tab: String? = nil, localStates: [String: String], input: [String: UnusedInput] = [:]) {
      self.url = url
      self.tab = tab
      self.localStates = localStates
      self.input = input.isEmpty ? nil : input
    }

    fileprivate var isEmpty: Bool { localStates.isEmpty && input == nil }

    fileprivate var size: Int {
      let states = localStates.reduce(url.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
      return (input ?? [:]).reduce(states) { $0 + $1.key.utf8.count + $1.value.size }
    }
  }

  /// The entries, the most recent one first.
  package private(set) var entries: [Entry]

  /// Grows with each change that has to be stored.
  package private(set) var version: UInt64 = 0

  /// How many scenes there are at most.
  private let limit: Int
  /// The most bytes of all entries. The least recent ones are forgotten first.
  static let maxBytes = 64 * 1024

  package init(_ entries: [Entry] = [], limit: Int) {
    self.entries = entries
    self.limit = limit
  }

  /// Whether an entry has unused input.
  var hasInput: Bool { entries.contains { $0.input != nil } }

  /// The entries without unused input.
  var entriesWithoutInput: [Entry] {
    entries.map { Entry(url: $0.url, tab: $0.tab, localStates: $0.localStates) }.filter { !$0.isEmpty }
  }

  /// The entry of a tab's scene at a URL. A tab without an entry takes over that of a scene without a tab, but never that of
  /// another tab.
  package func entry(at url: String, of tab: String? = nil) -> Entry? { index(at: url, of: tab).map { entries[$0] } }

  /// Whether a tab has an entry of its own at a URL.
  package func hasEntry(at url: String, of tab: String) -> Bool { entries.contains { $0.url == url && $0.tab == tab } }

  private func index(at url: String, of tab: String?) -> Int? {
    entries.firstIndex { $0.url == url && $0.tab == tab } ?? entries.firstIndex { $0.url == url && $0.tab == nil }
  }

  /// Replaces all entries.
  package mutating func replace(with entries: [Entry]) {
    guard entries != self.entries else { return }
    self.entries = entries
    version += 1
  }

  /// Takes over the entries that another server stored. Local states and input that have changed here stay as they are here.
  ///
  /// - Parameter base: The entries from which both began.
  package mutating func merge(_ stored: [Entry], from base: [Entry]) {
    func counterpart(of entry: Entry, in list: [Entry]) -> Entry? {
      list.first { $0.url == entry.url && $0.tab == entry.tab }
    }
    let changed = entries.filter { !base.contains($0) }.map { own in
      let (old, new) = (counterpart(of: own, in: base), counterpart(of: own, in: stored))
      return Entry(
        url: own.url, tab: own.tab,
        localStates: own.localStates == old?.localStates ?? [:] ? new?.localStates ?? [:] : own.localStates,
        input: (own.input == old?.input ? new?.input : own.input) ?? [:])
    }
    let removed = base.filter { counterpart(of: $0, in: entries) == nil }
    entries = bounded(
      changed.filter { !$0.isEmpty }
        + stored.filter { counterpart(of: $0, in: changed) == nil && !removed.contains($0) })
    if entries != stored { version += 1 }
  }

  /// The first entries that are not too many.
  private func bounded(_ entries: [Entry]) -> [Entry] {
    var size = 0
    return Array(
      entries.prefix(limit).prefix { entry in
        size += entry.size
        return size <= Self.maxBytes
      })
  }

  /// Remembers a scene's local states and input. An entry without either is removed.
  package mutating func remember(
    _ localStates: [String: String], _ input: [String: UnusedInput] = [:], at url: String, of tab: String? = nil
  ) {
    let index = index(at: url, of: tab)
    let new = Entry(url: url, tab: tab, localStates: localStates, input: input)
    if index == nil, new.isEmpty { return }
    let old = index.map { entries.remove(at: $0) }
    if !new.isEmpty { entries = bounded([new] + entries) }
    // A change of the order alone is stored with the next change.
    if old != new { version += 1 }
  }

  /// Replaces the input at a URL that its scene has left. The local states stay.
  package mutating func keep(_ input: [String: UnusedInput], at url: String, of tab: String? = nil) {
    guard let index = index(at: url, of: tab) else { return }
    let new = Entry(url: url, tab: tab, localStates: entries[index].localStates, input: input)
    guard new != entries[index] else { return }
    if new.isEmpty { entries.remove(at: index) } else { entries[index] = new }
    version += 1
  }
}

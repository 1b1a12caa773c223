/// The local states of a session's recent scenes, by their URLs: they outlive the scenes.
struct RememberedScenes: Sendable {
  struct Entry: Codable, Equatable {
    let url: String
    /// By where the controllers are. As texts, because only a controller knows the type of its own.
    let localStates: [String: String]

    fileprivate var size: Int {
      localStates.reduce(url.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
  }

  /// The most recent one first.
  private(set) var entries: [Entry]

  /// How often something changed that is to be stored.
  private(set) var version: UInt64 = 0

  /// How many scenes there are at most.
  private let most: Int
  /// All of them in bytes at most; the least recent ones are forgotten first.
  static let mostBytes = 64 * 1024

  init(_ entries: [Entry] = [], most: Int) {
    self.entries = entries
    self.most = most
  }

  /// What is remembered of a URL.
  func entry(at url: String) -> Entry? { entries.first { $0.url == url } }

  /// Goes back to what was remembered before.
  mutating func replace(with entries: [Entry]) {
    guard entries != self.entries else { return }
    self.entries = entries
    version += 1
  }

  func localStates(at url: String) -> [String: String]? { entries.first { $0.url == url }?.localStates }

  /// Remembers what a scene has now. One that has nothing is forgotten.
  mutating func remember(_ localStates: [String: String], at url: String) {
    let index = entries.firstIndex { $0.url == url }
    if index == nil, localStates.isEmpty { return }
    let new = Entry(url: url, localStates: localStates)
    let old = index.map { entries.remove(at: $0) }
    if !localStates.isEmpty { entries.insert(new, at: 0) }
    var size = 0
    entries = Array(
      entries.prefix(most).prefix { entry in
        size += entry.size
        return size <= Self.mostBytes
      })
    // What is stored with the next change need not be in the latest order.
    if old != new { version += 1 }
  }
}

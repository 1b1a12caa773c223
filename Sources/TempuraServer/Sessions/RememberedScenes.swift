internal import TempuraUI

/// The local states of a session's recent scenes, and what their users typed, by their URLs: they outlive the scenes.
struct RememberedScenes: Sendable {
  struct Entry: Codable, Equatable {
    let url: String
    /// By where the controllers are. As texts, because only a controller knows the type of its own.
    let localStates: [String: String]
    /// What was typed and not used, by where its fields are; nil if there is nothing.
    let input: [String: UnusedInput]?

    init(url: String, localStates: [String: String], input: [String: UnusedInput] = [:]) {
      self.url = url
      self.localStates = localStates
      self.input = input.isEmpty ? nil : input
    }

    fileprivate var isEmpty: Bool { localStates.isEmpty && input == nil }

    fileprivate var size: Int {
      let states = localStates.reduce(url.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
      return (input ?? [:]).reduce(states) { $0 + $1.key.utf8.count + $1.value.size }
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

  /// The same without what was typed; nil if nothing was.
  var entriesWithoutInput: [Entry]? {
    guard entries.contains(where: { $0.input != nil }) else { return nil }
    return entries.map { Entry(url: $0.url, localStates: $0.localStates) }.filter { !$0.isEmpty }
  }

  /// What is remembered of a URL.
  func entry(at url: String) -> Entry? { entries.first { $0.url == url } }

  /// Goes back to what was remembered before.
  mutating func replace(with entries: [Entry]) {
    guard entries != self.entries else { return }
    self.entries = entries
    version += 1
  }

  /// Remembers what a scene has now. One that has nothing is forgotten.
  mutating func remember(_ localStates: [String: String], _ input: [String: UnusedInput] = [:], at url: String) {
    let index = entries.firstIndex { $0.url == url }
    let new = Entry(url: url, localStates: localStates, input: input)
    if index == nil, new.isEmpty { return }
    let old = index.map { entries.remove(at: $0) }
    if !new.isEmpty { entries.insert(new, at: 0) }
    var size = 0
    entries = Array(
      entries.prefix(most).prefix { entry in
        size += entry.size
        return size <= Self.mostBytes
      })
    // What is stored with the next change need not be in the latest order.
    if old != new { version += 1 }
  }

  /// Remembers what is left of the input at a URL that its scene has left. The rest is as it was there.
  mutating func keep(_ input: [String: UnusedInput], at url: String) {
    guard let index = entries.firstIndex(where: { $0.url == url }) else { return }
    let new = Entry(url: url, localStates: entries[index].localStates, input: input)
    guard new != entries[index] else { return }
    if new.isEmpty { entries.remove(at: index) } else { entries[index] = new }
    version += 1
  }
}

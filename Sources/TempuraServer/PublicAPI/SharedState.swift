public import Foundation
public import Katana
internal import JSONEncoding

/// An app delegate whose users share parts of their states: a team's list, the room of a chat, a game.
///
/// Beside the app's delegate:
///
/// ```swift
/// extension AppDelegate: SharedState {
///   static var sharedParts: [SharedPart<AppState>] { [.part(\.board, named: "board", of: \.team)] }
/// }
/// ```
///
/// All sessions whose `team` is the same have the same `board`. Updaters, view models and screens stay as they are.
public protocol SharedState {
  /// The app's state.
  associatedtype StateWithParts: State

  /// The parts. The server asks once, at its start.
  static var sharedParts: [SharedPart<StateWithParts>] { get }
}

/// A part of an app's state that sessions share.
///
/// The part is stored as a value of its own. It is stored together with the session whose updater changed it: both or neither. If
/// another session has changed it meanwhile, the updaters of this one run again on the newer value, so they may depend only on
/// their properties and the state.
public struct SharedPart<S: State>: @unchecked Sendable {
  // Safe because it is immutable, and its functions read and write values that they are given.

  let name: String
  /// The key of the sessions that share the part; nil if the state shares none.
  let key: (S) -> String?
  let isSame: (S, S) -> Bool
  let value: (S) -> any Codable
  let replace: (inout S, any Codable) -> Void
  let read: (any SliceReader) throws -> any Codable
  /// The version of the value's format, by the app's count.
  let version: Int
  let presence: PresenceProperty<S>?
  let path: AnyKeyPath

  /// Shares a property of the state.
  ///
  /// An updater has changed the part if the property is stored otherwise than before, also if the app's `==` says that it is equal.
  ///
  /// - Parameters:
  ///   - path: A stored property. A session that shares nothing has its own value there, which is stored with its state.
  ///   - name: A name for what is stored: 1 to 64 letters, digits, hyphens and underscores of ASCII. Another name is another part.
  ///   - key: A function of other properties, which are not shared. It says which sessions share the property: those with the same key, of 1 to 200 bytes in UTF-8. With nil the session shares
  ///     nothing. An updater that makes an impossible key fails with a ``SharedPartError``.
  ///   - present: A property that the server fills with the users who share the part.
  ///   - description: What other users see of a user: a name, for example.
  ///   - version: The version of the property's format. Increase it if the type of a stored property changes, or its name.
  ///     New properties need no new version: they are filled from the property of a new state.
  ///   - migrate: Converts the JSON of a value with an older version.
  public static func part<Value: Codable>(
    _ path: WritableKeyPath<S, Value>, named name: String, of key: @escaping (S) -> String?,
    present: WritableKeyPath<S, Presence>? = nil, as description: @escaping (S) -> String = { _ in "" },
    version: Int = 1,
    migrate: ((_ json: Data, _ version: Int) throws -> Value)? = nil
  ) -> SharedPart<S> {
    SharedPart(
      name: name, key: key, isSame: { TempuraServer.isSame($0[keyPath: path], $1[keyPath: path]) },
      value: { $0[keyPath: path] },
      replace: { state, value in if let value = value as? Value { state[keyPath: path] = value } },
      read: { try $0.read(asIn: S()[keyPath: path], version: version, migrate: migrate) }, version: version,
      presence: present.map { PresenceProperty($0, description) }, path: path)
  }
}

/// Reads the stored value of a part.
protocol SliceReader {
  /// - Parameters:
  ///   - new: A new value. It completes one that an older build stored without keys of this build.
  ///   - version: That of this build.
  ///   - migrate: Converts the JSON of an older version.
  func read<Value: Codable>(
    asIn new: @autoclosure () -> Value, version: Int, migrate: ((Data, Int) throws -> Value)?
  ) throws -> Value
}

/// A property that has the users of a shared part.
struct PresenceProperty<S: State> {
  let path: WritableKeyPath<S, Presence>
  private let describe: (S) -> String

  init(_ path: WritableKeyPath<S, Presence>, _ describe: @escaping (S) -> String) {
    (self.path, self.describe) = (path, describe)
  }

  /// What others see of the user.
  func name(_ state: S) -> String { Presence.Person.name(describe(state)) }
}

/// Whether two values are the same: in memory, or as they are stored. An app's `==` may ignore properties.
private func isSame<Value: Encodable>(_ one: Value, _ other: Value) -> Bool {
  if withUnsafeBytes(of: one, { one in withUnsafeBytes(of: other) { one.elementsEqual($0) } }) { return true }
  // A reference to the elements of an array or of a dictionary has no bytes without a meaning.
  if MemoryLayout<Value>.size <= MemoryLayout<Int>.size { return false }
  guard let one = try? DirectJSON.encode(one), let other = try? DirectJSON.encode(other) else { return false }
  return one == other
}

/// A mistake in an app's shared parts, or in the key of one.
public enum SharedPartError: Error, Equatable, CustomStringConvertible {
  /// The name is empty, too long or has other characters.
  case badName(String)
  case twoParts(name: String)
  case tooManyParts(Int)
  /// Two parts have one property, or fill one.
  case twoOfProperty(name: String, other: String)
  /// The state is not the one that `sharedParts` are of.
  case wrongState(expected: String, actual: String)
  case emptyKey(part: String)
  case longKey(part: String, bytes: Int)

  static let maxParts = 32
  static let maxKeyBytes = 200
  static let maxNameBytes = 64

  public var description: String {
    switch self {
    case .badName(let name):
      "sharedParts: \"\(name.prefix(80))\" cannot be a name. It must have 1 to \(Self.maxNameBytes) letters, digits, hyphens and "
        + "underscores of ASCII."
    case .twoParts(let name): "sharedParts: two parts are named \"\(name)\". Choose another name for one of them."
    case .tooManyParts(let count):
      "sharedParts: there are \(count) parts, and \(Self.maxParts) are allowed. Put what the same sessions share into one part."
    case .twoOfProperty(let name, let other):
      "sharedParts: the parts \"\(name)\" and \"\(other)\" have a property in common. Give each part a property of its own."
    case .wrongState(let expected, let actual):
      "sharedParts: the parts are of \(expected), but the app's state is \(actual)."
    case .emptyKey(let part):
      "The key of the shared part \"\(part)\" is empty. Use nil for a session that does not share it."
    case .longKey(let part, let bytes):
      "The key of the shared part \"\(part)\" has \(bytes) bytes, and \(Self.maxKeyBytes) are allowed."
    }
  }
}

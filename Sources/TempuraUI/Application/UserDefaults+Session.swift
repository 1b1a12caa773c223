package import AppData
public import Foundation
internal import Basics
internal import Hydra
internal import Synchronization

extension KeptValues {
  /// Those of the session whose code runs; nil outside of sessions.
  package static var ofSession: KeptValues? {
    if let host = Main.scoped as? any ApplicationHost { return host.kept }
    if OutsideSessions.isServing.load(ordering: .relaxed) {
      Misuse.report(
        "UserDefaults, folders or the keychain are used outside of sessions, such as in a subclass of Operation: all users share what is "
          + "kept there. Use them in a closure that the session follows.")
    }
    return nil
  }

  private static let ofProcess = KeptValues()

  /// Those of the session whose code runs. Outside of sessions, those in the memory of the process.
  package static var ofApp: KeptValues { ofSession ?? ofProcess }

  /// The domain of an app's own defaults.
  package static let defaults = "defaults"
  /// The domain of `NSUbiquitousKeyValueStore`.
  package static let cloud = "cloud"

  /// The notification after a change of a domain; nil if there is none.
  package static func notification(of domain: String) -> Notification? {
    if domain == cloud {
      let store = NSUbiquitousKeyValueStore.default
      return Notification(name: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: store)
    }
    guard domain.hasPrefix(defaults) else { return nil }
    return Notification(
      name: Foundation.UserDefaults.didChangeNotification, object: UIApplication.UserDefaults.standard)
  }

  /// Sets a value that an app passes as `Any`. Nil removes the key.
  ///
  /// - Parameter caller: The API that the app called, for the report of a value that is in no property list.
  /// - Returns: Whether the values have changed.
  func set(_ value: Any?, forKey key: String, in domain: String, _ caller: String) -> Bool {
    let kept = value.flatMap(KeptValue.init)
    // An app may pass an optional as `Any`.
    if kept == nil, let value, Mirror(reflecting: value).displayStyle != .optional {
      Misuse.report(
        "\(caller) does not keep the \(type(of: value)) for the key \(key): a property list has texts, numbers, dates, data, and "
          + "arrays and dictionaries of these. Encode the value as Data.")
      return false
    }
    return change(domain, .set(key, kept))
  }
}

extension UIApplication {
  /// The defaults of an app. Those of code in a session belong to the session, and are stored with its state. Outside of
  /// sessions they are Foundation's.
  ///
  /// The file Following.swift gives it the name `UserDefaults` in an app. Conversions are Foundation's, which calls
  /// ``object(forKey:)``.
  open class UserDefaults: Foundation.UserDefaults {
    // Safe because all of it is immutable, and Foundation's class locks what it has.
    nonisolated(unsafe) private static let shared = UserDefaults(suiteName: nil)!
    private let domain: String

    override open class var standard: UserDefaults { shared }

    override public init?(suiteName: String?) {
      domain = suiteName.map { "\(KeptValues.defaults)/\($0)" } ?? KeptValues.defaults
      super.init(suiteName: suiteName)
    }

    override open func object(forKey key: String) -> Any? {
      guard let kept = KeptValues.ofSession else { return super.object(forKey: key) }
      return (kept[domain][key] ?? kept.registered[key])?.object
    }

    override open func set(_ value: Any?, forKey key: String) {
      guard let kept = KeptValues.ofSession else { return super.set(value, forKey: key) }
      if kept.set(value, forKey: key, in: domain, "UserDefaults.set(_:forKey:)") { didChange() }
    }

    private func didChange() {
      NotificationCenter.default.post(name: Foundation.UserDefaults.didChangeNotification, object: self)
    }

    override open func removeObject(forKey key: String) {
      guard let kept = KeptValues.ofSession else { return super.removeObject(forKey: key) }
      if kept.change(domain, .set(key, nil)) { didChange() }
    }

    // Foundation's own calls itself without end if the URL is nil, and keeps only the path of others than those of files.
    override open func set(_ url: URL?, forKey key: String) {
      set(url.map { $0.isFileURL ? $0.path : $0.absoluteString } as Any?, forKey: key)
    }

    override open func url(forKey key: String) -> URL? {
      guard let text = object(forKey: key) as? String else { return super.url(forKey: key) }
      return text.contains("://") ? URL(string: text) : URL(fileURLWithPath: text)
    }

    /// Sets a value, as ``set(_:forKey:)`` does.
    open func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Returns a value, as ``object(forKey:)`` does.
    open func value(forKey key: String) -> Any? { object(forKey: key) }

    override open func register(defaults: [String: Any]) {
      guard let kept = KeptValues.ofSession else { return super.register(defaults: defaults) }
      kept.register(defaults.compactMapValues(KeptValue.init))
    }

    override open func dictionaryRepresentation() -> [String: Any] {
      guard let kept = KeptValues.ofSession else { return super.dictionaryRepresentation() }
      return kept.registered.merging(kept[domain]) { $1 }.mapValues(\.object)
    }

    override open func persistentDomain(forName name: String) -> [String: Any]? {
      guard let kept = KeptValues.ofSession else { return super.persistentDomain(forName: name) }
      let values = kept[Self.domain(name)]
      return values.isEmpty ? nil : values.mapValues(\.object)
    }

    override open func setPersistentDomain(_ values: [String: Any], forName name: String) {
      guard let kept = KeptValues.ofSession else { return super.setPersistentDomain(values, forName: name) }
      if kept.change(Self.domain(name), .replaceAll(values.compactMapValues(KeptValue.init))) { didChange() }
    }

    override open func removePersistentDomain(forName name: String) {
      guard KeptValues.ofSession != nil else { return super.removePersistentDomain(forName: name) }
      setPersistentDomain([:], forName: name)
    }

    /// The domain of the app itself is named by its bundle identifier.
    private static func domain(_ name: String) -> String {
      name == Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        ? KeptValues.defaults : "\(KeptValues.defaults)/\(name)"
    }

    override open func synchronize() -> Bool { KeptValues.ofSession != nil || super.synchronize() }
  }
}

extension Foundation.UserDefaults {
  /// The defaults of the process, which the sessions of all users share. They are lost when the server stops.
  public static var ofProcess: Foundation.UserDefaults { Foundation.UserDefaults.standard }
}

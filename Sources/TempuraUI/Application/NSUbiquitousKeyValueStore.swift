internal import AppData
public import Foundation

/// The values that an app keeps in iCloud. Here they belong to the session, and are stored with its state.
public final class NSUbiquitousKeyValueStore: NSObject, Sendable {
  public static let `default` = NSUbiquitousKeyValueStore()

  public static let didChangeExternallyNotification = Notification.Name(
    "NSUbiquitousKeyValueStoreDidChangeExternallyNotification")

  public func object(forKey key: String) -> Any? { KeptValues.ofApp[KeptValues.cloud][key]?.object }
  public func string(forKey key: String) -> String? { object(forKey: key) as? String }
  public func array(forKey key: String) -> [Any]? { object(forKey: key) as? [Any] }
  public func dictionary(forKey key: String) -> [String: Any]? { object(forKey: key) as? [String: Any] }
  public func data(forKey key: String) -> Data? { object(forKey: key) as? Data }
  public func longLong(forKey key: String) -> Int64 { (object(forKey: key) as? NSNumber)?.int64Value ?? 0 }
  public func double(forKey key: String) -> Double { (object(forKey: key) as? NSNumber)?.doubleValue ?? 0 }
  public func bool(forKey key: String) -> Bool { (object(forKey: key) as? NSNumber)?.boolValue ?? false }

  public func set(_ value: Any?, forKey key: String) {
    _ = KeptValues.ofApp.set(value, forKey: key, in: KeptValues.cloud, "NSUbiquitousKeyValueStore.set(_:forKey:)")
  }

  public func removeObject(forKey key: String) { set(nil, forKey: key) }

  public var dictionaryRepresentation: [String: Any] { KeptValues.ofApp[KeptValues.cloud].mapValues(\.object) }

  @discardableResult public func synchronize() -> Bool { true }
}

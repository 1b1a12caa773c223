internal import AppData
internal import Foundation
internal import TempuraUI

// The keychain of an app: its items belong to the session, and are stored with its state. Outside of sessions they are in memory.

/// Adds an item.
///
/// - Returns: `errSecDuplicateItem` if there is one with the same class, account, service and so on.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  guard var item = KeychainItem(new: attributes) else { return errSecParam }
  guard KeptValues.ofApp[KeychainItem.domain][item.key] == nil else { return errSecDuplicateItem }
  item.attributes[kSecAttrCreationDate] = .date(.now)
  item.keep()
  result?.pointee = item.result(for: attributes)
  return errSecSuccess
}

/// Finds items.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  guard let items = KeychainItem.matching(query) else { return errSecParam }
  guard let first = items.first else { return errSecItemNotFound }
  let limit = query[kSecMatchLimit]
  if limit as? String == kSecMatchLimitAll || (limit as? NSNumber).map({ $0.intValue > 1 }) == true {
    let results = items.prefix((limit as? NSNumber)?.intValue ?? .max).compactMap { $0.result(for: query) }
    result?.pointee = results.isEmpty ? nil : NSArray(array: results)
  } else {
    result?.pointee = first.result(for: query)
  }
  return errSecSuccess
}

/// Changes attributes of all items that a query finds.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
  guard let items = KeychainItem.matching(query), let changes = KeychainItem.attributes(of: attributes) else {
    return errSecParam
  }
  for item in items {
    var new = item
    new.attributes.merge(changes) { $1 }
    guard new.key == item.key || KeptValues.ofApp[KeychainItem.domain][new.key] == nil else {
      return errSecDuplicateItem
    }
    if new.key != item.key { item.remove() }
    new.keep()
  }
  return items.isEmpty ? errSecItemNotFound : errSecSuccess
}

/// Removes all items that a query finds.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  guard let items = KeychainItem.matching(query) else { return errSecParam }
  for item in items { item.remove() }
  return items.isEmpty ? errSecItemNotFound : errSecSuccess
}

/// Writes random bytes.
@discardableResult
public func SecRandomCopyBytes(_ generator: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
  var system = SystemRandomNumberGenerator()
  for index in 0..<count { bytes.storeBytes(of: system.next(), toByteOffset: index, as: UInt8.self) }
  return errSecSuccess
}

/// A description of a result.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  "OSStatus \(status)"
}

private struct KeychainItem {
  static let domain = "keychain"
  // What tells two items of a class apart.
  private static let identity = [
    kSecClass, kSecAttrAccessGroup, kSecAttrAccount, kSecAttrService, kSecAttrServer, kSecAttrSecurityDomain,
    kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPort, kSecAttrPath,
  ]

  var attributes: KeptValues.Domain

  init?(new query: CFDictionary) {
    guard let attributes = Self.attributes(of: query), attributes[kSecClass] != nil else { return nil }
    self.attributes = attributes
  }

  private init(_ attributes: KeptValues.Domain) { self.attributes = attributes }

  /// The attributes of a query, without what it says of its result; nil if it has a value that no item can have.
  static func attributes(of query: CFDictionary) -> KeptValues.Domain? {
    let notOfItems: Set<String> = [kSecAttrAccessControl, kSecAttrSynchronizable, kSecUseDataProtectionKeychain]
    let attributes = query.filter { key, _ in
      !["r_", "m_", "u_"].contains(key.prefix(2)) && !notOfItems.contains(key)
    }
    let kept = attributes.compactMapValues(KeptValue.init)
    return kept.count == attributes.count ? kept : nil
  }

  /// - Returns: Nil if the query has no class, or a value that no item can have.
  static func matching(_ query: CFDictionary) -> [KeychainItem]? {
    guard let wanted = attributes(of: query), wanted[kSecClass] != nil else { return nil }
    return KeptValues.ofApp[domain].sorted { $0.key < $1.key }.compactMap { _, value in
      guard case .dictionary(let item) = value, wanted.allSatisfy({ item[$0] == $1 }) else { return nil }
      return KeychainItem(item)
    }
  }

  var key: String {
    Self.identity.map { name in
      guard case .data(let data) = attributes[name] else { return attributes[name].map { "\($0.object)" } ?? "" }
      return "data:\(data.base64EncodedString())"
    }.joined(separator: "\n")
  }

  func keep() {
    var kept = attributes
    kept[kSecAttrModificationDate] = .date(.now)
    KeptValues.ofApp.change(Self.domain, .set(key, .dictionary(kept)))
  }

  func remove() { KeptValues.ofApp.change(Self.domain, .set(key, nil)) }

  /// What a query wants of the item: its data, its attributes, both, or nothing.
  func result(for query: CFDictionary) -> AnyObject? {
    func wants(_ key: String) -> Bool { (query[key] as? NSNumber)?.boolValue == true }
    let data = attributes[kSecValueData]?.object as? Data
    guard wants(kSecReturnAttributes) || wants(kSecReturnRef) || wants(kSecReturnPersistentRef) else {
      return wants(kSecReturnData) ? data.map(NSData.init(data:)) : nil
    }
    var result = attributes.mapValues(\.object)
    if !wants(kSecReturnData) { result[kSecValueData] = nil }
    return NSDictionary(dictionary: result)
  }
}

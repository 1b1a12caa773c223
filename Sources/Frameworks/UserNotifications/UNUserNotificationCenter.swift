public import Foundation

// A page cannot show notifications while it is closed. So the server never asks the user, and drops an app's notifications.

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
  public static let criticalAlert = Self(rawValue: 1 << 4)
  public static let provisional = Self(rawValue: 1 << 6)
}

public enum UNAuthorizationStatus: Int, Sendable { case notDetermined, denied, authorized, provisional, ephemeral }
public enum UNNotificationSetting: Int, Sendable { case notSupported, disabled, enabled }

/// What the user allows: nothing.
open class UNNotificationSettings: NSObject {
  public final var authorizationStatus: UNAuthorizationStatus { .denied }
  public final var alertSetting: UNNotificationSetting { .notSupported }
  public final var badgeSetting: UNNotificationSetting { .notSupported }
  public final var soundSetting: UNNotificationSetting { .notSupported }
}

/// Why a notification is not shown.
public struct UNError: LocalizedError, Sendable {
  public enum Code: Int, Sendable {
    case notificationsNotAllowed = 1
    case attachmentInvalidURL = 100
  }
  public let code: Code
  public init(_ code: Code = .notificationsNotAllowed) { self.code = code }

  public var errorDescription: String? {
    switch code {
    case .notificationsNotAllowed: "A page cannot show notifications while it is closed."
    case .attachmentInvalidURL: "The attachment of a notification is not a file that can be read."
    }
  }
}

/// The notifications of an app: none.
public final class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  // Safe because the class has no stored properties.

  private static let shared = UNUserNotificationCenter()
  public class func current() -> UNUserNotificationCenter { shared }

  /// Not kept: there is nothing to tell.
  public var delegate: (any UNUserNotificationCenterDelegate)? {
    get { nil }
    set {}
  }

  public var supportsContentExtensions: Bool { false }

  /// Refuses: the handler gets false.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping (Bool, (any Error)?) -> Void
  ) { completionHandler(false, nil) }

  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }

  public func getNotificationSettings(completionHandler: @escaping (UNNotificationSettings) -> Void) {
    completionHandler(UNNotificationSettings())
  }

  public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

  /// Drops the notification: the handler gets a `UNError`.
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
  ) { completionHandler?(UNError()) }

  public func getPendingNotificationRequests(completionHandler: @escaping ([UNNotificationRequest]) -> Void) {
    completionHandler([])
  }
  public func getDeliveredNotifications(completionHandler: @escaping ([UNNotification]) -> Void) {
    completionHandler([])
  }
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
  public func removeAllPendingNotificationRequests() {}
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
  public func removeAllDeliveredNotifications() {}
  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
  public func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler completionHandler: (((any Error)?) -> Void)? = nil
  ) {
    completionHandler?(nil)
  }
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
  public static let list = Self(rawValue: 1 << 3)
  public static let banner = Self(rawValue: 1 << 4)
}

/// Responds to notifications. Never called. Its methods need not be implemented.
public protocol UNUserNotificationCenterDelegate: AnyObject {}

open class UNNotificationContent: NSObject {
  open var title = ""
  open var subtitle = ""
  open var body = ""
  open var badge: NSNumber?
  open var sound: UNNotificationSound?
  open var userInfo: [AnyHashable: Any] = [:]
  open var categoryIdentifier = ""
  open var threadIdentifier = ""
  open var launchImageName = ""
  open var attachments: [UNNotificationAttachment] = []
  open var targetContentIdentifier: String?
  open var summaryArgument = ""
  open var summaryArgumentCount = 0
}

/// A file that belongs to a notification.
open class UNNotificationAttachment: NSObject {
  public final let identifier: String
  public final let url: URL

  /// - Throws: `UNError` if the file cannot be read.
  public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
    guard url.isFileURL, FileManager.default.isReadableFile(atPath: url.path) else {
      throw UNError(.attachmentInvalidURL)
    }
    self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
    self.url = url
  }
}

open class UNMutableNotificationContent: UNNotificationContent {}

open class UNNotificationSound: NSObject {
  public class var `default`: UNNotificationSound { UNNotificationSound() }
}

open class UNNotificationTrigger: NSObject {
  public final let repeats: Bool
  init(repeats: Bool) { self.repeats = repeats }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public final let timeInterval: TimeInterval
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }
}

open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  public final let dateComponents: DateComponents
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }
}

open class UNNotificationRequest: NSObject {
  public final let identifier: String
  public final let content: UNNotificationContent
  public final let trigger: UNNotificationTrigger?
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    (self.identifier, self.content, self.trigger) = (identifier, content, trigger)
  }
}

open class UNNotification: NSObject {
  public final let request: UNNotificationRequest
  public final let date: Date
  init(_ request: UNNotificationRequest) { (self.request, date) = (request, Date()) }
}

open class UNNotificationResponse: NSObject {
  public final let notification: UNNotification
  public final let actionIdentifier: String
  init(_ notification: UNNotification) { (self.notification, actionIdentifier) = (notification, "") }
}

open class UNNotificationCategory: NSObject {
  public final let identifier: String
  public init(identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String]) {
    self.identifier = identifier
  }
}

open class UNNotificationAction: NSObject {
  public final let identifier: String
  public final let title: String
  public init(identifier: String, title: String) { (self.identifier, self.title) = (identifier, title) }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

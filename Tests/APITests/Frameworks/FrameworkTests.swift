import CoreLocation
import MessageUI
import SafariServices
import Security
import StoreKit
import Testing
import UIKit
import UserNotifications

// What apps use of other frameworks of a phone.

private final class ContactController: UIViewController, SFSafariViewControllerDelegate,
  MFMailComposeViewControllerDelegate, CLLocationManagerDelegate, UNUserNotificationCenterDelegate
{
  var log: [String] = []
  let manager = CLLocationManager()

  func openPage() -> SFSafariViewController {
    let safari = SFSafariViewController(url: URL(string: "https://example.com")!)
    safari.delegate = self
    safari.preferredControlTintColor = .red
    present(safari, animated: true)
    return safari
  }

  func safariViewControllerDidFinish(_ controller: SFSafariViewController) { log.append("finished") }

  func writeMail() -> MFMailComposeViewController? {
    guard MFMailComposeViewController.canSendMail() else { return nil }
    let composer = MFMailComposeViewController()
    composer.mailComposeDelegate = self
    composer.setToRecipients(["a@example.com"])
    composer.setSubject("Subject")
    composer.setMessageBody("Body", isHTML: false)
    return composer
  }

  func mailComposeController(
    _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: Error?
  ) {
    log.append("\(result)")
    controller.dismiss(animated: true)
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    log.append("\(manager.authorizationStatus == .denied)")
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    log.append("\((error as? CLError)?.code == .denied)")
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) { completionHandler([.banner]) }
}

@MainActor @Suite struct FrameworkTests {
  /// As libraries for the keychain do it.
  @Test func theKeychainKeepsItems() {
    let account: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: "api", kSecAttrAccount: "ann",
    ]
    var item = account
    item[kSecValueData] = Data("secret".utf8)
    item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
    #expect(SecItemCopyMatching(account as CFDictionary, nil) == errSecItemNotFound)
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
    let other: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "api", kSecAttrAccount as String: "bob",
      kSecValueData as String: Data("other".utf8),
    ]
    #expect(SecItemAdd(other as CFDictionary, nil) == errSecSuccess)
    var result: AnyObject?
    let one = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ann", kSecReturnData: true] as [String: Any]
    #expect(withUnsafeMutablePointer(to: &result) { SecItemCopyMatching(one as CFDictionary, $0) } == noErr)
    #expect((result as? Data).map { String(decoding: $0, as: UTF8.self) } == "secret")
    let all =
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "api", kSecMatchLimit: kSecMatchLimitAll,
        kSecReturnAttributes: true, kSecReturnData: true,
      ] as CFDictionary
    #expect(SecItemCopyMatching(all, &result) == errSecSuccess)
    let items = result as? [[String: Any]]
    #expect(items?.compactMap { $0[kSecAttrAccount as String] as? String } == ["ann", "bob"])
    #expect(items?.first?[kSecValueData as String] as? Data == Data("secret".utf8))
    #expect(SecItemUpdate(account as CFDictionary, [kSecValueData: Data("new".utf8)] as CFDictionary) == errSecSuccess)
    #expect(SecItemCopyMatching(one as CFDictionary, &result) == errSecSuccess && result as? Data == Data("new".utf8))
    #expect(
      SecItemDelete([kSecClass: kSecClassGenericPassword, kSecAttrService: "api"] as CFDictionary) == errSecSuccess)
    #expect(SecItemCopyMatching(all, &result) == errSecItemNotFound)
    for account in [Data("anna1".utf8), Data("bert2".utf8)] {
      let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as [String: Any]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    }
    let noAccount =
      [kSecClass: kSecClassGenericPassword, kSecAttrAccount: Optional<String>.none as Any] as [String: Any]
    #expect(SecItemDelete(noAccount as CFDictionary) == errSecParam && SecItemDelete([:]) == errSecParam)
    #expect(SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary) == errSecSuccess)
    #expect(SecItemAdd([:], nil) == errSecParam && SecCopyErrorMessageString(errSecParam, nil) != nil)
    var bytes = [UInt8](repeating: 0, count: 32)
    #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess && bytes.contains { $0 != 0 })
  }

  @Test func otherProgramsAreDialogs() {
    let controller = ContactController()
    let safari = controller.openPage()
    #expect(safari.modalPresentationStyle == .formSheet)
    #expect(controller.writeMail()?.viewControllers.count == 1)
    let sheet = UIActivityViewController(
      activityItems: ["Text", URL(string: "https://example.com")!], applicationActivities: nil)
    sheet.excludedActivityTypes = [.airDrop]
    sheet.completionWithItemsHandler = { type, completed, items, error in print(type as Any, completed) }
    sheet.popoverPresentationController?.sourceView = controller.view
    #expect(!sheet.view.subviews.contains(controller.view))
  }

  @Test func permissionsAreRefused() async throws {
    let controller = ContactController()
    controller.manager.delegate = controller
    controller.manager.desiredAccuracy = kCLLocationAccuracyBest
    controller.manager.requestWhenInUseAuthorization()
    controller.manager.startUpdatingLocation()
    controller.manager.stopUpdatingLocation()
    #expect(controller.log == ["true", "true"])
    let center = UNUserNotificationCenter.current()
    center.delegate = controller
    var isGranted: Bool?
    center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, _ in isGranted = granted }
    #expect(isGranted == false)
    let content = UNMutableNotificationContent()
    content.title = "Title"
    content.sound = .default
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
    center.add(UNNotificationRequest(identifier: "x", content: content, trigger: trigger))
    center.removeAllPendingNotificationRequests()
    var status: UNAuthorizationStatus?
    center.getNotificationSettings { status = $0.authorizationStatus }
    #expect(status == .denied)
    SKStoreReviewController.requestReview()
    let there = CLLocation(latitude: 45, longitude: 9).distance(from: CLLocation(latitude: 45, longitude: 10))
    #expect(abs(there - 78_600) < 200)
  }

  @Test func aPhoneDoesNotVibrate() {
    UISelectionFeedbackGenerator().selectionChanged()
    UIImpactFeedbackGenerator(style: .light).impactOccurred()
    let generator = UINotificationFeedbackGenerator()
    generator.prepare()
    generator.notificationOccurred(.success)
    #expect(generator == generator)
  }
}

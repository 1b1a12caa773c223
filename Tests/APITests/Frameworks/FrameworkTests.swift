import CoreLocation
import MessageUI
import SafariServices
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

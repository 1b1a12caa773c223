public import Foundation
internal import Hydra

// The life of an app on a page is short: it is launched when a page needs it, and it becomes active. The server does not
// know when a user leaves a page. So an app never resigns, enters the background or terminates here. When its session
// leaves memory it is gone like a suspended app that iOS ends, which is not told either, and is launched again.

extension UIApplication {
  /// Posted after `application(_:didFinishLaunchingWithOptions:)`.
  public static let didFinishLaunchingNotification = NSNotification.Name("UIApplicationDidFinishLaunchingNotification")
  /// Posted when the app was launched and has its first screen.
  public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")

  /// Posted when the user's time zone changed, after `NSSystemTimeZoneDidChange`. Not posted at midnight.
  public static let significantTimeChangeNotification = NSNotification.Name(
    "UIApplicationSignificantTimeChangeNotification")

  /// Never posted, as the following ones.
  public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
  public static let didEnterBackgroundNotification = NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
  public static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
  public static let willTerminateNotification = NSNotification.Name("UIApplicationWillTerminateNotification")
  public static let didReceiveMemoryWarningNotification = NSNotification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  public static let userDidTakeScreenshotNotification = NSNotification.Name(
    "UIApplicationUserDidTakeScreenshotNotification")
  public static let backgroundRefreshStatusDidChangeNotification = NSNotification.Name(
    "UIApplicationBackgroundRefreshStatusDidChangeNotification")
  public static let protectedDataDidBecomeAvailableNotification = NSNotification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable")
  public static let protectedDataWillBecomeUnavailableNotification = NSNotification.Name(
    "UIApplicationProtectedDataWillBecomeUnavailable")
}

extension UIContentSizeCategory {
  /// Never posted: browsers scale the text of pages themselves, and do not tell the server.
  public static let didChangeNotification = NSNotification.Name("UIContentSizeCategoryDidChangeNotification")
  /// The key of the new category in the notification.
  public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"
}

extension UIDevice {
  /// Posted when a page is loaded with the phone held the other way.
  public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
  /// Never posted, as the following ones.
  public static let batteryLevelDidChangeNotification = NSNotification.Name("UIDeviceBatteryLevelDidChangeNotification")
  public static let batteryStateDidChangeNotification = NSNotification.Name("UIDeviceBatteryStateDidChangeNotification")
  public static let proximityStateDidChangeNotification = NSNotification.Name(
    "UIDeviceProximityStateDidChangeNotification")
}

extension UIResponder {
  /// Posted, as the following ones, when a live page tells of the keyboard of a phone: it does so if the app has added an observer.
  public static let keyboardWillShowNotification = NSNotification.Name("UIKeyboardWillShowNotification")
  public static let keyboardDidShowNotification = NSNotification.Name("UIKeyboardDidShowNotification")
  public static let keyboardWillHideNotification = NSNotification.Name("UIKeyboardWillHideNotification")
  public static let keyboardDidHideNotification = NSNotification.Name("UIKeyboardDidHideNotification")
  public static let keyboardWillChangeFrameNotification = NSNotification.Name("UIKeyboardWillChangeFrameNotification")
  public static let keyboardDidChangeFrameNotification = NSNotification.Name("UIKeyboardDidChangeFrameNotification")

  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

extension NotificationCenter {
  /// Adds a closure that runs when a notification is posted.
  ///
  /// A server has many apps and one centre. A closure that an app adds runs for what this app posts, and not for what apps of
  /// other users post. It runs in a turn of its session if there is a `queue`, or if the notification is posted outside of all
  /// apps; else on the thread that posts. It is dropped when the app ends.
  @discardableResult
  public func addObserver(
    forName name: NSNotification.Name, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    addOwnObserver(forName: name, object: object, queue: queue, using: block)
  }

  /// Adds a closure that runs for what the app of its own session posts, and for what is posted outside of all apps.
  func addOwnObserver(
    forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    guard let own = Main.scoped else { return addObserver(forName: name, object: object, queue: queue, using: block) }
    let environment = AppEnvironment.current
    if name?.rawValue.hasPrefix("UIKeyboard") == true, own.isCurrent, !environment.hearsKeyboard {
      environment.hearsKeyboard = true
      (environment.keyWindow as? UIView)?.setNeedsRender()
    }
    var observation: Observation?
    if let name, object == nil {
      observation = Observation(name.rawValue) { block(Notification(name: name)) }
      observation.map(own.didObserve)
    }
    let call = PendingCall(Origin(own, cause: nil), block)
    let token = addObserver(forName: name, object: object, queue: nil) {
      [observation, runsInTurns = queue != nil] notification in
      _ = observation  // which ends with this closure
      let poster = Main.scoped
      if let poster, call.isOfRunningApp, !runsInTurns || poster.isCurrent {
        call.body?(notification)
      } else if poster == nil || call.isOfRunningApp {
        // Safe because the notification is not changed after it is posted.
        nonisolated(unsafe) let notification = notification
        call.callInTurn { $0(notification) }
      }
    }
    call.whenDropped { [weak self, weak token] in self?.removeObserver(token as Any) }
    return token
  }
}

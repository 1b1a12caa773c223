public import Foundation

/// The user's settings for assistive technology, and what an app tells it.
///
/// Browsers do not tell the server whether such technology is used, so no setting is ever on. Style sheets follow the
/// settings that browsers know, such as reduced motion.
public enum UIAccessibility {
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let screenChanged = Notification(rawValue: 1000)
    public static let layoutChanged = Notification(rawValue: 1001)
    public static let announcement = Notification(rawValue: 1008)
    public static let pageScrolled = Notification(rawValue: 1009)
  }

  /// Announces a text: screen readers read it with the next page.
  ///
  /// - Parameters:
  ///   - notification: Its kind does not matter: the next page is another screen in any case.
  ///   - argument: The text. A view has no effect: focus a field with `becomeFirstResponder()`.
  public static func post(notification: Notification, argument: Any?) {
    let text = (argument as? NSAttributedString)?.string ?? argument as? String
    if let text, !text.isEmpty { UIApplication.shared.addNote(.announcement(text)) }
  }

  public static var isVoiceOverRunning: Bool { false }
  public static var isSwitchControlRunning: Bool { false }
  public static var isAssistiveTouchRunning: Bool { false }
  public static var isReduceMotionEnabled: Bool { false }
  public static var prefersCrossFadeTransitions: Bool { false }
  public static var isReduceTransparencyEnabled: Bool { false }
  public static var isDarkerSystemColorsEnabled: Bool { false }
  public static var isBoldTextEnabled: Bool { false }
  public static var isInvertColorsEnabled: Bool { false }
  public static var isGrayscaleEnabled: Bool { false }
  public static var isMonoAudioEnabled: Bool { false }
  public static var isClosedCaptioningEnabled: Bool { false }
  public static var isGuidedAccessEnabled: Bool { false }
  public static var isOnOffSwitchLabelsEnabled: Bool { false }
  public static var isShakeToUndoEnabled: Bool { false }
  public static var isVideoAutoplayEnabled: Bool { false }
  public static var shouldDifferentiateWithoutColor: Bool { false }

  private static func name(_ event: String) -> NSNotification.Name {
    NSNotification.Name("UIAccessibility\(event)Notification")
  }

  /// Never posted, as the following ones.
  public static let voiceOverStatusDidChangeNotification = name("VoiceOverStatusDidChange")
  public static let switchControlStatusDidChangeNotification = name("SwitchControlStatusDidChange")
  public static let reduceMotionStatusDidChangeNotification = name("ReduceMotionStatusDidChange")
  public static let reduceTransparencyStatusDidChangeNotification = name("ReduceTransparencyStatusDidChange")
  public static let boldTextStatusDidChangeNotification = name("BoldTextStatusDidChange")
  public static let darkerSystemColorsStatusDidChangeNotification = name("DarkerSystemColorsStatusDidChange")
  public static let announcementDidFinishNotification = name("AnnouncementDidFinish")
  public static let elementFocusedNotification = name("ElementFocused")
}

// swift-format-ignore-file
// Because each name has one line.

public import Foundation

// The names of UIKit that change nothing on a page: apps compile, and read back what they set. A browser scrolls, zooms and
// highlights by itself, and the page has its own look of presses. What an app's class may override is in its class, with the
// wrapper `Unused`. Those of lists and controllers are beside them.

// MARK: - Views

extension UIView {
  public var insetsLayoutMarginsFromSafeArea: Bool { get { kept(true) } set { keep(newValue) } }
  public var isExclusiveTouch: Bool { get { kept(false) } set { keep(newValue) } }
  public var preservesSuperviewLayoutMargins: Bool { get { kept(false) } set { keep(newValue) } }
  public var tintAdjustmentMode: TintAdjustmentMode { get { kept(.automatic) } set { keep(newValue) } }
  /// Default: the number of pixels in a point of the screen.
  public var contentScaleFactor: CGFloat { get { kept(traitCollection.displayScale) } set { keep(newValue) } }
  public var restorationIdentifier: String? { get { kept(nil) } set { keep(newValue) } }
  public var motionEffects: [UIMotionEffect] { get { kept([]) } set { keep(newValue) } }
  public var showsLargeContentViewer: Bool { get { kept(false) } set { keep(newValue) } }
  public var largeContentTitle: String? { get { kept(nil) } set { keep(newValue) } }
  public var largeContentImage: UIImage? { get { kept(nil) } set { keep(newValue) } }
  public func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }
  public func removeMotionEffect(_ effect: UIMotionEffect) { motionEffects.removeAll { $0 === effect } }
  public enum TintAdjustmentMode: Int, Sendable { case automatic, normal, dimmed }
}

extension UIScrollView {
  public var alwaysBounceVertical: Bool { get { kept(false) } set { keep(newValue) } }
  public var alwaysBounceHorizontal: Bool { get { kept(false) } set { keep(newValue) } }
  public var isDirectionalLockEnabled: Bool { get { kept(false) } set { keep(newValue) } }
  public var scrollsToTop: Bool { get { kept(true) } set { keep(newValue) } }
  public var keyboardDismissMode: KeyboardDismissMode { get { kept(.none) } set { keep(newValue) } }
  public var indicatorStyle: IndicatorStyle { get { kept(.default) } set { keep(newValue) } }
  public var decelerationRate: DecelerationRate { get { kept(.normal) } set { keep(newValue) } }
  public var scrollIndicatorInsets: UIEdgeInsets { get { kept(.zero) } set { keep(newValue) } }
  public var verticalScrollIndicatorInsets: UIEdgeInsets { get { scrollIndicatorInsets } set { scrollIndicatorInsets = newValue } }
  public var horizontalScrollIndicatorInsets: UIEdgeInsets { get { scrollIndicatorInsets } set { scrollIndicatorInsets = newValue } }
  public var automaticallyAdjustsScrollIndicatorInsets: Bool { get { kept(true) } set { keep(newValue) } }
  public var bouncesZoom: Bool { get { kept(true) } set { keep(newValue) } }
  public var delaysContentTouches: Bool { get { kept(true) } set { keep(newValue) } }
  public var canCancelContentTouches: Bool { get { kept(true) } set { keep(newValue) } }
  public func flashScrollIndicators() {}
}

extension UILabel {
  public var baselineAdjustment: UIBaselineAdjustment { get { kept(.alignBaselines) } set { keep(newValue) } }
  public var allowsDefaultTighteningForTruncation: Bool { get { kept(false) } set { keep(newValue) } }
  public var lineBreakStrategy: NSParagraphStyle.LineBreakStrategy { get { kept([]) } set { keep(newValue) } }
  public var showsExpansionTextWhenTruncated: Bool { get { kept(false) } set { keep(newValue) } }
}

// MARK: - Controls and fields

extension UIButton {
  public var adjustsImageWhenHighlighted: Bool { get { kept(true) } set { keep(newValue) } }
  public var showsTouchWhenHighlighted: Bool { get { kept(false) } set { keep(newValue) } }
  public var reversesTitleShadowWhenHighlighted: Bool { get { kept(false) } set { keep(newValue) } }
  public var isPointerInteractionEnabled: Bool { get { kept(false) } set { keep(newValue) } }
}

extension UIStepper {
  // Each step sends `valueChanged`.
  public var isContinuous: Bool { get { kept(true) } set { keep(newValue) } }
}

extension UISegmentedControl {
  public func setDividerImage(_ dividerImage: UIImage?, forLeftSegmentState leftState: State, rightSegmentState rightState: State, barMetrics: UIBarMetrics) {}
}

extension UITextInputTraits {
  public var smartQuotesType: UITextSmartQuotesType { get { inputOfTraits.kept(.default) } set { inputOfTraits.keep(newValue) } }
  public var smartDashesType: UITextSmartDashesType { get { inputOfTraits.kept(.default) } set { inputOfTraits.keep(newValue) } }
  public var smartInsertDeleteType: UITextSmartInsertDeleteType { get { inputOfTraits.kept(.default) } set { inputOfTraits.keep(newValue) } }
  public var keyboardAppearance: UIKeyboardAppearance { get { inputOfTraits.kept(.default) } set { inputOfTraits.keep(newValue) } }
  /// The return key is always enabled, because the server does not receive single keys.
  public var enablesReturnKeyAutomatically: Bool { get { inputOfTraits.kept(false) } set { inputOfTraits.keep(newValue) } }
}

public enum UITextSmartQuotesType: Int, Sendable { case `default`, no, yes }
public enum UITextSmartDashesType: Int, Sendable { case `default`, no, yes }
public enum UITextSmartInsertDeleteType: Int, Sendable { case `default`, no, yes }
public enum UIKeyboardAppearance: Int, Sendable {
  case `default`, dark, light
  public static var alert: UIKeyboardAppearance { .dark }
}

extension UITextField {
  public var adjustsFontSizeToFitWidth: Bool { get { kept(false) } set { keep(newValue) } }
  public var minimumFontSize: CGFloat { get { kept(0) } set { keep(newValue) } }
  public var allowsEditingTextAttributes: Bool { get { kept(false) } set { keep(newValue) } }
  public var clearsOnInsertion: Bool { get { kept(false) } set { keep(newValue) } }
  /// Set the background of the field, or of a view behind it.
  public var background: UIImage? { get { kept(nil) } set { keep(newValue) } }
  public var disabledBackground: UIImage? { get { kept(nil) } set { keep(newValue) } }
}

extension UITextView {
  public var allowsEditingTextAttributes: Bool { get { kept(false) } set { keep(newValue) } }
  public var clearsOnInsertion: Bool { get { kept(false) } set { keep(newValue) } }
  /// Add the attribute `.link` to the parts of the text that are links.
  public var dataDetectorTypes: UIDataDetectorTypes { get { kept([]) } set { keep(newValue) } }
}

public struct UIDataDetectorTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
  public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
  public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
  public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
  public static let all = UIDataDetectorTypes(rawValue: .max)
}

// MARK: - Bars

extension UINavigationBar {
  public var compactAppearance: UINavigationBarAppearance? { get { kept(nil) } set { keep(newValue) } }
  public var compactScrollEdgeAppearance: UINavigationBarAppearance? { get { kept(nil) } set { keep(newValue) } }
  public var shadowImage: UIImage? { get { kept(nil) } set { keep(newValue) } }
  public var backIndicatorImage: UIImage? { get { kept(nil) } set { keep(newValue) } }
  public var backIndicatorTransitionMaskImage: UIImage? { get { kept(nil) } set { keep(newValue) } }
}

extension UITabBar {
  public var shadowImage: UIImage? { get { kept(nil) } set { keep(newValue) } }
  public var selectionIndicatorImage: UIImage? { get { kept(nil) } set { keep(newValue) } }
  public var itemPositioning: ItemPositioning { get { kept(.automatic) } set { keep(newValue) } }
  public var itemWidth: CGFloat { get { kept(0) } set { keep(newValue) } }
  public var itemSpacing: CGFloat { get { kept(0) } set { keep(newValue) } }
}

extension UIToolbar {
  public var compactAppearance: UIToolbarAppearance? { get { kept(nil) } set { keep(newValue) } }
  public func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {}
}

extension UISearchBar {
  public var isTranslucent: Bool { get { kept(true) } set { keep(newValue) } }
}

// MARK: - Gestures

extension UIGestureRecognizer {
  public var allowedTouchTypes: [NSNumber] { get { kept([]) } set { keep(newValue) } }
  public var allowedPressTypes: [NSNumber] { get { kept([]) } set { keep(newValue) } }
  public var requiresExclusiveTouchType: Bool { get { kept(true) } set { keep(newValue) } }
  public var delaysTouchesEnded: Bool { get { kept(true) } set { keep(newValue) } }
}

// MARK: - The application and the device

extension UIApplication {
  public var isNetworkActivityIndicatorVisible: Bool { get { false } set {} }
  public func beginIgnoringInteractionEvents() {}
  public func endIgnoringInteractionEvents() {}
  public var isIgnoringInteractionEvents: Bool { false }
}

extension UIDevice {
  public var batteryLevel: Float { -1 }
  public var batteryState: BatteryState { .unknown }
  public var proximityState: Bool { false }
  public var isMultitaskingSupported: Bool { true }
  public func beginGeneratingDeviceOrientationNotifications() {}
  public func endGeneratingDeviceOrientationNotifications() {}
  public var isGeneratingDeviceOrientationNotifications: Bool { true }
  public func playInputClick() {}
  public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }
}

// MARK: - Effects

/// Changes of views when the device moves: a page does not know how its device moves.
open class UIMotionEffect: NSObject {
  open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }
}

open class UIInterpolatingMotionEffect: UIMotionEffect {
  public enum EffectType: Int, Sendable { case tiltAlongHorizontalAxis, tiltAlongVerticalAxis }

  public final let keyPath: String
  public final let type: EffectType
  open var minimumRelativeValue, maximumRelativeValue: Any?

  public init(keyPath: String, type: EffectType) { (self.keyPath, self.type) = (keyPath, type) }
}

open class UIMotionEffectGroup: UIMotionEffect {
  open var motionEffects: [UIMotionEffect]?
}

/// Content on a blur has its own colours.
open class UIVibrancyEffect: UIVisualEffect {
  public init(blurEffect: UIBlurEffect) {}
  public init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) {}
}

public enum UIVibrancyEffectStyle: Int, Sendable {
  case label, secondaryLabel, tertiaryLabel, quaternaryLabel, fill, secondaryFill, tertiaryFill, separator
}

// MARK: - Colours and calendars

extension UIColorWell {
  public var supportsAlpha: Bool { get { kept(true) } set { keep(newValue) } }
}

extension UICalendarView {
  public var fontDesign: UIFontDescriptor.SystemDesign { get { kept(.default) } set { keep(newValue) } }
  public var wantsDateDecorations: Bool { get { kept(true) } set { keep(newValue) } }
  public var visibleDateComponents: DateComponents { get { kept(DateComponents()) } set { keep(newValue) } }
  public func setVisibleDateComponents(_ dateComponents: DateComponents, animated: Bool) { visibleDateComponents = dateComponents }
  public func reloadDecorations(forDateComponents dates: [DateComponents], animated: Bool) {}
}

extension UICalendarSelection {
  public func updateSelectableDates() {}
}

// MARK: - Delegates

// What nothing calls: a server does not know of scrolling, of selected text, nor when a user leaves a page.

extension UIApplicationDelegate {
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
}

extension UISceneDelegate {
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

extension UIScrollViewDelegate {
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}

extension UITextViewDelegate {
  public func textView(_ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment, in characterRange: NSRange, interaction: UITextItemInteraction) -> Bool { true }
  public func textViewDidChangeSelection(_ textView: UITextView) {}
}

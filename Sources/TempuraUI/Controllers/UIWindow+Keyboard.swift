package import Foundation

extension UIWindow {
  private struct Keyboard: RarePropertyGroup {
    var height: CGFloat = 0
  }

  /// Posts the notifications of a keyboard that covers the lower part of the window on a live page, or no longer does.
  package final func adoptKeyboard(height: CGFloat) {
    let (old, new) = (rareProperties[Keyboard.self].height, min(max(height, 0), bounds.height))
    guard new != old, height.isFinite else { return }
    rareProperties[Keyboard.self].height = new
    func frame(_ height: CGFloat) -> NSValue {
      // Below the window, it has the size that it has above.
      let size = CGSize(width: bounds.width, height: height > 0 ? height : max(old, new))
      return NSValue(cgRect: CGRect(origin: CGPoint(x: 0, y: bounds.height - height), size: size))
    }
    let info: [AnyHashable: Any] = [
      UIResponder.keyboardFrameBeginUserInfoKey: frame(old), UIResponder.keyboardFrameEndUserInfoKey: frame(new),
      UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: 0.25),
      UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: UIView.AnimationCurve.easeInOut.rawValue),
      UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
    ]
    var names = [Self.keyboardWillChangeFrameNotification, Self.keyboardDidChangeFrameNotification]
    if new == 0 { names = [Self.keyboardWillHideNotification] + names + [Self.keyboardDidHideNotification] }
    if old == 0 { names = [Self.keyboardWillShowNotification] + names + [Self.keyboardDidShowNotification] }
    for name in names { NotificationCenter.default.post(name: name, object: nil, userInfo: info) }
  }
}

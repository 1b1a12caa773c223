// Takes the place of PinLayout's file of this name, which exchanges methods for systems before iOS 11. `tempura move` copies it.

import UIKit

public protocol PinSafeAreaInsetsUpdate {
  func safeAreaInsetsDidChange()
}

enum PinSafeArea {
  static var safeAreaInsetsDidChangeMode = PinSafeAreaInsetsDidChangeMode.disable
  static func initSafeAreaSupport() {}
}

extension UIView {
  func pinlayoutComputeSafeAreaInsets() -> UIEdgeInsets { safeAreaInsets }
}

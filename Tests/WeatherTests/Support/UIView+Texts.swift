import UIKit

extension UIView {
  /// The texts of the visible labels, in their order, without the titles of buttons.
  var texts: [String] {
    guard !isHidden, !(self is UIButton) else { return [] }
    guard let label = self as? UILabel else { return subviews.flatMap(\.texts) }
    return label.text.map { [$0] } ?? []
  }
}

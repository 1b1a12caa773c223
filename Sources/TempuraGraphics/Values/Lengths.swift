package import Foundation
internal import TextLayout

// Lengths come from apps, which may compute infinite or undefined ones. These are counted as 0.

extension Double {
  /// A number of any type.
  init?(any value: Any) {
    guard let number = (value as? NSNumber)?.doubleValue ?? (value as? CGFloat).map({ Double($0) }) else { return nil }
    self = number
  }
}

extension CGFloat {
  /// The distance within the limits of a page: at most a million points in either direction.
  package var saneDistance: CGFloat { isFinite ? Swift.min(Swift.max(self, -1e6), 1e6) : 0 }

  /// The length within the limits of a page: from 0 to a million points.
  package var saneLength: CGFloat { Swift.max(saneDistance, 0) }

  /// The length rounded to pixels of a phone, of which a point has three.
  package func roundedToPixel(_ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> CGFloat {
    CGFloat(Double(self).roundedToPixel(rule))
  }
}

extension CGSize {
  /// The size within the limits of a page.
  package var sane: CGSize { CGSize(width: width.saneLength, height: height.saneLength) }
}

extension UIEdgeInsets {
  /// The insets within the limits of a page. They may be negative.
  package var sane: UIEdgeInsets {
    UIEdgeInsets(
      top: top.saneDistance, left: left.saneDistance, bottom: bottom.saneDistance, right: right.saneDistance)
  }
}

internal import Foundation

// On a framed page each view has a frame. A view that the app does not place stands below the one before it.

extension UIView {
  /// Gives the subviews that the app does not place their frames.
  final func placeRemainingSubviews() {
    guard !subviews.isEmpty, isOnFramedPage, stacksSubviews else { return }
    // The style sheet keeps a screen that flows clear of bars, too.
    let room =
      managingViewController == nil ? CGRect(origin: .zero, size: bounds.size) : bounds.inset(by: safeAreaInsets)
    var y = room.minY
    for view in subviews where view.isUnplaced && !view.isHidden {
      let isWhole = view.managingViewController != nil || view is UIContentUnavailableView
      let size = view.sizeInColumn(width: room.width, remaining: room.maxY - y).sane
      let x = isRightToLeft ? room.maxX - size.width : room.minX
      view.setLaidOutFrame(isWhole ? bounds : CGRect(origin: CGPoint(x: x, y: y), size: size))
      if !isWhole { y += size.height }
    }
    guard y > room.minY, let scrollView = self as? UIScrollView, !subviews.contains(where: { $0.frameUse == .assigned })
    else { return }
    let size = CGSize(width: room.width, height: y)
    if scrollView.contentSize != size { scrollView.contentSize = size }
  }

  private var isUnplaced: Bool { frameUse != .assigned && !isLaidOutWithSuperview }

  /// Whether the subviews stand one below the other: in the app's own views, and in plain ones. Others lay out their parts.
  private var stacksSubviews: Bool {
    switch self {
    case let control as UIControl: control.isAppsOwn && !ClassNames.isFrameworkClass(type(of: self))
    case is UILabel, is UITextView, is UIImageView, is UIStackView, is SectionedList, is UITableViewCell,
      is UITableViewHeaderFooterView, is UICollectionReusableView, is UIVisualEffectView, is UINavigationBar,
      is UIToolbar, is UITabBar, is UIWindow:
      false
    case is CellContentView, is ItemContentView:
      (superview as? any RowLabels)?.hasLabels != true && superview?.configuredContentView == nil
    default:
      type(of: self) == UIView.self || type(of: self) == UIScrollView.self
        || !ClassNames.isFrameworkClass(type(of: self))
    }
  }

  private func sizeInColumn(width: CGFloat, remaining: CGFloat) -> CGSize {
    if viewFlags.contains(.isSizedToFit) { return sizeThatFits(.zero) }
    if self is UIScrollView, !(self is UITextView) { return CGSize(width: width, height: max(remaining, 0)) }
    var size = neededSize(width: width)
    // Texts, and containers, are as wide as there is room. Controls have their own width.
    if !(self is UIControl) || self is UITextField || self is UISegmentedControl || size.width <= 0 {
      size.width = width
    }
    return size
  }
}

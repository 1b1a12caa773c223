internal import Foundation

// On a framed page each view has a frame. A view that the app does not place stands below the one before it.

extension UIView {
  /// Gives the subviews that the app does not place their frames.
  final func placeRemainingSubviews() {
    guard !subviews.isEmpty, isOnFramedPage, stacksSubviews else { return }
    // The style sheet keeps a screen that flows clear of bars, too.
    let room =
      manager == nil ? CGRect(origin: .zero, size: bounds.size) : bounds.inset(by: safeAreaInsets)
    var y = room.minY
    for view in subviews where view.isUnplaced && !view.isHidden {
      let isWhole = view.coversSuperview
      let size = view.sizeInColumn(width: room.width, remaining: room.maxY - y).sane
      let x = isRightToLeft ? room.maxX - size.width : room.minX
      view.setLaidOutFrame(isWhole ? bounds : CGRect(origin: CGPoint(x: x, y: y), size: size))
      if !isWhole { y += size.height }
    }
    guard y > room.minY, let scrollView = self as? UIScrollView, !subviews.contains(where: { $0.frameUse == .assigned })
    else { return }
    scrollView.layOut(contentSize: CGSize(width: room.width, height: y))
  }

  private var isUnplaced: Bool { frameUse != .assigned && !isLaidOutWithSuperview }

  private func sizeInColumn(width: CGFloat, remaining: CGFloat) -> CGSize {
    if viewFlags.contains(.isSizedToFit) { return sizeThatFits(.zero) }
    if fillsColumn { return CGSize(width: width, height: max(remaining, 0)) }
    var size = neededSize(width: width)
    // Texts, and containers, are as wide as there is room. Controls have their own width.
    if isAsWideAsColumn || size.width <= 0 { size.width = width }
    return size
  }
}

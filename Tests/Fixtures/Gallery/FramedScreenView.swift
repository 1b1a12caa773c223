import UIKit

/// A screen that is laid out by frames: the last event at the top, and examples that scroll below it.
class FramedScreenView: ExampleView {
  let scrollView = UIScrollView()

  /// The distance of the content to the sides of the screen, in points.
  let margin: CGFloat = 16

  override final func setup() {
    super.setup()
    addSubview(scrollView)
    addExamples()
  }

  override func style() {
    super.style()
    backgroundColor = .systemBackground
    lastEvent.numberOfLines = 0
    scrollView.alwaysBounceVertical = true
  }

  override func update(oldModel: ScreenModel?) {
    super.update(oldModel: oldModel)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width - 2 * margin
    lastEvent.frame = CGRect(
      x: margin, y: safeAreaInsets.top + 12, width: width, height: lastEvent.height(forWidth: width))
    let top = lastEvent.isHidden ? safeAreaInsets.top : lastEvent.frame.maxY + 12
    scrollView.frame = CGRect(x: 0, y: top, width: bounds.width, height: max(0, bounds.height - top))
    let height = layOutExamples(width: bounds.width)
    scrollView.contentSize = CGSize(width: bounds.width, height: height + safeAreaInsets.bottom)
  }

  /// Places the examples in the scroll view. Override it.
  ///
  /// - Parameter width: The width of the screen, in points.
  /// - Returns: The height of the content.
  func layOutExamples(width: CGFloat) -> CGFloat { 0 }
}

extension UIView {
  /// The height that the view needs at a width, in points.
  func height(forWidth width: CGFloat) -> CGFloat {
    sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height.rounded(.up)
  }
}

extension UILabel {
  /// A label with any number of lines.
  convenience init(_ text: String, font: UIFont, color: UIColor = .label) {
    self.init(frame: .zero)
    self.text = text
    self.font = font
    textColor = color
    numberOfLines = 0
  }
}

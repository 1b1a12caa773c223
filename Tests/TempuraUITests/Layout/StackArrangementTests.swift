import Foundation
import Testing

@testable import TempuraUI

/// The frames that a stack gives its arranged subviews.
@Suite struct StackArrangementTests {
  /// A view with a size of its own.
  private final class Box: UIView {
    let size: CGSize
    init(_ width: CGFloat, _ height: CGFloat) {
      size = CGSize(width: width, height: height)
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { fatalError() }
    override var intrinsicContentSize: CGSize { size }
  }

  private func stack(
    _ views: UIView..., width: CGFloat = 300, height: CGFloat = 100, change: (UIStackView) -> Void = { _ in }
  ) -> UIStackView {
    let stack = UIStackView(arrangedSubviews: views)
    change(stack)
    stack.frame = CGRect(x: 0, y: 0, width: width, height: height)
    stack.layoutIfNeeded()
    return stack
  }

  private func frames(_ stack: UIStackView) -> [CGRect] { stack.arrangedSubviews.map(\.frame) }

  @Test func viewsFillARow() {
    let spacer = UIView()
    let row = stack(Box(50, 20), spacer, Box(30, 40)) { $0.spacing = 10 }
    #expect(row.arrangedSubviews.map(\.frame.minX) == [0, 60, 270])
    #expect(row.arrangedSubviews.map(\.frame.width) == [50, 200, 30])
    #expect(row.arrangedSubviews.allSatisfy { $0.frame.height == 100 && $0.hasAssignedFrame })
    #expect(css(spacer).hasPrefix("position:absolute;left:3.75rem;top:0;width:12.5rem;height:6.25rem;"))
  }

  @Test func priorityDecidesWhichViewGrowsAndWhichShrinks() {
    let (first, second) = (Box(50, 20), Box(50, 20))
    second.setContentHuggingPriority(.required, for: .horizontal)
    let row = stack(first, second)
    #expect(row.arrangedSubviews.map(\.frame.width) == [250, 50])
    first.setContentCompressionResistancePriority(.required, for: .horizontal)
    row.frame.size.width = 80
    row.layoutIfNeeded()
    #expect(row.arrangedSubviews.map(\.frame.width) == [50, 30])
  }

  @Test func alignmentsPlaceViewsAcrossTheAxis() {
    func tops(_ alignment: UIStackView.Alignment) -> [CGFloat] {
      frames(stack(Box(50, 20), Box(50, 60)) { $0.alignment = alignment }).map(\.minY)
    }
    #expect(tops(.top) == [0, 0] && tops(.center) == [40, 20] && tops(.bottom) == [80, 40])
    let (small, large) = (label("x"), label("x"))
    small.font = .systemFont(ofSize: 12)
    large.font = .systemFont(ofSize: 30)
    let row = frames(stack(small, large) { $0.alignment = .firstBaseline })
    #expect(abs(row[0].minY + small.font.ascender - row[1].minY - large.font.ascender) < 0.34, "to a pixel")
  }

  @Test func distributionsShareTheLength() {
    func spans(_ distribution: UIStackView.Distribution, _ views: UIView...) -> [[CGFloat]] {
      let stack = UIStackView(arrangedSubviews: views)
      stack.distribution = distribution
      stack.frame = CGRect(x: 0, y: 0, width: 300, height: 10)
      stack.layoutIfNeeded()
      return frames(stack).map { [$0.minX, $0.width] }
    }
    #expect(spans(.fillEqually, Box(10, 10), Box(50, 10), UIView()) == [[0, 100], [100, 100], [200, 100]])
    #expect(spans(.fillProportionally, Box(50, 10), Box(100, 10)) == [[0, 100], [100, 200]])
    #expect(spans(.equalSpacing, Box(50, 10), Box(50, 10), Box(100, 10)) == [[0, 50], [100, 50], [200, 100]])
    #expect(spans(.equalCentering, Box(20, 10), Box(40, 10), Box(20, 10)) == [[0, 20], [130, 40], [280, 20]])
  }

  @Test func marginsSpacesAndHiddenViewsCount() {
    let (first, hidden, last) = (Box(50, 20), Box(50, 20), Box(50, 20))
    hidden.isHidden = true
    let column = stack(first, hidden, last, width: 100, height: 200) {
      $0.axis = .vertical
      $0.alignment = .leading
      $0.distribution = .equalSpacing
      $0.isLayoutMarginsRelativeArrangement = true
      $0.layoutMargins = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
    }
    #expect(first.frame == CGRect(x: 20, y: 10, width: 40, height: 20))
    #expect(last.frame.maxY == 170)
    column.distribution = .fill
    column.setCustomSpacing(12, after: first)
    column.layoutIfNeeded()
    #expect(last.frame.minY == 42 && last.frame.maxY == 170)
  }

  @Test func aHiddenStackTakesNoRoomWhateverIsInIt() {
    let tile = UIView()
    let inner = UIStackView(arrangedSubviews: [tile, Box(30, 10)])
    inner.isHidden = true
    NSLayoutConstraint.activate([
      tile.widthAnchor.constraint(equalToConstant: 40), inner.heightAnchor.constraint(equalToConstant: 70),
    ])
    let row = stack(Box(50, 20), inner, Box(30, 20)) { $0.distribution = .equalSpacing }
    #expect(row.arrangedSubviews.last?.frame == CGRect(x: 270, y: 0, width: 30, height: 100))
    #expect(row.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 80, height: 20))
  }

  @Test func constraintsSizeArrangedSubviews() {
    let (icon, rest) = (UIView(), UIView())
    icon.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      icon.widthAnchor.constraint(equalToConstant: 40), icon.heightAnchor.constraint(equalTo: icon.widthAnchor),
    ])
    let row = stack(icon, rest) { $0.alignment = .center }
    #expect(icon.frame == CGRect(x: 0, y: 30, width: 40, height: 40))
    #expect(rest.frame.width == 260 && css(icon).contains("left:0;top:1.875rem;width:2.5rem;height:2.5rem;"))
    for view in row.arrangedSubviews { #expect(view.hasAssignedFrame) }
  }

  @Test func aRowReadsFromTheRight() {
    let row = stack(Box(50, 20), Box(30, 20)) {
      $0.distribution = .equalSpacing
      $0.semanticContentAttribute = .forceRightToLeft
    }
    #expect(row.arrangedSubviews.map(\.frame.minX) == [250, 0])
  }

  @Test func stacksInAStackAreArrangedToo() {
    let inner = UIStackView(arrangedSubviews: [Box(10, 10), Box(10, 10)])
    inner.axis = .vertical
    inner.spacing = 5
    let box = Box(50, 20)
    box.setContentHuggingPriority(.defaultHigh, for: .horizontal)
    let row = stack(box, inner) { $0.alignment = .center }
    #expect(inner.frame == CGRect(x: 50, y: 37 + 2.0 / 3, width: 250, height: 25))
    #expect(inner.arrangedSubviews.map(\.frame.minY) == [0, 15])
    #expect(row.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 60, height: 25))
  }

  @Test func aLabelOfSeveralLinesDecidesTheHeightWithinTheMargins() {
    let text = label("one two three four five six seven eight nine ten eleven twelve")
    text.numberOfLines = 0
    let column = UIStackView(arrangedSubviews: [text, Box(10, 10)])
    column.axis = .vertical
    column.spacing = 4
    column.isLayoutMarginsRelativeArrangement = true
    column.layoutMargins = UIEdgeInsets(top: 1, left: 50, bottom: 2, right: 50)
    let height = text.sizeThatFits(CGSize(width: 100, height: 0)).height
    #expect(height > 2 * text.font.lineHeight)
    let size = column.systemLayoutSizeFitting(
      CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size.height == height + 17)
  }

  @Test func aStackThatFlowsPlacesNothing() {
    let (first, second) = (Box(50, 20), UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4)))
    let row = UIStackView(arrangedSubviews: [first, second])
    row.setFlowingFrame(CGRect(x: 0, y: 0, width: 300, height: 100))
    row.layoutIfNeeded()
    #expect(!css(first).contains("position") && !css(second).contains("position"))
    row.frame = CGRect(x: 0, y: 0, width: 320, height: 100)
    row.layoutIfNeeded()
    #expect(first.hasAssignedFrame)
  }
}

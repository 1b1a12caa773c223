import Foundation
import Testing

@testable import TempuraUI

/// Constraints in containers that contain something besides their subviews.
@Suite struct ContainerTests {
  private final class Card: UIControl {}

  private func edges(_ view: UIView, of other: UIView) -> [NSLayoutConstraint] {
    sides(view, of: other) + [
      view.topAnchor.constraint(equalTo: other.topAnchor), view.bottomAnchor.constraint(equalTo: other.bottomAnchor),
    ]
  }

  @Test func anAppsControlIsAsHighAsItsConstrainedContent() {
    let content = label()
    let card = laidOut(content, in: Card()) { edges(content, of: $0) }
    #expect(style("display", of: card) == "grid")
    #expect(style("grid-area", of: content) == "1/1/2/2")
    #expect(style("position", of: content) == "relative", "it is above the button that covers the control")
  }

  @Test func aControlWithALayerKeepsTheConstraintsBetweenItsSubviews() {
    let (card, text, mark) = (Card(), label(), UIView())
    card.layer.insertSublayer(CAGradientLayer(), at: 0)
    _ = laidOut(text, mark, in: card) { card in
      [
        text.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16),
        text.trailingAnchor.constraint(lessThanOrEqualTo: mark.leadingAnchor, constant: -8),
        mark.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -12),
        mark.widthAnchor.constraint(equalToConstant: 20), text.topAnchor.constraint(equalTo: card.topAnchor),
        mark.topAnchor.constraint(equalTo: card.topAnchor),
      ]
    }
    #expect(style("grid-area", of: text)?.hasSuffix("/2") == true)
    #expect(style("margin-inline", of: text) == "16px 0")
    #expect(style("grid-area", of: mark)?.hasSuffix("/3") == true)
    #expect(style("margin-inline", of: mark) == "8px 12px")
    #expect(style("grid-template-columns", of: card) == "fit-content(70%) minmax(40px,1fr)")
  }

  @Test func contentOfAScrollViewIsNotStretchedToItsHeight() {
    let (scrollView, content) = (UIScrollView(), label())
    _ = laidOut(content, height: 700, in: scrollView) {
      edges(content, of: $0) + [content.widthAnchor.constraint(equalTo: $0.widthAnchor)]
    }
    #expect(style("grid-template-rows", of: scrollView) == "auto")
    #expect(style("align-content", of: scrollView) == "start")
    #expect(content.frame.height < 30)
  }

  @Test func contentOfAScrollViewCanBeAtLeastAsHighAsIt() {
    let (scrollView, content) = (UIScrollView(), label())
    _ = laidOut(content, height: 700, in: scrollView) {
      edges(content, of: $0) + [content.heightAnchor.constraint(greaterThanOrEqualTo: $0.heightAnchor)]
    }
    #expect(style("grid-template-rows", of: scrollView) == "minmax(auto,1fr)")
    #expect(content.frame.height == 700)
  }

  @Test func contentBetweenTheSidesOfTheVisibleAreaIsNoWider() {
    let scrollView = UIScrollView()
    let content = label(Array(repeating: "words", count: 40).joined(separator: " "))
    content.numberOfLines = 0
    _ = laidOut(content, height: 700, in: scrollView) { _ in
      [
        content.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
        content.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
        content.leadingAnchor.constraint(equalTo: scrollView.frameLayoutGuide.leadingAnchor, constant: 16),
        content.trailingAnchor.constraint(equalTo: scrollView.frameLayoutGuide.trailingAnchor, constant: -16),
      ]
    }
    #expect(style("grid-template-columns", of: scrollView) == "minmax(0,1fr)")
    #expect(content.frame.width == 358)
  }

  @Test func aRowIsAsHighAsTheViewsThatFillIt() {
    let (progress, button, area) = (UIProgressView(), UIButton(type: .close), UIView())
    let container = laidOut(progress, button, area, height: 700) { container in
      [
        progress.topAnchor.constraint(equalTo: container.topAnchor, constant: 8),
        progress.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        progress.trailingAnchor.constraint(equalTo: button.leadingAnchor),
        button.topAnchor.constraint(equalTo: container.topAnchor),
        button.trailingAnchor.constraint(equalTo: container.trailingAnchor),
        area.topAnchor.constraint(equalTo: button.bottomAnchor),
        area.bottomAnchor.constraint(equalTo: container.bottomAnchor),
      ] + sides(area, of: container)
    }
    #expect(style("grid-template-rows", of: container) == "auto minmax(auto,1fr)")
  }

  /// A view whose bar has a frame, beside a label with constraints.
  private final class Quote: UIView {
    let bar = UIView()
    let text = label()

    override func layoutSubviews() {
      super.layoutSubviews()
      bar.frame = CGRect(x: 0, y: 0, width: 4, height: 50)
    }
  }

  @Test func aFrameThatTheFirstLayoutAssignsCountsAtOnce() {
    let quote = Quote()
    quote.addSubview(quote.bar)
    _ = laidOut(quote.text, in: quote) { edges(quote.text, of: $0) }
    #expect(quote.bar.isPositionedByFrame)
    #expect(css(quote.bar).hasPrefix("position:absolute;left:0;top:0;width:0.25rem;"))
  }

  @Test func aRowHasRoomForButtonsThatFlow() {
    let (row, button) = (UIStackView(), UIButton(type: .system))
    button.setTitle("Reply", for: .normal)
    row.addArrangedSubview(button)
    let content = laidOut(row) { edges(row, of: $0) }
    #expect(content.systemLayoutSizeFitting(CGSize(width: 390, height: 0)).height == 34)
    row.removeFromSuperview()
    row.translatesAutoresizingMaskIntoConstraints = true
    row.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    #expect(row.systemLayoutSizeFitting(CGSize(width: 390, height: 0)).height < 44, "a frame places it, and the button")
  }

  @Test func theContentOfACellHasNoDistancesBesidesThoseOfTheConstraints() {
    let (cell, content) = (UITableViewCell(), label())
    let container = laidOut(content, in: cell.contentView) { edges(content, of: $0) }
    #expect(style("gap", of: container) == "0")
  }
}

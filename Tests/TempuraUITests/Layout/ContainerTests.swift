import Foundation
import Testing

@testable import TempuraUI

/// Constraints in scroll views, cells, and containers with a size of their own.
@Suite struct ContainerTests {
  private func edges(_ view: UIView, of other: UIView) -> [NSLayoutConstraint] {
    sides(view, of: other) + [
      view.topAnchor.constraint(equalTo: other.topAnchor), view.bottomAnchor.constraint(equalTo: other.bottomAnchor),
    ]
  }

  @Test func contentOfAScrollViewHasItsOwnSize() {
    let (scrollView, content) = (UIScrollView(), UIView())
    _ = laidOut(content, height: 700, in: scrollView) {
      edges(content, of: $0) + [
        content.widthAnchor.constraint(equalTo: $0.widthAnchor), content.heightAnchor.constraint(equalToConstant: 1500),
      ]
    }
    #expect(content.frame == CGRect(x: 0, y: 0, width: 390, height: 1500))
    #expect(scrollView.contentSize == CGSize(width: 390, height: 1500))
  }

  @Test func contentOfAScrollViewCanBeAtLeastAsHighAsIt() {
    let (scrollView, content) = (UIScrollView(), label())
    _ = laidOut(content, height: 700, in: scrollView) {
      edges(content, of: $0) + [content.heightAnchor.constraint(greaterThanOrEqualTo: $0.heightAnchor)]
    }
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
    #expect(content.frame.width == 358)
    #expect(scrollView.contentSize.height == content.frame.height)
  }

  @Test func aListBetweenBarAndButtonScrollsInside() {
    let (table, button) = (UITableView(), UIButton())
    let controller = UIViewController()
    controller.additionalSafeAreaInsets.bottom = 34
    _ = laidOut(table, button, height: 844, in: controller.view) { container in
      sides(table, of: container) + sides(button, of: container, inset: 20) + [
        table.topAnchor.constraint(equalTo: container.safeAreaLayoutGuide.topAnchor),
        table.bottomAnchor.constraint(equalTo: button.topAnchor, constant: -8),
        button.heightAnchor.constraint(equalToConstant: 50),
        button.bottomAnchor.constraint(equalTo: container.safeAreaLayoutGuide.bottomAnchor),
      ]
    }
    #expect(button.frame == CGRect(x: 20, y: 760, width: 350, height: 50))
    #expect(table.frame == CGRect(x: 0, y: 0, width: 390, height: 752))
  }

  @Test func aBlurIsAsHighAsTheConstraintsInItsContentSay() {
    let (blur, button) = (UIVisualEffectView(effect: UIBlurEffect(style: .systemMaterial)), UIButton())
    button.translatesAutoresizingMaskIntoConstraints = false
    blur.contentView.addSubview(button)
    NSLayoutConstraint.activate(
      sides(button, of: blur.contentView, inset: 20) + [
        button.topAnchor.constraint(equalTo: blur.contentView.topAnchor, constant: 8),
        button.heightAnchor.constraint(equalToConstant: 50),
        button.bottomAnchor.constraint(equalTo: blur.contentView.bottomAnchor, constant: -8),
      ])
    _ = laidOut(blur, height: 300) { sides(blur, of: $0) + [blur.bottomAnchor.constraint(equalTo: $0.bottomAnchor)] }
    #expect(blur.frame == CGRect(x: 0, y: 234, width: 390, height: 66))
    #expect(button.frame == CGRect(x: 20, y: 8, width: 350, height: 50))
  }

  @Test func aFrameAndConstraintsInOneViewBothCount() {
    final class Quote: UIView {
      let bar = UIView()
      override func layoutSubviews() {
        super.layoutSubviews()
        bar.frame = CGRect(x: 0, y: 0, width: 4, height: 50)
      }
    }
    let (quote, text) = (Quote(), label())
    quote.addSubview(quote.bar)
    _ = laidOut(text, height: 50, in: quote) { edges(text, of: $0) }
    #expect(css(quote.bar).hasPrefix("position:absolute;left:0;top:0;width:0.25rem;"))
    #expect(text.frame == quote.bounds)
  }

  @Test func constraintsOfACellsSubviewsWithTheCellCount() {
    let (cell, text) = (UITableViewCell(), label())
    cell.setLaidOutFrame(CGRect(x: 0, y: 0, width: 390, height: 60))
    text.translatesAutoresizingMaskIntoConstraints = false
    cell.contentView.addSubview(text)
    NSLayoutConstraint.activate(edges(text, of: cell))
    cell.layoutIfNeeded()
    #expect(text.frame == CGRect(x: 0, y: 0, width: 390, height: 60))
  }
}

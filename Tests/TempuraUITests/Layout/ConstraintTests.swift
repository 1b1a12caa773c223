import Foundation
import Testing

@testable import TempuraUI

/// The frames that constraints give views, as in UIKit.
@Suite struct ConstraintTests {
  private let first = UIView()
  private let second = UIView()
  private let third = UIView()

  @Test func aViewThatIsPinnedFillsItsSuperviewWithinTheInsets() {
    _ = laidOut(first, height: 200) { container in
      [
        first.topAnchor.constraint(equalTo: container.topAnchor, constant: 10),
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 20),
        first.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -30),
        first.bottomAnchor.constraint(equalTo: container.bottomAnchor, constant: -40),
      ]
    }
    #expect(first.frame == CGRect(x: 20, y: 10, width: 340, height: 150))
    #expect(css(first).hasPrefix("position:absolute;left:1.25rem;top:0.625rem;width:21.25rem;height:9.375rem;"))
  }

  @Test func aViewIsCentredInItsSuperviewAndOnAnotherView() {
    _ = laidOut(first, second, height: 300) { container in
      [
        first.centerXAnchor.constraint(equalTo: container.centerXAnchor),
        first.centerYAnchor.constraint(equalTo: container.centerYAnchor, constant: -20),
        first.widthAnchor.constraint(equalToConstant: 100), first.heightAnchor.constraint(equalToConstant: 50),
        second.centerXAnchor.constraint(equalTo: first.centerXAnchor),
        second.centerYAnchor.constraint(equalTo: first.bottomAnchor),
        second.widthAnchor.constraint(equalTo: first.widthAnchor, multiplier: 0.5, constant: 10),
        second.heightAnchor.constraint(equalTo: second.widthAnchor),
      ]
    }
    #expect(first.frame == CGRect(x: 145, y: 105, width: 100, height: 50))
    #expect(second.frame == CGRect(x: 165, y: 125, width: 60, height: 60))
  }

  @Test func viewsOfDifferentDepthAreConstrainedToEachOther() {
    let inner = UIView()
    inner.translatesAutoresizingMaskIntoConstraints = false
    first.addSubview(inner)
    let container = laidOut(first, second, height: 300) { container in
      sides(first, of: container, inset: 10) + [
        first.topAnchor.constraint(equalTo: container.topAnchor, constant: 20),
        inner.topAnchor.constraint(equalTo: first.topAnchor, constant: 5),
        inner.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 50),
        inner.trailingAnchor.constraint(equalTo: second.leadingAnchor),
        inner.heightAnchor.constraint(equalToConstant: 40),
        first.bottomAnchor.constraint(equalTo: inner.bottomAnchor, constant: 7),
        second.widthAnchor.constraint(equalToConstant: 60),
        second.trailingAnchor.constraint(equalTo: container.trailingAnchor),
        second.centerYAnchor.constraint(equalTo: inner.centerYAnchor),
        second.heightAnchor.constraint(equalToConstant: 4),
      ]
    }
    #expect(container.constraints.contains { $0.firstItem === inner })
    #expect(first.frame == CGRect(x: 10, y: 20, width: 370, height: 52))
    #expect(inner.frame == CGRect(x: 40, y: 5, width: 280, height: 40))
    #expect(second.frame == CGRect(x: 330, y: 43, width: 60, height: 4))
  }

  @Test func aViewInOneWithAFrameIsConstrainedToWhatIsOutside() {
    let (outer, inner) = (UIView(frame: CGRect(x: 30, y: 40, width: 200, height: 100)), UIView())
    inner.translatesAutoresizingMaskIntoConstraints = false
    outer.addSubview(inner)
    let container = UIView()
    container.addSubview(outer)
    _ = laidOut(first, height: 300, in: container) { container in
      [
        inner.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 50),
        inner.topAnchor.constraint(equalTo: outer.topAnchor, constant: 1),
        inner.widthAnchor.constraint(equalToConstant: 10), inner.heightAnchor.constraint(equalToConstant: 10),
        first.topAnchor.constraint(equalTo: outer.bottomAnchor, constant: 8),
        first.leadingAnchor.constraint(equalTo: outer.leadingAnchor),
        first.widthAnchor.constraint(equalToConstant: 5), first.heightAnchor.constraint(equalToConstant: 5),
      ]
    }
    #expect(inner.frame == CGRect(x: 20, y: 1, width: 10, height: 10))
    #expect(first.frame == CGRect(x: 30, y: 148, width: 5, height: 5))
  }

  @Test func theViewWhoseContentHugsLeastTakesTheRest() {
    let (name, value) = (label(), label())
    name.setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
    _ = laidOut(name, value) { row($0, name, value) }
    #expect(value.frame.width == value.intrinsicContentSize.width && value.frame.maxX == 390)
    #expect(name.frame.maxX == value.frame.minX - 8)
  }

  @Test func theViewThatResistsCompressionLeastIsCut() {
    let (name, value) = (label(String(repeating: "long ", count: 30)), label("Value"))
    value.setContentCompressionResistancePriority(.defaultHigh + 1, for: .horizontal)
    _ = laidOut(name, value) { row($0, name, value) }
    #expect(value.frame.width == value.intrinsicContentSize.width && value.frame.maxX == 390)
    #expect(name.frame == CGRect(x: 0, y: 0, width: value.frame.minX - 8, height: name.intrinsicContentSize.height))
  }

  private func row(_ container: UIView, _ name: UIView, _ value: UIView) -> [NSLayoutConstraint] {
    [
      name.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      value.leadingAnchor.constraint(equalTo: name.trailingAnchor, constant: 8),
      value.trailingAnchor.constraint(equalTo: container.trailingAnchor),
    ]
  }

  @Test func widthsArePartsOfTheSuperviewsOrEqual() {
    _ = laidOut(first, second, third) { container in
      [
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 16),
        first.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: 0.5, constant: -16),
        second.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        third.leadingAnchor.constraint(equalTo: second.trailingAnchor, constant: 9),
        third.trailingAnchor.constraint(equalTo: container.trailingAnchor),
        third.widthAnchor.constraint(equalTo: second.widthAnchor, multiplier: 2),
      ]
    }
    #expect(first.frame.width == 179)
    #expect(second.frame.width == 127 && third.frame.minX == 136 && third.frame.width == 254)
  }

  @Test func aWidthThatDependsOnAHeightIsSolvedWithIt() {
    _ = laidOut(first, second) { container in
      sides(first, of: container) + [
        first.heightAnchor.constraint(equalTo: first.widthAnchor, multiplier: 0.5),
        second.heightAnchor.constraint(equalToConstant: 60),
        second.widthAnchor.constraint(equalTo: second.heightAnchor, multiplier: 1.5),
      ]
    }
    #expect(first.frame.height == 195)
    #expect(second.frame.width == 90)
  }

  @Test func aTextGetsItsWidthFirstAndThenItsHeight() {
    let text = label(String(repeating: "word ", count: 40))
    text.numberOfLines = 0
    _ = laidOut(text, first) { container in
      sides(text, of: container, inset: 100) + [
        text.topAnchor.constraint(equalTo: container.topAnchor, constant: 10),
        first.topAnchor.constraint(equalTo: text.bottomAnchor, constant: 10),
      ]
    }
    let height = text.sizeThatFits(CGSize(width: 190, height: 0)).height
    #expect(height > 100)
    #expect(text.frame == CGRect(x: 100, y: 10, width: 190, height: height))
    #expect(first.frame.minY == height + 20)
  }

  @Test func priorityDecidesBetweenConstraints() {
    _ = laidOut(first, second, height: 500) { container in
      let (wide, preferred) = (
        first.widthAnchor.constraint(equalToConstant: 1000),
        first.heightAnchor.constraint(equalTo: container.heightAnchor)
      )
      wide.priority = .defaultHigh
      preferred.priority = .defaultLow
      return [
        wide, preferred, first.widthAnchor.constraint(lessThanOrEqualTo: container.widthAnchor, constant: -40),
        first.heightAnchor.constraint(lessThanOrEqualToConstant: 300),
        first.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
        second.topAnchor.constraint(greaterThanOrEqualTo: first.bottomAnchor, constant: 8),
        second.topAnchor.constraint(greaterThanOrEqualTo: container.topAnchor, constant: 400),
        second.bottomAnchor.constraint(equalTo: container.bottomAnchor),
      ]
    }
    #expect(first.frame.size == CGSize(width: 350, height: 300))
    #expect(second.frame.minY >= 400)
  }

  @Test func aPartOfAPositionCountsFromTheSuperview() {
    let card = UIView(frame: CGRect(x: 10, y: 100, width: 200, height: 200))
    card.addSubview(first)
    first.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      NSLayoutConstraint(
        item: first, attribute: .top, relatedBy: .equal, toItem: card, attribute: .bottom, multiplier: 0.3, constant: 2),
      first.heightAnchor.constraint(equalToConstant: 7),
    ])
    card.layoutIfNeeded()
    #expect(first.frame.minY == 62)
  }

  @Test func baselinesOfARowAreLinedUp() {
    let (name, value) = (label(), label())
    value.font = .systemFont(ofSize: 34)
    _ = laidOut(name, value) { container in
      [
        value.topAnchor.constraint(equalTo: container.topAnchor),
        name.lastBaselineAnchor.constraint(equalTo: value.firstBaselineAnchor),
        first.topAnchor.constraint(equalTo: name.topAnchor),
      ]
    }
    let expected = value.font.ascender - name.font.ascender
    #expect(abs(name.frame.minY - expected) < 0.34)
  }

  @Test func framesAreWholePixels() {
    _ = laidOut(first, second, third) { container in
      [
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        second.leadingAnchor.constraint(equalTo: first.trailingAnchor),
        third.leadingAnchor.constraint(equalTo: second.trailingAnchor),
        third.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -0.05),
        second.widthAnchor.constraint(equalTo: first.widthAnchor),
        third.widthAnchor.constraint(equalTo: first.widthAnchor),
      ]
    }
    for view in [first, second, third] {
      #expect(abs((view.frame.minX * 3).rounded() - view.frame.minX * 3) < 0.0001)
      #expect(abs((view.frame.maxX * 3).rounded() - view.frame.maxX * 3) < 0.0001)
    }
  }

  @Test func marginsAndTheSafeAreaAreGuides() {
    let controller = UIViewController()
    controller.additionalSafeAreaInsets = UIEdgeInsets(top: 30, left: 0, bottom: 40, right: 5)
    controller.view.directionalLayoutMargins.leading = 24
    _ = laidOut(first, second, height: 500, in: controller.view) { container in
      [
        first.topAnchor.constraint(equalTo: container.safeAreaLayoutGuide.topAnchor, constant: 10),
        first.bottomAnchor.constraint(equalTo: container.safeAreaLayoutGuide.bottomAnchor),
        first.leadingAnchor.constraint(equalTo: container.layoutMarginsGuide.leadingAnchor),
        first.trailingAnchor.constraint(equalTo: container.layoutMarginsGuide.trailingAnchor),
        NSLayoutConstraint(
          item: second, attribute: .leading, relatedBy: .equal, toItem: container, attribute: .leadingMargin,
          multiplier: 1,
          constant: 1),
      ]
    }
    #expect(first.frame == CGRect(x: 24, y: 40, width: 390 - 24 - 25, height: 420))
    #expect(second.frame.minX == 25)
    #expect(controller.view.safeAreaLayoutGuide.layoutFrame == CGRect(x: 0, y: 30, width: 385, height: 430))
  }

  @Test func leadingIsMirroredAndLeftIsNot() {
    let container = UIView()
    container.semanticContentAttribute = .forceRightToLeft
    _ = laidOut(first, second, third, in: container) { container in
      [
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 10),
        first.widthAnchor.constraint(equalToConstant: 50),
        second.leftAnchor.constraint(equalTo: container.leftAnchor, constant: 20),
        second.widthAnchor.constraint(equalToConstant: 50),
        third.leadingAnchor.constraint(greaterThanOrEqualTo: first.trailingAnchor, constant: 5),
        third.trailingAnchor.constraint(equalTo: container.trailingAnchor),
        third.widthAnchor.constraint(greaterThanOrEqualToConstant: 300),
      ]
    }
    #expect(first.frame.maxX == 380)
    #expect(second.frame.minX == 20)
    #expect(third.frame.minX == 0 && third.frame.maxX <= 325)
  }

  @Test func positionsOfOtherAttributesAreMirroredToo() {
    let container = UIView()
    container.semanticContentAttribute = .forceRightToLeft
    _ = laidOut(first, second, in: container) { container in
      [
        first.centerXAnchor.constraint(equalTo: container.leadingAnchor, constant: 40),
        first.widthAnchor.constraint(equalToConstant: 20),
        NSLayoutConstraint(
          item: second, attribute: .leading, relatedBy: .equal, toItem: container, attribute: .trailing,
          multiplier: 0.5,
          constant: 5),
        NSLayoutConstraint(
          item: second, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .width, multiplier: 1,
          constant: 30),
      ]
    }
    #expect(first.frame.midX == 350)
    #expect(second.frame.maxX == 190 && second.frame.width == 30)
  }

  @Test func alignmentsLeaveShadowsOut() {
    final class Shadowed: UIView {
      override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4) }
    }
    let view = Shadowed()
    _ = laidOut(view, height: 100) { container in
      sides(view, of: container, inset: 10) + [
        view.topAnchor.constraint(equalTo: container.topAnchor), view.heightAnchor.constraint(equalToConstant: 50),
      ]
    }
    #expect(view.frame == CGRect(x: 8, y: -1, width: 376, height: 54))
  }

  @Test func whatStandsOverAButtonIsPlaced() {
    let (badge, button) = (label("3"), UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
    badge.translatesAutoresizingMaskIntoConstraints = false
    button.addSubview(badge)
    NSLayoutConstraint.activate([
      badge.topAnchor.constraint(equalTo: button.topAnchor, constant: 2),
      badge.trailingAnchor.constraint(equalTo: button.trailingAnchor, constant: -2),
    ])
    button.layoutIfNeeded()
    #expect(badge.frame.maxX == 48 && badge.frame.minY == 2)
  }
}

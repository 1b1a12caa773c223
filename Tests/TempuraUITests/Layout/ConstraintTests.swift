import Foundation
import Testing

@testable import TempuraUI

/// What constraints of the usual kinds become in the style sheet.
@Suite struct ConstraintTests {
  private let first = UIView()
  private let second = UIView()
  private let third = UIView()

  @Test func aViewThatIsPinnedFillsItsSuperviewWithinTheInsets() {
    let container = laidOut(first, height: 200) { container in
      [
        first.topAnchor.constraint(equalTo: container.topAnchor, constant: 10),
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 20),
        first.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -30),
        first.bottomAnchor.constraint(equalTo: container.bottomAnchor, constant: -40),
      ]
    }
    #expect(style("display", of: container) == "grid")
    #expect(style("grid-template-columns", of: container) == "minmax(0,1fr)")
    #expect(style("grid-area", of: first) == "1/1/2/2")
    #expect(style("margin-block", of: first) == "10px 40px")
    #expect(style("margin-inline", of: first) == "20px 30px")
    #expect(style("align-self", of: first) == "stretch")
    #expect(first.frame == CGRect(x: 20, y: 10, width: 340, height: 150))
  }

  @Test func aHeightIsKeptAtTheTop() {
    _ = laidOut(first, height: 200) { container in
      sides(first, of: container)
        + [
          first.topAnchor.constraint(equalTo: container.topAnchor, constant: 8),
          first.heightAnchor.constraint(equalToConstant: 60),
        ]
    }
    #expect(style("height", of: first) == "60px")
    #expect(style("align-self", of: first) == "start")
    #expect(style("justify-self", of: first) == "stretch")
    #expect(first.frame == CGRect(x: 0, y: 8, width: 390, height: 60))
  }

  @Test func aViewIsCentredInItsSuperviewAndOnAnotherView() {
    let text = label("Hi")
    _ = laidOut(first, text, height: 300) { container in
      [
        first.centerXAnchor.constraint(equalTo: container.centerXAnchor),
        first.centerYAnchor.constraint(equalTo: container.centerYAnchor, constant: -20),
        first.widthAnchor.constraint(equalToConstant: 100), first.heightAnchor.constraint(equalToConstant: 50),
        text.centerXAnchor.constraint(equalTo: first.centerXAnchor),
        text.centerYAnchor.constraint(equalTo: first.centerYAnchor),
      ]
    }
    #expect(style("justify-self", of: first) == "center")
    #expect(style("translate", of: first) == "0 -20px")
    #expect(style("width", of: first) == "100px")
    #expect(style("grid-area", of: text) == style("grid-area", of: first))
    #expect(style("translate", of: text) == "0 -20px")
    #expect(first.frame == CGRect(x: 145, y: 105, width: 100, height: 50))
  }

  @Test func whatIsBelowALabelHasARowOfItsOwn() {
    let (title, text) = (label(), label())
    let container = laidOut(title, text, first) { container in
      [title, text, first].flatMap { sides($0, of: container, inset: 16) } + [
        title.topAnchor.constraint(equalTo: container.topAnchor, constant: 8),
        text.topAnchor.constraint(equalTo: title.bottomAnchor, constant: 12),
        first.topAnchor.constraint(equalTo: text.bottomAnchor, constant: 12),
        first.bottomAnchor.constraint(equalTo: container.bottomAnchor, constant: -8),
      ]
    }
    #expect(style("grid-template-rows", of: container) == "auto auto minmax(auto,1fr)")
    #expect(style("grid-area", of: title) == "1/1/2/2")
    #expect(style("grid-area", of: text) == "2/1/3/2")
    #expect(style("margin-block", of: text) == "12px 0")
    #expect(style("grid-area", of: first) == "3/1/4/2")
    #expect(style("margin-block", of: first) == "12px 8px")
  }

  @Test func aRowGivesTheRestToTheViewWithoutASize() {
    let text = label()
    let container = laidOut(first, text) { container in
      [
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 16),
        first.widthAnchor.constraint(equalToConstant: 40),
        text.leadingAnchor.constraint(equalTo: first.trailingAnchor, constant: 12),
        text.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -16),
      ]
    }
    #expect(style("grid-template-columns", of: container) == "auto minmax(0,1fr)")
    #expect(style("margin-inline", of: text) == "12px 16px")
    #expect(text.frame.minX == 68)
    #expect(text.frame.maxX == 374)
  }

  @Test func theViewWhoseContentHugsLeastTakesTheRest() {
    let (name, value) = (label(), label())
    name.setContentHuggingPriority(.defaultLow - 1, for: .horizontal)
    let container = laidOut(name, value) { container in
      [
        name.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        value.leadingAnchor.constraint(equalTo: name.trailingAnchor, constant: 8),
        value.trailingAnchor.constraint(equalTo: container.trailingAnchor),
      ]
    }
    #expect(style("grid-template-columns", of: container) == "minmax(0,1fr) fit-content(70%)")
  }

  @Test func widthsArePartsOfTheSuperviewsOrEqual() {
    let container = laidOut(first, second, third) { container in
      [
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 16),
        first.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: 0.5, constant: -16),
        first.topAnchor.constraint(equalTo: container.topAnchor),
        second.topAnchor.constraint(equalTo: first.bottomAnchor), third.topAnchor.constraint(equalTo: second.topAnchor),
        second.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        third.leadingAnchor.constraint(equalTo: second.trailingAnchor, constant: 8),
        third.trailingAnchor.constraint(equalTo: container.trailingAnchor),
        third.widthAnchor.constraint(equalTo: second.widthAnchor, multiplier: 2),
      ]
    }
    #expect(style("grid-template-columns", of: container) == "minmax(0,1fr) minmax(0,2fr)")
    #expect(style("width", of: first) == "calc(50% + -16px)")
    #expect(style("grid-area", of: first)?.hasSuffix("/3") == true)
    #expect(first.frame.width == 179)
  }

  @Test func aRatioAndLimitsAreTheStyleSheets() {
    _ = laidOut(first, second) { container in
      sides(first, of: container) + sides(second, of: container)
        + [
          first.topAnchor.constraint(equalTo: container.topAnchor),
          first.heightAnchor.constraint(equalTo: first.widthAnchor, multiplier: 0.5),
          second.topAnchor.constraint(equalTo: first.bottomAnchor),
          second.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
          second.heightAnchor.constraint(lessThanOrEqualToConstant: 88),
        ]
    }
    #expect(style("aspect-ratio", of: first) == "2")
    #expect(first.frame.height == 195)
    #expect(style("min-height", of: second) == "44px")
    #expect(style("max-height", of: second) == "88px")
  }

  @Test func whatHangsAtTheBottomIsPushedByWhatHangsAtTheTop() {
    let (text, button) = (label(), UIButton())
    let container = laidOut(text, button, height: 800) { container in
      [
        text.topAnchor.constraint(equalTo: container.topAnchor),
        button.bottomAnchor.constraint(equalTo: container.bottomAnchor, constant: -16),
      ]
    }
    #expect(style("grid-template-rows", of: container)?.split(separator: " ").count == 2)
    #expect(style("grid-area", of: text)?.hasPrefix("1/") == true)
    #expect(style("grid-area", of: button)?.hasPrefix("2/") == true)
    #expect(style("align-self", of: button) == "end")
    #expect(button.frame.maxY == 784)
  }

  @Test func aChainThatIsCentredStandsInTheMiddle() {
    let (text, button) = (label(), UIButton())
    let container = laidOut(text, button, height: 400) { container in
      [
        text.centerYAnchor.constraint(equalTo: container.centerYAnchor),
        button.topAnchor.constraint(equalTo: text.bottomAnchor, constant: 8),
      ]
    }
    #expect(style("grid-template-rows", of: container) == "minmax(auto,1fr) auto minmax(auto,1fr)")
    #expect(style("grid-area", of: text)?.hasPrefix("2/") == true)
    #expect(style("grid-area", of: button)?.hasPrefix("3/") == true)
    #expect(style("align-self", of: button) == "start")
  }

  @Test func twoColumnsOfWhichTheOrderIsUnknownAreOrderedByEstimate() {
    let (name, role, text) = (label("Name"), label("Role"), label("A text"))
    let container = laidOut(first, name, role, text) { container in
      [
        first.topAnchor.constraint(equalTo: container.topAnchor),
        first.heightAnchor.constraint(equalToConstant: 80), name.topAnchor.constraint(equalTo: first.topAnchor),
        role.topAnchor.constraint(equalTo: name.bottomAnchor), text.topAnchor.constraint(equalTo: first.bottomAnchor),
        text.bottomAnchor.constraint(equalTo: container.bottomAnchor),
      ]
    }
    #expect(style("grid-template-rows", of: container)?.hasPrefix("auto ") == true)
    #expect(style("grid-area", of: first)?.hasPrefix("1/1/3") == true)
    #expect(style("grid-area", of: role)?.hasPrefix("2/1/3") == true)
    #expect(style("grid-area", of: text)?.hasPrefix("3/") == true)
  }

  @Test func baselinesOfARowAreLinedUp() {
    let (name, value) = (label(), label())
    _ = laidOut(name, value) { container in
      [
        name.topAnchor.constraint(equalTo: container.topAnchor),
        value.firstBaselineAnchor.constraint(equalTo: name.firstBaselineAnchor),
      ]
    }
    #expect(style("align-self", of: name) == "first baseline")
    #expect(style("align-self", of: value) == "first baseline")
  }

  @Test func marginsAndTheSafeAreaAreTheBrowsers() {
    let controller = UIViewController()
    controller.view.directionalLayoutMargins.leading = 24
    _ = laidOut(first, in: controller.view) { container in
      [
        first.topAnchor.constraint(equalTo: container.safeAreaLayoutGuide.topAnchor, constant: 10),
        first.bottomAnchor.constraint(equalTo: container.safeAreaLayoutGuide.bottomAnchor),
        first.leadingAnchor.constraint(equalTo: container.layoutMarginsGuide.leadingAnchor),
        first.trailingAnchor.constraint(equalTo: container.trailingAnchor),
      ]
    }
    #expect(style("margin-block", of: first) == "calc(10px + env(safe-area-inset-top)) env(safe-area-inset-bottom)")
    #expect(style("margin-inline", of: first) == "calc(24px + env(safe-area-inset-left)) 0")
  }

  @Test func leadingIsMirroredAndLeftIsNot() {
    let container = UIView()
    container.semanticContentAttribute = .forceRightToLeft
    _ = laidOut(first, second, in: container) { container in
      [
        first.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 10),
        first.widthAnchor.constraint(equalToConstant: 50),
        second.leftAnchor.constraint(equalTo: container.leftAnchor, constant: 20),
        second.widthAnchor.constraint(equalToConstant: 50),
      ]
    }
    #expect(attributes(container).hasPrefix("dir=\"rtl\""))
    #expect(style("margin-inline", of: first) == "10px 0")
    #expect(style("justify-self", of: first) == "start")
    #expect(first.frame.maxX == 380)
    #expect(style("margin-inline", of: second) == "0 20px")
    #expect(style("justify-self", of: second) == "end")
    #expect(second.frame.minX == 20)
  }

  @Test func whatStandsOverAButtonIsPlacedAlone() {
    let badge = label("3")
    let button = laidOut(badge, in: UIButton()) { button in
      [
        badge.topAnchor.constraint(equalTo: button.topAnchor, constant: 2),
        badge.trailingAnchor.constraint(equalTo: button.trailingAnchor, constant: -2),
      ]
    }
    #expect(style("display", of: button) == nil)
    #expect(css(badge).hasPrefix("position:absolute;inset-inline-end:2px;inset-block-start:2px;"))
  }

  @Test func aLimitAtOneSideOfACentredViewHoldsForBothSides() {
    _ = laidOut(first, second) { container in
      [
        first.centerXAnchor.constraint(equalTo: container.centerXAnchor),
        first.leadingAnchor.constraint(greaterThanOrEqualTo: container.leadingAnchor, constant: 20),
        first.widthAnchor.constraint(lessThanOrEqualToConstant: 680),
        second.centerXAnchor.constraint(equalTo: container.centerXAnchor),
        second.leadingAnchor.constraint(greaterThanOrEqualTo: container.leadingAnchor, constant: 20),
        second.trailingAnchor.constraint(lessThanOrEqualTo: container.trailingAnchor, constant: -30),
      ]
    }
    #expect(style("margin-inline", of: first) == "20px 20px")
    #expect(style("max-width", of: first) == "min(680px,100% - (40px))")
    #expect(style("margin-inline", of: second) == "30px 30px", "the larger limit")
  }
}

import Foundation
import Testing

@testable import TempuraUI

@Suite struct StackViewTests {
  private let stack = UIStackView()
  private let views = [UIView(), label(), UIView()]

  private func arrange() {
    for view in views where view.superview == nil { stack.addArrangedSubview(view) }
    stack.layoutIfNeeded()
  }

  @Test func viewsThatFillEquallyAreOfOneLength() {
    stack.distribution = .fillEqually
    arrange()
    for view in views { #expect(css(view) == "flex:1 1 0;min-width:0;") }
    stack.axis = .vertical
    stack.layoutIfNeeded()
    #expect(css(views[0]) == "min-height:0;")
    // As high as the highest one, without a height.
    #expect(css(stack).contains("display:grid;grid-auto-rows:1fr;justify-items:stretch;"))
    stack.distribution = .fillProportionally
    stack.layoutIfNeeded()
    #expect(css(views[0]) == "flex:1 1 auto;")
    stack.distribution = .equalSpacing
    stack.layoutIfNeeded()
    #expect(css(views[0]) == "")
    #expect(style("justify-content", of: stack) == "space-between")
  }

  @Test func whatHasNoSizeFillsTheStackUnlessSomethingHugsLess() {
    views[0].widthAnchor.constraint(equalToConstant: 5).isActive = true
    arrange()
    #expect(css(views[0]) == "width:5px;flex-shrink:0;")
    #expect(css(views[1]) == "")
    #expect(css(views[2]) == "flex:1 1 auto;min-width:0;")
    views[1].setContentHuggingPriority(UILayoutPriority(1), for: .horizontal)
    stack.layoutIfNeeded()
    #expect(css(views[1]) == "flex:1 1 auto;min-width:0;")
    #expect(css(views[2]) == "")
  }

  @Test func aSpaceOfItsOwnComesAfterAView() {
    stack.distribution = .equalSpacing
    stack.spacing = 10
    arrange()
    stack.setCustomSpacing(4, after: views[0])
    stack.setCustomSpacing(4, after: views[2])
    stack.layoutIfNeeded()
    #expect(css(views[0]) == "margin-inline-end:-6px;")
    #expect(css(views[2]) == "", "nothing comes after it")
    #expect(stack.customSpacing(after: views[0]) == 4)
    #expect(stack.customSpacing(after: views[1]) == UIStackView.spacingUseDefault)
    stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[0])
    stack.layoutIfNeeded()
    #expect(css(views[0]) == "")
  }

  @Test func marginsAreThePaddingIfTheStackSaysSo() {
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(style("padding-block", of: stack) == nil)
    stack.isLayoutMarginsRelativeArrangement = true
    #expect(style("padding-block", of: stack) == "1px 3px")
    #expect(style("padding-inline", of: stack) == "2px 4px")
  }

  @Test func labelsOfAColumnMayBeSpacedByTheirBaselines() {
    stack.axis = .vertical
    stack.isBaselineRelativeArrangement = true
    arrange()
    #expect(css(views[1]) == "margin-block-start:-1lh;")
  }

  @Test func aViewThatIsNotArrangedAnyMoreForgetsTheStack() {
    stack.distribution = .fillEqually
    arrange()
    stack.removeArrangedSubview(views[0])
    #expect(css(views[0]) == "")
    views[1].removeFromSuperview()
    #expect(css(views[1]) == "")
  }

  @Test func aBackgroundThatIsNotArrangedLiesBehindTheOthers() {
    arrange()
    let background = UIView()
    stack.insertSubview(background, at: 0)
    NSLayoutConstraint.activate(
      sides(background, of: stack)
        + [
          background.topAnchor.constraint(equalTo: stack.topAnchor),
          background.bottomAnchor.constraint(equalTo: stack.bottomAnchor),
        ])
    stack.addArrangedSubview(UIView())
    stack.layoutIfNeeded()
    #expect(stack.subviews.first === background)
    #expect(css(background).hasPrefix("position:absolute;inset-inline:0 0;inset-block:0 0;"))
  }

  @Test func viewsThatFillEquallyKeepTheirMinimum() {
    stack.distribution = .fillEqually
    views[0].widthAnchor.constraint(greaterThanOrEqualToConstant: 96).isActive = true
    arrange()
    #expect(style("min-width", of: views[0]) == "96px")
    #expect(style("min-width", of: views[1]) == "0")
  }

  @Test func theViewThatHugsLeastFillsARow() {
    let (text, control) = (label(), UISwitch())
    for view in [text, control] { stack.addArrangedSubview(view) }
    stack.layoutIfNeeded()
    #expect(css(text) == "flex:1 1 auto;min-width:0;")
    #expect(!css(control).contains("flex:"))
  }

  @Test func ofViewsThatHugEquallyTheLastLabelOfARowGrows() {
    let views = [label(), label(), UIButton()]
    for view in views { stack.addArrangedSubview(view) }
    stack.layoutIfNeeded()
    #expect(views.map { css($0).contains("flex:1") } == [false, true, false])
    stack.axis = .vertical
    stack.layoutIfNeeded()
    #expect(!views.contains { css($0).contains("flex:1") })
  }
}

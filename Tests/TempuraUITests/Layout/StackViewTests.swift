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
    background.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate(
      sides(background, of: stack)
        + [
          background.topAnchor.constraint(equalTo: stack.topAnchor),
          background.bottomAnchor.constraint(equalTo: stack.bottomAnchor),
        ])
    stack.addArrangedSubview(UIView())
    stack.layoutIfNeeded()
    #expect(stack.subviews.first === background)
    stack.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    stack.layoutIfNeeded()
    #expect(background.frame == stack.bounds)
  }
}

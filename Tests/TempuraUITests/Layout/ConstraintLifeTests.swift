import Basics
import Foundation
import Testing

@testable import TempuraUI

/// How constraints come and go, and what becomes of those that have no counterpart.
@Suite struct ConstraintLifeTests {
  private let container = UIView()
  private let view = UIView()

  private func expectReport(_ words: String..., at line: Int = #line) {
    let isThere = Misuse.messages.contains { message in words.allSatisfy(message.contains) }
    #expect(isThere, "\(words)", sourceLocation: .init(fileID: #fileID, filePath: #filePath, line: line, column: 1))
  }

  @Test func theCommonAncestorHoldsAConstraint() {
    container.addSubview(view)
    let edge = view.topAnchor.constraint(equalTo: container.topAnchor)
    let size = view.widthAnchor.constraint(equalToConstant: 5)
    NSLayoutConstraint.activate([edge, size])
    #expect(container.constraints == [edge])
    #expect(view.constraints == [size])
    #expect(edge.isActive)
    container.removeConstraints(container.constraints)
    #expect(!edge.isActive && container.constraints.isEmpty)
  }

  @Test func aConstantThatChangesIsLaidOutAgain() {
    let edge = view.topAnchor.constraint(equalTo: container.topAnchor)
    container.addSubview(view)
    edge.isActive = true
    container.layoutIfNeeded()
    edge.constant = 30
    container.layoutIfNeeded()
    #expect(style("margin-block", of: view) == "30px 0")
    edge.isActive = false
    container.layoutIfNeeded()
    #expect(style("display", of: container) == nil)
    #expect(style("margin-block", of: view) == nil)
  }

  @Test func constraintsOfAViewThatLeavesLeaveWithIt() {
    container.addSubview(view)
    let edge = view.topAnchor.constraint(equalTo: container.topAnchor)
    edge.isActive = true
    view.removeFromSuperview()
    container.layoutIfNeeded()
    #expect(!edge.isActive)
  }

  @Test func ofConstraintsThatContradictOneAnotherTheOneWithTheHigherPriorityCounts() {
    container.addSubview(view)
    let low = view.topAnchor.constraint(equalTo: container.topAnchor, constant: 1)
    low.priority = .defaultLow
    let high = view.topAnchor.constraint(equalTo: container.topAnchor, constant: 2)
    high.priority = .defaultHigh
    NSLayoutConstraint.activate([low, high])
    container.layoutIfNeeded()
    #expect(style("margin-block", of: view) == "2px 0")
  }

  @Test func requiredConstraintsThatContradictOneAnotherAreReported() {
    container.accessibilityIdentifier = "contradiction"
    container.addSubview(view)
    let constraints = [1, 2].map { view.topAnchor.constraint(equalTo: container.topAnchor, constant: $0) }
    constraints[1].identifier = "second one"
    NSLayoutConstraint.activate(constraints)
    container.layoutIfNeeded()
    #expect(style("margin-block", of: view) == "1px 0")
    expectReport("\"second one\"", "contradicts", "UIView (contradiction)")
  }

  @Test func viewsOfTwoTreesAreReported() {
    view.accessibilityIdentifier = "lonely"
    view.topAnchor.constraint(equalTo: container.topAnchor).isActive = true
    expectReport("UIView (lonely).top", "not in one tree")
  }

  @Test func viewsThatAreNoNeighboursAreReported() {
    let outer = UIView()
    outer.addSubview(container)
    container.addSubview(view)
    view.accessibilityIdentifier = "nephew"
    view.topAnchor.constraint(equalTo: outer.topAnchor).isActive = true
    outer.layoutIfNeeded()
    expectReport("UIView (nephew).top", "lies right in it")
  }

  @Test func whatAPageCannotCompareIsReportedWithWhatToUseInstead() {
    let other = UIView()
    container.addSubview(view)
    container.addSubview(other)
    view.accessibilityIdentifier = "picture"
    NSLayoutConstraint(
      item: view, attribute: .top, relatedBy: .equal, toItem: container, attribute: .bottom, multiplier: 0.3,
      constant: 0
    ).isActive = true
    view.heightAnchor.constraint(equalTo: other.heightAnchor, constant: 7).isActive = true
    view.firstBaselineAnchor.constraint(equalTo: container.topAnchor, constant: 30).isActive = true
    container.layoutIfNeeded()
    expectReport("UIView (picture).top", "multiple of a position", "layout guide")
    expectReport("UIView (picture).height", "compare these sizes", "UIStackView")
    expectReport("UIView (picture).firstBaseline", "topAnchor")
  }

  @Test func constraintsCanBeMadeInUpdateConstraints() {
    final class Card: UIView {
      let inner = UIView()
      private var isSetUp = false
      override func updateConstraints() {
        if !isSetUp {
          isSetUp = true
          addSubview(inner)
          inner.topAnchor.constraint(equalTo: topAnchor, constant: 3).isActive = true
        }
        super.updateConstraints()
      }
    }
    let card = Card()
    card.layoutIfNeeded()
    #expect(style("margin-block", of: card.inner) == "3px 0")
  }

  @Test func aGuideTakesRoomLikeAView() {
    let guide = UILayoutGuide()
    container.addLayoutGuide(guide)
    container.addSubview(view)
    NSLayoutConstraint.activate([
      guide.topAnchor.constraint(equalTo: container.topAnchor), guide.heightAnchor.constraint(equalToConstant: 25),
      view.topAnchor.constraint(equalTo: guide.bottomAnchor),
      view.bottomAnchor.constraint(equalTo: container.bottomAnchor),
    ])
    container.layoutIfNeeded()
    #expect(style("grid-template-rows", of: container) == "minmax(25px,auto) minmax(auto,1fr)")
    #expect(view.frame.minY == 25)
  }
}

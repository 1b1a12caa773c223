import Basics
import Foundation
import Testing

@testable import TempuraUI

/// How constraints come and go, and what is reported.
@Suite struct ConstraintLifeTests {
  private let container = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 100))
  private let view = UIView()

  init() { view.translatesAutoresizingMaskIntoConstraints = false }

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
    #expect(view.frame.minY == 30)
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
    #expect(view.frame.minY == 2)
  }

  @Test func requiredConstraintsThatContradictOneAnotherAreReported() {
    container.accessibilityIdentifier = "contradiction"
    container.addSubview(view)
    let constraints = [1, 2].map { view.topAnchor.constraint(equalTo: container.topAnchor, constant: $0) }
    constraints[1].identifier = "second one"
    NSLayoutConstraint.activate(constraints)
    container.layoutIfNeeded()
    #expect(view.frame.minY == 1)
    expectReport("\"second one\"", "contradicts", "UIView (contradiction)")
  }

  @Test func viewsOfTwoTreesAreReported() {
    view.accessibilityIdentifier = "lonely"
    view.topAnchor.constraint(equalTo: container.topAnchor).isActive = true
    expectReport("UIView (lonely).top", "not in one tree")
  }

  @Test func numbersThatAreNotFiniteAreReported() {
    container.addSubview(view)
    view.accessibilityIdentifier = "endless"
    view.topAnchor.constraint(equalTo: container.topAnchor, constant: .infinity).isActive = true
    view.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: .nan).isActive = true
    container.layoutIfNeeded()
    #expect(view.frame.minY == 0 && view.frame.width == 390)
    expectReport("UIView (endless).top", "constant that is not finite")
    expectReport("UIView (endless).width", "multiplier that is not finite")
  }

  @Test func aViewThatIsReleasedLeavesTheOthersWhereTheyAre() {
    container.addSubview(view)
    weak var released: UIView?
    do {
      let other = UIView()
      released = other
      container.addSubview(other)
      other.translatesAutoresizingMaskIntoConstraints = false
      view.topAnchor.constraint(equalTo: other.bottomAnchor, constant: 3).isActive = true
      view.heightAnchor.constraint(equalToConstant: 9).isActive = true
      container.layoutIfNeeded()
      other.removeFromSuperview()
    }
    #expect(released == nil)
    container.layoutIfNeeded()
    #expect(view.frame.height == 9)
  }

  @Test func aHiddenViewKeepsItsPlace() {
    let other = UIView()
    other.translatesAutoresizingMaskIntoConstraints = false
    container.addSubview(other)
    container.addSubview(view)
    NSLayoutConstraint.activate([
      other.topAnchor.constraint(equalTo: container.topAnchor), other.heightAnchor.constraint(equalToConstant: 20),
      view.topAnchor.constraint(equalTo: other.bottomAnchor),
    ])
    other.isHidden = true
    container.layoutIfNeeded()
    #expect(view.frame.minY == 20)
  }

  @Test func constraintsCanBeMadeInUpdateConstraints() {
    final class Card: UIView {
      let inner = UIView()
      private var isSetUp = false
      override func updateConstraints() {
        if !isSetUp {
          isSetUp = true
          addSubview(inner)
          inner.translatesAutoresizingMaskIntoConstraints = false
          inner.topAnchor.constraint(equalTo: topAnchor, constant: 3).isActive = true
        }
        super.updateConstraints()
      }
    }
    let card = Card(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    card.layoutIfNeeded()
    #expect(card.inner.frame.minY == 3)
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
    #expect(view.frame.minY == 25 && view.frame.height == 75)
    #expect(guide.layoutFrame.height == 25)
  }
}

import Foundation
import Testing

@testable import TempuraUI

@Suite struct AnimationTests {
  @Test func animationsEndAtOnce() {
    var events: [String] = []
    UIView.animate(withDuration: 1) { events.append("a") }
    UIView.animate(withDuration: 1, animations: { events.append("b") }, completion: { events.append("b \($0)") })
    UIView.animate(
      withDuration: 1, delay: 2, options: [.curveEaseIn], animations: { events.append("c") },
      completion: { _ in events.append("c done") })
    UIView.animate(
      withDuration: 1, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0, options: .curveLinear,
      animations: { events.append("d") }, completion: nil)
    #expect(events == ["a", "b", "b true", "c", "c done", "d"])
  }

  @Test func aTransitionReplacesAViewInItsPlace() {
    let superview = UIView()
    let (first, old, last, new) = (UIView(), UIView(), UIView(), UIView())
    [first, old, last].forEach(superview.addSubview)
    var isDone = false
    UIView.transition(from: old, to: new, duration: 0) { _ in isDone = true }
    #expect(isDone)
    #expect(superview.subviews.map(ObjectIdentifier.init) == [first, new, last].map(ObjectIdentifier.init))
    #expect(old.superview == nil)
  }

  @Test func aTransitionCanHideAndShow() {
    let (old, new) = (UIView(), UIView())
    new.isHidden = true
    UIView.transition(from: old, to: new, duration: 1, options: .showHideTransitionViews)
    #expect(old.isHidden && !new.isHidden)
  }
}

import Foundation
import Testing

@testable import TempuraUI

/// Views stay a tree, whatever the app does while they move.
@Suite struct TreeTests {
  /// What the hooks of all views do.
  private final class Story {
    var random: SeededNumbers
    var views: [UIView] = []
    /// How many hooks may still change the tree.
    var rest = 0

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    private func view() -> UIView { views[number(below: views.count)] }

    func hook() {
      guard rest > 0, number(below: 2) == 0 else { return }
      rest -= 1
      act()
    }

    func act() {
      let (one, two) = (view(), view())
      switch number(below: 9) {
      case 0: one.removeFromSuperview()
      case 1: one.setSubviews((0..<number(below: 4)).map { _ in view() }.filter { !one.isDescendant(of: $0) })
      case 2: one.bringSubviewToFront(two)
      case 3: if one.subviews.count > 1 { one.exchangeSubview(at: 0, withSubviewAt: one.subviews.count - 1) }
      case 4: views[number(below: views.count)] = HookedView(self)  // the last reference may go
      default:
        if !one.isDescendant(of: two) { one.insertSubview(two, at: number(below: 4)) }
      }
    }

    /// The first thing that is wrong.
    func problem() -> String? {
      var (all, seen) = (views, Set<ObjectIdentifier>())
      while let view = all.popLast() {
        guard seen.insert(ObjectIdentifier(view)).inserted else { continue }
        if Set(view.subviews.map(ObjectIdentifier.init)).count != view.subviews.count {
          return "a view is listed twice"
        }
        if view.subviews.contains(where: { $0.superview !== view }) { return "a subview names another superview" }
        var (above, height) = (view.superview, 0)
        if let above, !above.subviews.contains(where: { $0 === view }) { return "the superview does not list the view" }
        while let next = above {
          (above, height) = (next.superview, height + 1)
          if height > 1000 { return "a view is within itself" }
        }
        all += view.subviews
      }
      return nil
    }
  }

  private final class HookedView: UIView {
    var story: Story?

    convenience init(_ story: Story) {
      self.init()
      self.story = story
    }

    override func willMove(toSuperview newSuperview: UIView?) { story?.hook() }
    override func didMoveToSuperview() { story?.hook() }
    override func willMove(toWindow newWindow: UIWindow?) { story?.hook() }
    override func didMoveToWindow() { story?.hook() }
    override func didAddSubview(_ subview: UIView) { story?.hook() }
    override func willRemoveSubview(_ subview: UIView) { story?.hook() }
  }

  private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var bits = state
      bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
      bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
      return bits ^ bits >> 31
    }
  }

  @Test func everyViewIsWhereItSays() {
    for seed in 0..<4000 as Range<UInt64> {
      let story = Story(seed: seed)
      let window = UIWindow()
      story.views = [window] + (0..<7).map { _ in HookedView(story) }
      for step in 0..<12 {
        story.rest = 6
        story.act()
        guard let problem = story.problem() else { continue }
        Issue.record("\(problem), in step \(step) of seed \(seed)")
        return
      }
    }
  }

  @Test func aViewThatMovesASiblingBackKeepsIt() {
    final class Mover: UIView {
      var sibling: UIView?
      override func willMove(toSuperview superview: UIView?) {
        if superview == nil, let sibling { self.superview?.addSubview(sibling) }
      }
    }
    let (parent, mover, sibling) = (UIView(), Mover(), UIView())
    parent.addSubview(mover)
    parent.addSubview(sibling)
    mover.sibling = sibling
    parent.setSubviews([])
    #expect(parent.subviews == [] && mover.superview == nil && sibling.superview == nil)
  }
}

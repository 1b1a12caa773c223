import Foundation
import Testing

@testable import TempuraUI

/// What views are told when they come and go, and what apps may override.
@Suite(.app) struct ViewLifeTests {
  private final class Told: UIView {
    var log: [String] = []
    override func willMove(toSuperview newSuperview: UIView?) {
      log.append("will \(newSuperview == nil ? "leave" : "enter")")
    }
    override func didMoveToSuperview() { log.append("did \(superview == nil ? "leave" : "enter")") }
    override func willMove(toWindow newWindow: UIWindow?) {
      log.append("will window \(newWindow != nil) \(window != nil)")
    }
    override func didMoveToWindow() { log.append("did window \(window != nil)") }
    override func tintColorDidChange() { log.append("tint") }
  }

  @Test func viewsAreToldWhenTheyComeIntoAWindow() {
    let (outer, inner) = (UIView(), Told())
    outer.addSubview(inner)
    #expect(inner.log == ["will enter", "did enter"])
    inner.log = []
    let controller = UIViewController()
    controller.view.addSubview(outer)
    let window = window(showing: controller)
    #expect(inner.log == ["will window true false", "did window true"])
    inner.log = []
    inner.removeFromSuperview()
    #expect(inner.log == ["will leave", "will window false true", "did leave", "did window false"])
    inner.log = []
    outer.addSubview(inner)
    #expect(inner.log == ["will enter", "will window true false", "did enter", "did window true"])
    inner.log = []
    window.rootViewController = UIViewController()
    #expect(inner.log == ["will window false true", "did window false"])
  }

  @Test func aViewMayRemoveItselfWhenItLeaves() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    final class Once: UIView {
      var count = 0
      override func willMove(toSuperview newSuperview: UIView?) {
        count += 1
        if newSuperview == nil, count < 3 { removeFromSuperview() }
      }
    }
    let once = Once()
    outer.addSubview(once)
    once.removeFromSuperview()
    #expect(once.superview == nil && outer.subviews == [inner])
  }

  @Test func theTintColorIsToldToViewsThatHaveIt() {
    let (outer, own, shared) = (UIView(), Told(), Told())
    outer.addSubview(own)
    outer.addSubview(shared)
    own.tintColor = .red
    (own.log, shared.log) = ([], [])
    outer.tintColor = .green
    #expect(own.log == [] && shared.log == ["tint"] && shared.tintColor == .green)
    outer.tintColor = .green
    #expect(shared.log == ["tint"])
  }

  @Test func aComputedLabelIsWritten() {
    final class Card: UIView {
      override var accessibilityLabel: String? {
        get { "A card" }
        set {}
      }
    }
    #expect(attributes(Card()).contains("aria-label=\"A card\""))
    let hidden = UIView()
    hidden.accessibilityElementsHidden = true
    #expect(attributes(hidden).contains("aria-hidden=\"true\""))
  }

  @Test func subviewsAreExchangedAndFoundByTheirTags() {
    let (outer, first, second) = (UIView(), UIView(), UIView())
    outer.addSubview(first)
    outer.addSubview(second)
    outer.exchangeSubview(at: 0, withSubviewAt: 1)
    #expect(outer.subviews == [second, first])
    outer.exchangeSubview(at: 0, withSubviewAt: 7)
    #expect(outer.subviews == [second, first])
    first.tag = 5
    #expect(outer.viewWithTag(5) === first && outer.viewWithTag(6) == nil && outer.viewWithTag(0) === outer)
  }

  @Test func endingTheInputTakesTheFocusFromAFieldInTheView() {
    let controller = UIViewController()
    let (form, other, field) = (UIView(), UIView(), UITextField())
    form.addSubview(field)
    controller.view.addSubview(form)
    controller.view.addSubview(other)
    window(showing: controller)
    field.becomeFirstResponder()
    #expect(other.endEditing(true) && field.isFirstResponder)
    #expect(form.endEditing(true) && !field.isFirstResponder)
  }

  /// Its superview would be freed before it.
  @Test func aViewThatIsAddedWhileTheSubviewsAreReplacedBelongsToNoView() {
    final class Leaving: UIView {
      let note = UIView()
      override func willMove(toSuperview newSuperview: UIView?) {
        if newSuperview == nil { superview?.addSubview(note) }
      }
    }
    let (view, leaving, new) = (UIView(), Leaving(), UIView())
    view.setSubviews([leaving])
    view.setSubviews([new])
    #expect(view.subviews == [new] && new.superview === view)
    #expect(leaving.superview == nil && leaving.note.superview == nil)
  }

  @Test func interactionsBelongToOneView() {
    final class Drag: UIInteraction {
      weak var view: UIView?
      func willMove(to view: UIView?) {}
      func didMove(to view: UIView?) { self.view = view }
    }
    let (first, second, drag) = (UIView(), UIView(), Drag())
    first.addInteraction(drag)
    second.interactions = [drag]
    #expect(first.interactions.isEmpty && second.interactions.count == 1 && drag.view === second)
    second.interactions = []
    #expect(drag.view == nil)
  }
}

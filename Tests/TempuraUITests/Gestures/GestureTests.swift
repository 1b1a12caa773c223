import Foundation
import Testing

@testable import TempuraUI

/// Gestures are buttons: on the whole view, or beside it.
@Suite struct GestureTests {
  private final class Card: UIView {
    var taps = 0
    var last: UIGestureRecognizer?
    func didTap() { taps += 1 }
    func didTapWith(_ recognizer: UITapGestureRecognizer) { last = recognizer }
  }

  private final class Refusing: UIGestureRecognizerDelegate {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { false }
  }

  private func tap(_ view: UIView, _ part: String = "") -> Bool {
    guard let target = view.tapTarget(ofPart: part), target.refusal == nil else { return false }
    target.tap()
    return true
  }

  @Test func aViewWithATapRecogniserIsAButton() {
    let card = Card()
    let label = UILabel()
    label.text = "Text"
    card.addSubview(label)
    #expect(!tap(card))
    let recognizer = UITapGestureRecognizer(target: card, action: Card.didTap)
    card.addGestureRecognizer(recognizer)
    #expect(recognizer.view === card)
    #expect(
      content(card).hasPrefix(
        #"<button name="tap" class="stretched" value="card" aria-labelledby="card" aria-label="Tap"></button><p "#))
    #expect(tap(card))
    #expect(card.taps == 1)
    card.accessibilityLabel = "Open"
    card.accessibilityHint = "Opens it"
    #expect(content(card).contains(#"aria-label="Open" aria-description="Opens it""#))
    #expect(!attributes(card).contains("aria-label"), "the label is the button's")
    recognizer.isEnabled = false
    #expect(!tap(card))
    #expect(!html(card).contains("<button"))
    card.removeGestureRecognizer(recognizer)
    #expect(recognizer.view == nil)
    #expect(card.gestureRecognizers == [])
  }

  @Test func aTapBesideTextFieldsIsNoControlAndEscapeDoesIt() {
    let card = Card()
    let stack = UIStackView(arrangedSubviews: [UITextField()])
    card.addSubview(stack)
    card.addGestureRecognizer(UITapGestureRecognizer(target: card, action: Card.didTap))
    #expect(
      content(card).hasPrefix(
        #"<button name="tap" class="stretched" value="card" tabindex="-1" aria-hidden="true" data-cancels></button>"#))
    #expect(tap(card))
    #expect(card.taps == 1)
  }

  @Test func gesturesOfControlsWithPartsAreActions() {
    let segments = UISegmentedControl(items: ["One"])
    for control in [UIStepper(), segments, UIPageControl(), UISearchBar(), UISlider()] as [UIView] {
      var count = 0
      control.addGestureRecognizer(UILongPressGestureRecognizer(target: nil, action: { _ in count += 1 }))
      #expect(html(control).contains("gesture-_Long_20press"))
      #expect(tap(control, "gesture-_Long_20press"), "\(type(of: control))")
      #expect(count == 2, "it begins and ends")
      #expect(!tap(control, "gesture-Other"))
    }
  }

  @Test func actionsCanBeMethodsOrClosures() {
    let card = Card()
    let recognizer = UITapGestureRecognizer(target: card, action: Card.didTapWith)
    var states: [UIGestureRecognizer.State] = []
    recognizer.addTarget(card) { recognizer in states.append(recognizer.state) }
    card.addGestureRecognizer(recognizer)
    #expect(tap(card))
    #expect(card.last === recognizer)
    #expect(states == [.ended])
    #expect(recognizer.state == .possible)
    recognizer.removeTarget(card)
    #expect(tap(card))
    #expect(states.count == 1)
    let other = UITapGestureRecognizer(target: nil, action: { recognizer in states.append(recognizer.state) })
    #expect(other.recognize())
    #expect(states.count == 2)
  }

  @Test func theDelegateCanRefuseAGesture() {
    let card = Card()
    let recognizer = UITapGestureRecognizer(target: card, action: Card.didTap)
    let delegate = Refusing()
    recognizer.delegate = delegate
    card.addGestureRecognizer(recognizer)
    #expect(tap(card))
    #expect(card.taps == 0)
  }

  @Test func otherGesturesAreActionsInAMenuAtTheView() {
    let card = Card()
    card.accessibilityLabel = "Card"
    var log: [String] = []
    let press = UILongPressGestureRecognizer(target: nil, action: { log.append("press \($0.state)") })
    let swipe = UISwipeGestureRecognizer(target: nil, action: { _ in log.append("swipe") })
    swipe.direction = .left
    let twice = UITapGestureRecognizer(target: nil, action: { _ in log.append("twice") })
    twice.numberOfTapsRequired = 2
    for recognizer in [press, swipe, twice] { card.addGestureRecognizer(recognizer) }
    card.accessibilityCustomActions = [
      UIAccessibilityCustomAction(name: "Archive") { action in
        log.append(action.name)
        return true
      }
    ]
    let markup = content(card)
    #expect(
      markup.hasPrefix(
        #"<button type="button" class="opens-menu more" id="card.gestures" popovertarget="card.gestures-menu">"#
          + #"<span class="unseen">Actions: Card</span></button><div popover "#))
    for title in ["Long press", "Swipe left", "Double tap", "Archive"] {
      #expect(markup.contains("<span>\(title)</span>"))
    }
    #expect(!tap(card), "one tap is nothing")
    #expect(tap(card, "gesture-_Long_20press"))
    #expect(tap(card, "gesture-_Swipe_20left"))
    #expect(tap(card, "gesture-_Double_20tap"))
    #expect(tap(card, "gesture-Archive"))
    #expect(log == ["press began", "press ended", "swipe", "twice", "Archive"])
    swipe.accessibilityLabel = "Next"
    #expect(content(card).contains("<span>Next</span>"))
    #expect(!tap(card, "gesture-_Swipe_20left"), "an old page's name is not another gesture")
  }

  @Test func gesturesThatNeedAFingerHaveNoButton() {
    let card = Card()
    for recognizer in [UIPanGestureRecognizer(), UIPinchGestureRecognizer(), UIRotationGestureRecognizer()] {
      card.addGestureRecognizer(recognizer)
    }
    #expect(!html(card).contains("button"))
  }

  @Test func aTapRecogniserOfAControlReceivesTheTap() {
    let button = UIButton()
    var log: [String] = []
    button.on(.touchUpInside) { _ in log.append("button") }
    let recognizer = UITapGestureRecognizer(target: nil, action: { _ in log.append("gesture") })
    button.addGestureRecognizer(recognizer)
    #expect(tap(button))
    recognizer.cancelsTouchesInView = false
    #expect(tap(button))
    recognizer.isEnabled = false
    #expect(tap(button))
    #expect(log == ["gesture", "gesture", "button", "button"])
    #expect(!content(button).contains("<button"), "there is no button in a button")
  }

  @Test func actionsAreRenderedBesideAnElementThatCannotContainThem() {
    let (button, label) = (UIButton(), UILabel())
    for view in [button, label] {
      view.addGestureRecognizer(UILongPressGestureRecognizer())
      #expect(html(view).hasSuffix("</button></div>"))
    }
    #expect(html(button).contains("</button><button type=\"button\""))
    #expect(html(label).contains("</p><button type=\"button\""))
    let inner = UIView()
    inner.addGestureRecognizer(UITapGestureRecognizer())
    let outer = UIButton()
    outer.addSubview(inner)
    #expect(html(outer).components(separatedBy: "<button").count == 2)
  }

  @Test func anImageWithATapRecogniserIsInsideADivWithItsButton() {
    let view = UIImageView(image: UIImage(named: "icon"))
    view.accessibilityLabel = "Portrait"
    view.addGestureRecognizer(UITapGestureRecognizer())
    #expect(
      html(view)
        == #"<div id="uiImageView" class="UIImageView"><button name="tap" class="stretched" value="uiImageView" "#
        + #"aria-label="Portrait"></button><img src="\#(view.image?.url ?? "")" alt="Portrait"></div>"#)
  }

  @Test func aTapOnAnUnreachableViewIsRefused() {
    let card = Card()
    card.addGestureRecognizer(UITapGestureRecognizer())
    card.isHidden = true
    #expect(card.tapTarget(ofPart: "")?.refusal == .unreachable)
  }

  @Test func aRecogniserBelongsToOneView() {
    let (first, second) = (Card(), Card())
    let recognizer = UITapGestureRecognizer()
    first.addGestureRecognizer(recognizer)
    second.addGestureRecognizer(recognizer)
    #expect(first.gestureRecognizers == [])
    #expect(recognizer.view === second)
    second.gestureRecognizers = nil
    #expect(recognizer.view == nil)
  }
}

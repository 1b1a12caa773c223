import UIKit

final class GesturesScreen: ScreenView {
  override func addExamples() {
    let tapped = TileView("Tap me")
    tapped.addGestureRecognizer(UITapGestureRecognizer(target: self, action: say("A tap")))
    addGroup("A tap", [tapped])

    let several = UIView()
    let label = TileView("A long press, swipes and an action")
    several.addSubview(label)
    several.accessibilityLabel = "Several gestures"
    several.addGestureRecognizer(
      UILongPressGestureRecognizer(
        target: self, action: { [unowned self] in if $0.state == .began { didHappen?("A long press") } }))
    let left = UISwipeGestureRecognizer(target: self, action: { [unowned self] _ in didHappen?("A swipe to the left") })
    left.direction = .left
    several.addGestureRecognizer(left)
    several.accessibilityCustomActions = [
      UIAccessibilityCustomAction(name: "Put aside") { [unowned self] _ in
        didHappen?("Put aside")
        return true
      }
    ]
    addGroup("More gestures", [several])

    let card = UIStackView(arrangedSubviews: [TileView("A card to tap, with a button in it"), button()])
    card.axis = .vertical
    card.spacing = 16
    card.accessibilityLabel = "Card"
    card.addGestureRecognizer(UITapGestureRecognizer(target: self, action: say("The card")))
    let image = UIImageView(image: UIImage(named: "icon"))
    image.accessibilityLabel = "An image to tap"
    image.contentMode = .scaleAspectFit
    image.addGestureRecognizer(UITapGestureRecognizer(target: self, action: say("The image")))
    addGroup("With something in it", [card, image])
  }

  private func say(_ text: String) -> (UITapGestureRecognizer) -> Void {
    { [unowned self] _ in didHappen?("\(text) was tapped") }
  }

  private func button() -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle("The button in the card", for: .normal)
    note(button, .touchUpInside) { _ in "The button was tapped" }
    return button
  }
}

import Tempura
import UIKit

/// The customer's card, and a switch that blocks it.
final class CardView: UIView, ViewControllerModellableView {
  // subviews
  private let faceView = CardFaceView()
  private let blockSwitch = UISwitch()

  // interactions
  var didSetBlocked: CustomInteraction<Bool>?

  func setup() {
    blockSwitch.on(.valueChanged) { [unowned self] blockSwitch in didSetBlocked?(blockSwitch.isOn) }
    addSubview(faceView)
    addSubview(blockSwitch)
  }

  func style() {
    blockSwitch.title = NSLocalizedString("Block the card", comment: "Switch")
    blockSwitch.onTintColor = Palette.switchedOn
    backgroundColor = Palette.surface
    layer.cornerRadius = 24
  }

  func update(oldModel: CardViewModel?) {
    guard let model else { return }
    faceView.statusLabel.text = model.status
    faceView.isBlocked = model.isBlocked
    blockSwitch.isOn = model.isBlocked
  }
}

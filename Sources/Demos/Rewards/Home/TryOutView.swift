import Tempura
import UIKit

/// Controls for states that customers cannot choose.
final class TryOutView: UIView, ViewControllerModellableView {
  // subviews
  private let titleLabel = UILabel()
  private let serviceSwitch = UISwitch()
  private let statusLabel = UILabel()
  private let startOverButton = UIButton(type: .system)

  // interactions
  var didSetServiceDown: CustomInteraction<Bool>?
  var didStartOver: Interaction?

  func setup() {
    serviceSwitch.on(.valueChanged) { [unowned self] serviceSwitch in didSetServiceDown?(serviceSwitch.isOn) }
    startOverButton.on(.touchUpInside) { [unowned self] _ in didStartOver?() }
    addSubview(titleLabel)
    addSubview(serviceSwitch)
    addSubview(statusLabel)
    addSubview(startOverButton)
  }

  func style() {
    titleLabel.text = NSLocalizedString("Try it out", comment: "Heading of the controls of the demo")
    titleLabel.font = .systemFont(ofSize: 15, weight: .semibold)
    titleLabel.textColor = Palette.secondary
    titleLabel.accessibilityTraits = .header
    serviceSwitch.title = NSLocalizedString("Signing up fails", comment: "Switch")
    serviceSwitch.onTintColor = Palette.switchedOn
    statusLabel.font = .systemFont(ofSize: 15)
    statusLabel.textColor = Palette.secondary
    statusLabel.accessibilityTraits = .updatesFrequently
    startOverButton.setTitle(NSLocalizedString("Start over", comment: "Button"), for: .normal)
    startOverButton.setTitleColor(Palette.accent, for: .normal)
  }

  func update(oldModel: TryOutViewModel?) {
    guard let model else { return }
    serviceSwitch.isOn = model.isServiceDown
    statusLabel.text = model.status
  }
}

import Tempura
import UIKit

class CounterView: UIView, ViewControllerModellableView {

  // subviews
  var titleLabel = UILabel()
  var counterLabel = UILabel()
  var addButton = UIButton(type: .custom)
  var subButton = UIButton(type: .custom)

  // interactions
  var didTapAdd: Interaction?
  var didTapSub: Interaction?

  // setup
  func setup() {
    self.addButton.on(.touchUpInside) { [unowned self] button in
      self.didTapAdd?()
    }
    self.subButton.on(.touchUpInside) { [unowned self] button in
      self.didTapSub?()
    }
    self.addSubview(self.titleLabel)
    self.addSubview(self.counterLabel)
    self.addSubview(self.addButton)
    self.addSubview(self.subButton)
  }

  // style
  func style() {
    self.backgroundColor = .systemBackground
    self.titleLabel.text = "Counter"
    self.titleLabel.font = .systemFont(ofSize: 34, weight: .bold)
    self.titleLabel.accessibilityTraits = .header
    self.counterLabel.font = .systemFont(ofSize: 20)
    self.counterLabel.adjustsFontSizeToFitWidth = true
    self.counterLabel.accessibilityTraits = .updatesFrequently
    for label in [self.titleLabel, self.counterLabel] { label.textAlignment = .center }
    self.addButton.setTitle("Add", for: .normal)
    self.addButton.setTitleColor(.systemBackground, for: .normal)
    self.addButton.backgroundColor = .label
    self.subButton.setTitle("Sub", for: .normal)
    self.subButton.setTitleColor(.label, for: .normal)
    self.subButton.backgroundColor = .secondarySystemFill
    for button in [self.addButton, self.subButton] {
      button.titleLabel?.font = .systemFont(ofSize: 17, weight: .semibold)
      button.layer.cornerRadius = 14
    }
  }

  // update
  func update(oldModel: CounterViewModel?) {
    self.counterLabel.text = self.model?.countDescription
    self.setNeedsLayout()
  }

  // layout
  override func layoutSubviews() {
    super.layoutSubviews()
    let width = min(self.bounds.width - 40, 320)
    let left = (self.bounds.width - width) / 2
    let top = max(self.safeAreaInsets.top + 20, self.bounds.height * 0.28)
    self.titleLabel.frame = CGRect(x: left, y: top, width: width, height: 42)
    self.counterLabel.frame = CGRect(x: left, y: top + 50, width: width, height: 28)
    self.addButton.frame = CGRect(x: left, y: top + 110, width: (width - 12) / 2, height: 50)
    self.subButton.frame = self.addButton.frame.offsetBy(dx: (width + 12) / 2, dy: 0)
  }
}

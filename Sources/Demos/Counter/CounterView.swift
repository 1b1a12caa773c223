import Tempura
import UIKit

class CounterView: UIView, ViewControllerModellableView {

  // subviews
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
    self.addSubview(self.counterLabel)
    self.addSubview(self.subButton)
    self.addSubview(self.addButton)
  }

  // style
  func style() {
    self.backgroundColor = .white
    self.addButton.setTitle("Add", for: .normal)
    self.subButton.setTitle("Sub", for: .normal)
  }

  // update
  func update(oldModel: CounterViewModel?) {
    self.counterLabel.text = self.model?.countDescription
    self.setNeedsLayout()
  }

  // layout
  override func layoutSubviews() {
    self.counterLabel.sizeToFit()
    self.addButton.frame = CGRect(x: 0, y: 100, width: 100, height: 44)
    self.subButton.frame = CGRect(x: 100, y: 100, width: 100, height: 44)
  }
}

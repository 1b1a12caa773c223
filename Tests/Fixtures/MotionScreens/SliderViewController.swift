import UIKit

/// A slider of one's own, as a control that tracks a finger.
final class RangeControl: UIControl {
  private let track = UIView()
  private let fill = UIView()
  private let thumb = UIView()

  private(set) var value: CGFloat = 0.5 {
    didSet { setNeedsLayout() }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    track.backgroundColor = .systemGray4
    track.layer.cornerRadius = 3
    fill.backgroundColor = .systemOrange
    fill.layer.cornerRadius = 3
    thumb.backgroundColor = .white
    thumb.layer.cornerRadius = 16
    thumb.layer.shadowOpacity = 0.3
    thumb.layer.shadowRadius = 3
    thumb.layer.shadowOffset = CGSize(width: 0, height: 2)
    thumb.accessibilityIdentifier = "slider.thumb"
    for each in [track, fill, thumb] {
      each.isUserInteractionEnabled = false
      addSubview(each)
    }
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 44)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let x = 16 + (bounds.width - 32) * value
    track.frame = CGRect(x: 16, y: bounds.midY - 3, width: bounds.width - 32, height: 6)
    fill.frame = CGRect(x: 16, y: bounds.midY - 3, width: x - 16, height: 6)
    // Not its frame, which is another one while it is larger.
    thumb.bounds = CGRect(x: 0, y: 0, width: 32, height: 32)
    thumb.center = CGPoint(x: x, y: bounds.midY)
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard thumb.frame.insetBy(dx: -16, dy: -16).contains(touch.location(in: self)) else { return false }
    UIView.animate(withDuration: 0.15) { self.thumb.transform = CGAffineTransform(scaleX: 1.2, y: 1.2) }
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let x = touch.location(in: self).x
    value = max(0, min(1, (x - 16) / (bounds.width - 32)))
    sendActions(for: .valueChanged)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    UIView.animate(withDuration: 0.15) { self.thumb.transform = .identity }
    sendActions(for: .editingDidEnd)
  }

  override func cancelTracking(with event: UIEvent?) {
    UIView.animate(withDuration: 0.15) { self.thumb.transform = .identity }
  }
}

final class SliderViewController: UIViewController {
  private let slider = RangeControl()
  private let valueLabel = UILabel()
  private let stateLabel = UILabel()
  private let bubble = UIView()
  private let brightness = UISlider()
  private let switchControl = UISwitch()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    slider.accessibilityIdentifier = "slider"
    slider.accessibilityLabel = "Volume"
    slider.addTarget(self, action: SliderViewController.sliderChanged, for: .valueChanged)
    slider.addTarget(self, action: SliderViewController.sliderEnded, for: .editingDidEnd)
    valueLabel.text = "50 %"
    valueLabel.accessibilityIdentifier = "slider.value"
    stateLabel.text = "At rest"
    stateLabel.accessibilityIdentifier = "slider.state"
    brightness.value = 0.3
    brightness.accessibilityLabel = "Brightness"
    brightness.addTarget(self, action: SliderViewController.brightnessChanged, for: .valueChanged)
    switchControl.accessibilityLabel = "Mute"
    switchControl.accessibilityIdentifier = "slider.mute"
    switchControl.addTarget(self, action: SliderViewController.muteChanged, for: .valueChanged)
    let stack = UIStackView(arrangedSubviews: [valueLabel, slider, stateLabel, brightness, switchControl])
    stack.axis = .vertical
    stack.spacing = 24
    stack.alignment = .fill
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    let guide = view.layoutMarginsGuide
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 40),
      stack.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
    ])
  }

  private func sliderChanged() {
    valueLabel.text = "\(Int((slider.value * 100).rounded())) %"
    stateLabel.text = slider.isTracking ? "Tracking" : "Not tracking"
  }

  private func sliderEnded() {
    stateLabel.text = "At rest"
  }

  private func brightnessChanged(_ sender: UISlider) {
    view.backgroundColor = UIColor(white: CGFloat(0.7 + 0.3 * sender.value), alpha: 1)
  }

  private func muteChanged(_ sender: UISwitch) {
    stateLabel.text = sender.isOn ? "Muted" : "Loud"
  }
}

import Tempura
import UIKit

struct PaymentViewModel: ViewModelWithState {
  let total: String
  let address: String
  let isPaying: Bool

  init?(state: ShopState) {
    total = state.total.price
    address = [state.address.name, state.address.street, "\(state.address.postcode) \(state.address.city)"]
      .joined(separator: "\n")
    isPaying = state.isPaying
  }
}

final class PaymentView: UIView, ViewControllerModellableView {
  private let addressLabel = UILabel()
  private let totalLabel = UILabel()
  private let spinnerView = RingSpinnerView()
  private let payButton = UIButton.filled(NSLocalizedString("Choose how to pay", comment: ""))
  private let topGuide = UILayoutGuide()
  private let bottomGuide = UILayoutGuide()

  var didTapPay: Interaction?

  func setup() {
    addLayoutGuide(topGuide)
    addLayoutGuide(bottomGuide)
    payButton.addTarget(self, action: PaymentView.pay, for: .touchUpInside)
    [addressLabel, totalLabel, spinnerView, payButton].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      addSubview($0)
    }
    NSLayoutConstraint.activate([
      addressLabel.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor, constant: 16),
      addressLabel.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      addressLabel.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
      topGuide.topAnchor.constraint(equalTo: addressLabel.bottomAnchor),
      totalLabel.topAnchor.constraint(equalTo: topGuide.bottomAnchor),
      totalLabel.centerXAnchor.constraint(equalTo: centerXAnchor),
      spinnerView.topAnchor.constraint(equalTo: totalLabel.bottomAnchor, constant: 24),
      spinnerView.centerXAnchor.constraint(equalTo: centerXAnchor),
      spinnerView.widthAnchor.constraint(equalToConstant: 64),
      spinnerView.heightAnchor.constraint(equalToConstant: 64),
      bottomGuide.topAnchor.constraint(equalTo: spinnerView.bottomAnchor),
      bottomGuide.heightAnchor.constraint(equalTo: topGuide.heightAnchor),
      payButton.topAnchor.constraint(equalTo: bottomGuide.bottomAnchor),
      payButton.leadingAnchor.constraint(equalTo: addressLabel.leadingAnchor),
      payButton.trailingAnchor.constraint(equalTo: addressLabel.trailingAnchor),
      payButton.bottomAnchor.constraint(equalTo: safeAreaLayoutGuide.bottomAnchor, constant: -16),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    addressLabel.numberOfLines = 0
    addressLabel.textColor = .secondaryLabel
    totalLabel.font = .systemFont(ofSize: 34, weight: .bold)
  }

  func update(oldModel: PaymentViewModel?) {
    guard let model = model else { return }
    addressLabel.text = model.address
    totalLabel.text = model.total
    payButton.isEnabled = !model.isPaying
    spinnerView.isHidden = !model.isPaying
    if model.isPaying { spinnerView.startAnimating() } else { spinnerView.stopAnimating() }
  }

  private func pay() {
    didTapPay?()
  }
}

/// A ring that turns, drawn by a shape layer.
final class RingSpinnerView: UIView {
  private let trackLayer = CAShapeLayer()
  private let ringLayer = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    for (ring, color) in [(trackLayer, UIColor.systemGray5), (ringLayer, Palette.tint)] {
      ring.fillColor = UIColor.clear.cgColor
      ring.strokeColor = color.cgColor
      ring.lineWidth = 6
      ring.lineCap = .round
      layer.addSublayer(ring)
    }
    ringLayer.strokeEnd = 0.3
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let path = UIBezierPath(ovalIn: bounds.insetBy(dx: 4, dy: 4)).cgPath
    for ring in [trackLayer, ringLayer] {
      ring.frame = bounds
      ring.path = path
    }
  }

  func startAnimating() {
    let rotation = CABasicAnimation(keyPath: "transform.rotation.z")
    rotation.fromValue = 0
    rotation.toValue = CGFloat.pi * 2
    rotation.duration = 1
    rotation.repeatCount = .infinity
    rotation.timingFunction = CAMediaTimingFunction(name: .linear)
    ringLayer.add(rotation, forKey: "rotation")
  }

  func stopAnimating() {
    ringLayer.removeAnimation(forKey: "rotation")
  }
}

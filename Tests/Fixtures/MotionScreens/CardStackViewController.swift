import UIKit

final class CardView: UIView {
  let titleLabel = UILabel()

  init(title: String, color: UIColor) {
    super.init(frame: .zero)
    backgroundColor = color
    layer.cornerRadius = 16
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.2
    layer.shadowRadius = 8
    layer.shadowOffset = CGSize(width: 0, height: 4)
    titleLabel.text = title
    titleLabel.textColor = .white
    titleLabel.font = .boldSystemFont(ofSize: 32)
    titleLabel.textAlignment = .center
    addSubview(titleLabel)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    titleLabel.frame = bounds
  }
}

final class CardStackViewController: UIViewController, UIGestureRecognizerDelegate {
  private let colors: [UIColor] = [.systemRed, .systemOrange, .systemGreen, .systemBlue, .systemPurple]
  private var cards: [CardView] = []
  private var nextNumber = 1
  private let statusLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    statusLabel.accessibilityIdentifier = "cards.status"
    statusLabel.textAlignment = .center
    statusLabel.text = "Swipe a card"
    view.addSubview(statusLabel)
    for _ in 0..<3 { addCard() }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let safe = view.safeAreaInsets
    statusLabel.frame = CGRect(x: 20, y: safe.top + 12, width: view.bounds.width - 40, height: 24)
    for card in cards where card.transform.isIdentity || card !== cards.first {
      card.bounds = CGRect(x: 0, y: 0, width: view.bounds.width - 80, height: 380)
      card.center = CGPoint(x: view.bounds.midX, y: safe.top + 60 + 190)
    }
    arrange()
  }

  private func addCard() {
    let card = CardView(title: "Card \(nextNumber)", color: colors[nextNumber % colors.count])
    card.accessibilityIdentifier = "card.\(nextNumber)"
    nextNumber += 1
    let pan = UIPanGestureRecognizer(target: self, action: CardStackViewController.pan)
    pan.delegate = self
    card.addGestureRecognizer(pan)
    card.isUserInteractionEnabled = cards.isEmpty
    cards.append(card)
    view.insertSubview(card, at: 0)
  }

  /// The cards below the first one are smaller and lower.
  private func arrange() {
    for (index, card) in cards.enumerated() where index > 0 {
      let scale = 1 - 0.06 * CGFloat(index)
      card.transform = CGAffineTransform(translationX: 0, y: 26 * CGFloat(index)).scaledBy(x: scale, y: scale)
    }
  }

  private func pan(_ recognizer: UIPanGestureRecognizer) {
    guard let card = recognizer.view as? CardView else { return }
    let translation = recognizer.translation(in: view)
    switch recognizer.state {
    case .began, .changed:
      let angle = translation.x / view.bounds.width * .pi / 8
      card.transform = CGAffineTransform(translationX: translation.x, y: translation.y).rotated(by: angle)
      statusLabel.text = "Dragging \(Int(translation.x))"
    case .ended:
      let velocity = recognizer.velocity(in: view)
      if abs(translation.x) > 120 || abs(velocity.x) > 800 {
        fling(card, translation: translation, velocity: velocity)
      } else {
        returnToPlace(card, velocity: velocity)
      }
    case .cancelled, .failed:
      returnToPlace(card, velocity: .zero)
    default:
      break
    }
  }

  private func fling(_ card: CardView, translation: CGPoint, velocity: CGPoint) {
    let direction: CGFloat = translation.x + velocity.x * 0.1 > 0 ? 1 : -1
    let distance = view.bounds.width * 1.4 * direction
    let duration = min(0.4, max(0.15, abs(distance - translation.x) / max(abs(velocity.x), 1)))
    UIView.animate(
      withDuration: duration, delay: 0, options: [.curveEaseOut],
      animations: {
        card.transform = CGAffineTransform(translationX: distance, y: translation.y + velocity.y * CGFloat(duration))
          .rotated(by: direction * .pi / 6)
      },
      completion: { _ in
        card.removeFromSuperview()
        self.statusLabel.text = "\(card.titleLabel.text ?? "") went \(direction > 0 ? "right" : "left")"
      })
    cards.removeFirst()
    addCard()
    view.setNeedsLayout()
    view.layoutIfNeeded()
    cards.first?.isUserInteractionEnabled = true
    UIView.animate(
      withDuration: 0.5, delay: 0.05, usingSpringWithDamping: 0.6, initialSpringVelocity: 0, options: [],
      animations: {
        self.cards.first?.transform = .identity
        self.arrange()
      })
  }

  private func returnToPlace(_ card: CardView, velocity: CGPoint) {
    UIView.animate(
      withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.55, initialSpringVelocity: abs(velocity.x) / 400,
      options: [.allowUserInteraction, .curveEaseOut],
      animations: { card.transform = .identity },
      completion: { finished in
        if finished { self.statusLabel.text = "Back again" }
      })
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let pan = gestureRecognizer as? UIPanGestureRecognizer else { return true }
    let velocity = pan.velocity(in: view)
    return abs(velocity.x) >= abs(velocity.y) * 0.5
  }
}

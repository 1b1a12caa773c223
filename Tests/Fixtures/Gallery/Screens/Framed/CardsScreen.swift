import UIKit

/// Cards with shadows and gradients, in as many columns as fit.
final class CardsScreen: FramedScreenView {
  private let cards = [
    OfferCard("Lisbon", "Seven nights by the river, with breakfast", [.systemIndigo, .black]),
    OfferCard("Reykjavík", "Hot springs, and a chance of northern lights", [.systemTeal, .black]),
    OfferCard(
      "Llanfairpwllgwyngyll", "The longest name of a station in Europe, and a very good tea room", [.brown, .black]),
  ]

  override func addExamples() {
    for card in cards {
      note(card.button, .touchUpInside) { _ in "\(card.name) was booked" }
      scrollView.addSubview(card)
    }
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let columns = max(1, Int(width / 360))
    let cardWidth = (width - margin * CGFloat(columns + 1)) / CGFloat(columns)
    var y = margin
    for start in stride(from: 0, to: cards.count, by: columns) {
      let row = cards[start..<min(start + columns, cards.count)]
      let height = row.map { $0.height(forWidth: cardWidth) }.max() ?? 0
      for (column, card) in row.enumerated() {
        card.frame = CGRect(
          x: margin + CGFloat(column) * (cardWidth + margin), y: y, width: cardWidth, height: height)
      }
      y += height + margin
    }
    return y
  }
}

/// A card: a picture with a name on it, a text, and a button.
private final class OfferCard: UIView {
  let name: String
  let button = UIButton(type: .system)
  private let banner = UIView()
  private let gradient = CAGradientLayer()
  private let nameLabel: UILabel
  private let textLabel: UILabel

  init(_ name: String, _ text: String, _ colors: [UIColor]) {
    self.name = name
    nameLabel = UILabel(name, font: .systemFont(ofSize: 24, weight: .bold), color: .white)
    textLabel = UILabel(text, font: .systemFont(ofSize: 16))
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 16
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.25
    layer.shadowRadius = 8
    layer.shadowOffset = CGSize(width: 0, height: 4)
    banner.backgroundColor = .black
    banner.clipsToBounds = true
    banner.layer.cornerRadius = 16
    banner.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    gradient.colors = colors.map(\.cgColor)
    gradient.startPoint = CGPoint(x: 0, y: 0)
    gradient.endPoint = CGPoint(x: 1, y: 1)
    banner.layer.insertSublayer(gradient, at: 0)
    nameLabel.adjustsFontSizeToFitWidth = true
    nameLabel.numberOfLines = 1
    button.setTitle("Book", for: .normal)
    button.accessibilityLabel = "Book \(name)"
    for view in [banner, nameLabel, textLabel, button] { addSubview(view) }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    banner.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 120)
    gradient.frame = banner.bounds
    nameLabel.frame = CGRect(x: 16, y: 78, width: bounds.width - 32, height: 32)
    textLabel.frame = CGRect(
      x: 16, y: 132, width: bounds.width - 32, height: textLabel.height(forWidth: bounds.width - 32))
    button.sizeToFit()
    let width = max(64, button.bounds.width)
    button.frame = CGRect(x: bounds.width - width - 8, y: bounds.height - 52, width: width, height: 44)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 132 + textLabel.height(forWidth: size.width - 32) + 60)
  }
}

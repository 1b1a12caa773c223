import UIKit

/// The front of the card.
final class CardFaceView: BaseView {
  let statusLabel = UILabel()
  private let brandLabel = UILabel()
  private let chipView = ChipView()
  private let numberLabel = UILabel()
  private let holderLabel = UILabel()

  /// Whether the card looks unusable.
  var isBlocked = false {
    didSet { backgroundColor = isBlocked ? Palette.blockedCard : Palette.card }
  }

  override func initialize() {
    brandLabel.text = "tempura"
    brandLabel.font = .systemFont(ofSize: 20, weight: .bold)
    numberLabel.text = "••••  4821"
    numberLabel.accessibilityLabel = NSLocalizedString("Card number ending in 4821", comment: "Read aloud")
    numberLabel.font = .systemFont(ofSize: 20, weight: .medium)
    holderLabel.text = "Ada Marini"
    holderLabel.font = .systemFont(ofSize: 15)
    statusLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    for label in [brandLabel, numberLabel, holderLabel, statusLabel] {
      label.textColor = .white
      addSubview(label)
    }
    addSubview(chipView)
    // A card is printed the same way in all languages.
    semanticContentAttribute = .forceLeftToRight
    backgroundColor = Palette.card
    layer.cornerRadius = 18
  }
}

/// The chip of the card.
final class ChipView: UIView {}

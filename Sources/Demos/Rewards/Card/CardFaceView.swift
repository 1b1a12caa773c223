import UIKit

/// The card itself, as it lies on the table.
final class CardFaceView: BaseView {
  let statusLabel = UILabel()
  private let brandLabel = UILabel()
  private let chipView = ChipView()
  private let numberLabel = UILabel()
  private let holderLabel = UILabel()

  /// Whether the card looks as if it cannot be used.
  var isBlocked = false {
    didSet { backgroundColor = isBlocked ? Palette.blockedCard : Palette.card }
  }

  override func initialize() {
    brandLabel.text = "tempura"
    brandLabel.font = .systemFont(ofSize: 20, weight: .bold)
    numberLabel.text = "••••  4821"
    numberLabel.accessibilityLabel = "Card number ending in 4821"
    numberLabel.font = .systemFont(ofSize: 20, weight: .medium)
    holderLabel.text = "Ada Marini"
    holderLabel.font = .systemFont(ofSize: 15)
    statusLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    for label in [brandLabel, numberLabel, holderLabel, statusLabel] {
      label.textColor = .white
      addSubview(label)
    }
    addSubview(chipView)
    // Cards are printed alike for everybody.
    semanticContentAttribute = .forceLeftToRight
    backgroundColor = Palette.card
    layer.cornerRadius = 18
  }
}

/// The contacts of the card.
final class ChipView: UIView {}

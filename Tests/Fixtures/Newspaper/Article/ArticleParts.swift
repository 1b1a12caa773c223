import UIKit

/// A quotation, with a bar that a frame places beside a label that constraints place.
final class QuoteView: UIView {
  let label = UILabel()
  private let bar = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    bar.backgroundColor = .accent
    label.numberOfLines = 0
    label.translatesAutoresizingMaskIntoConstraints = false
    addSubview(bar)
    addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: topAnchor, constant: 8),
      bottomAnchor.constraint(equalTo: label.bottomAnchor, constant: 8),
      label.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 20),
      label.trailingAnchor.constraint(equalTo: trailingAnchor),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    bar.frame = CGRect(x: isRightToLeft ? bounds.width - 4 : 0, y: 0, width: 4, height: bounds.height)
  }
}

final class FigureView: UIView {
  let imageView = UIImageView()
  let captionLabel = UILabel()
  var didTap: (() -> Void)?

  init(image: UIImage, caption: String) {
    super.init(frame: .zero)
    imageView.image = image
    imageView.contentMode = .scaleAspectFit
    imageView.isUserInteractionEnabled = true
    imageView.accessibilityLabel = caption
    imageView.layer.cornerRadius = 6
    imageView.clipsToBounds = true
    captionLabel.text = caption
    captionLabel.font = .preferredFont(forTextStyle: .caption1)
    captionLabel.textColor = .secondaryLabel
    captionLabel.numberOfLines = 0
    for view in [imageView, captionLabel] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    imageView.addGestureRecognizer(UITapGestureRecognizer(target: self, action: FigureView.tapped))
    NSLayoutConstraint.activate([
      imageView.topAnchor.constraint(equalTo: topAnchor),
      imageView.leadingAnchor.constraint(equalTo: leadingAnchor),
      imageView.trailingAnchor.constraint(equalTo: trailingAnchor),
      imageView.heightAnchor.constraint(
        equalTo: imageView.widthAnchor, multiplier: image.size.height / image.size.width),
      captionLabel.topAnchor.constraint(equalTo: imageView.bottomAnchor, constant: 6),
      captionLabel.leadingAnchor.constraint(equalTo: leadingAnchor),
      captionLabel.trailingAnchor.constraint(equalTo: trailingAnchor),
      captionLabel.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private func tapped() { didTap?() }
}

final class StoryCard: UIControl {
  let story: Story

  init(story: Story) {
    self.story = story
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 10
    layer.cornerCurve = .continuous
    let imageView = UIImageView(image: Art.picture(story.id))
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    imageView.layer.cornerRadius = 6
    imageView.isAccessibilityElement = false
    let label = UILabel()
    label.text = story.headline
    label.font = .headline(.subheadline)
    label.numberOfLines = 3
    let chevron = UIImageView(image: UIImage(systemName: "chevron.forward"))
    chevron.tintColor = .tertiaryLabel
    chevron.isAccessibilityElement = false
    chevron.setContentHuggingPriority(.required, for: .horizontal)
    let stack = UIStackView(arrangedSubviews: [imageView, label, chevron])
    stack.alignment = .center
    stack.spacing = 12
    stack.isUserInteractionEnabled = false
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 10, leading: 10, bottom: 10, trailing: 14)
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      imageView.widthAnchor.constraint(equalToConstant: 72), imageView.heightAnchor.constraint(equalToConstant: 54),
      stack.topAnchor.constraint(equalTo: topAnchor), stack.bottomAnchor.constraint(equalTo: bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: leadingAnchor), stack.trailingAnchor.constraint(equalTo: trailingAnchor),
    ])
    isAccessibilityElement = true
    accessibilityLabel = story.headline
    accessibilityTraits = .button
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.6 : 1 } }
}

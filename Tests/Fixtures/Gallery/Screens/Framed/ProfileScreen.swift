import UIKit

/// A header that stays at the top and shrinks as the content scrolls.
final class ProfileScreen: FramedScreenView {
  private let header = UIView()
  private let avatar = UILabel("AL", font: .systemFont(ofSize: 28, weight: .semibold), color: Palette.onFilled)
  private let nameLabel = UILabel("Ada Lovelace", font: .systemFont(ofSize: 22, weight: .bold))
  private let scrollButton = UIButton(type: .system)
  private let paragraphs = (1...30).map { number in
    UILabel(
      "\(number). The Analytical Engine has no pretensions to originate anything. It can do whatever we know how to order "
        + "it to perform.",
      font: .systemFont(ofSize: 16))
  }

  private enum Metrics {
    static let tall: CGFloat = 150
    static let low: CGFloat = 64
  }

  override func addExamples() {
    avatar.textAlignment = .center
    avatar.backgroundColor = Palette.filled
    avatar.clipsToBounds = true
    nameLabel.numberOfLines = 1
    scrollButton.setTitle("Scroll", for: .normal)
    note(scrollButton, .touchUpInside) { [unowned self] _ in scroll() }
    header.backgroundColor = .secondarySystemBackground
    for view in [avatar, nameLabel, scrollButton] { header.addSubview(view) }
    for label in paragraphs { scrollView.addSubview(label) }
    scrollView.delegate = self
    scrollView.contentInset.top = Metrics.tall
    scrollView.contentOffset.y = -Metrics.tall
    addSubview(header)
  }

  private func scroll() -> String {
    let isAtTop = scrollView.contentOffset.y <= -Metrics.tall
    scrollView.setContentOffset(CGPoint(x: 0, y: isAtTop ? 120 : -Metrics.tall), animated: true)
    return isAtTop ? "The header shrank" : "The header grew"
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let height = min(Metrics.tall, max(Metrics.low, -scrollView.contentOffset.y))
    header.frame = CGRect(x: 0, y: scrollView.frame.minY, width: width, height: height)
    layOutHeader(progress: (height - Metrics.low) / (Metrics.tall - Metrics.low))
    var y = margin
    for label in paragraphs {
      label.frame = CGRect(
        x: margin, y: y, width: width - 2 * margin, height: label.height(forWidth: width - 2 * margin))
      y = label.frame.maxY + 12
    }
    return y
  }

  /// Places the parts of the header.
  ///
  /// - Parameter progress: 1 if the header is tall, 0 if it is low.
  private func layOutHeader(progress: CGFloat) {
    let side = 44 + 36 * progress
    avatar.frame = CGRect(x: margin, y: 10 + 6 * progress, width: side, height: side)
    avatar.layer.cornerRadius = side / 2
    avatar.font = .systemFont(ofSize: 16 + 12 * progress, weight: .semibold)
    scrollButton.frame = CGRect(x: header.bounds.width - 96, y: 10, width: 80, height: 44)
    nameLabel.sizeToFit()
    nameLabel.frame.origin = CGPoint(
      x: margin + (side + 12) * (1 - progress),
      y: progress * 106 + (1 - progress) * (header.bounds.height - nameLabel.bounds.height) / 2)
  }
}

extension ProfileScreen: UIScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) { setNeedsLayout() }
}

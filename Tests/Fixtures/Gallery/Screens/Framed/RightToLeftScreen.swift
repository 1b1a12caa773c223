import UIKit

/// A player in Arabic: frames are mirrored by the app, as on iOS.
final class RightToLeftScreen: FramedScreenView {
  private let player = PlayerView()

  override func addExamples() {
    player.semanticContentAttribute = .forceRightToLeft
    note(player.button, .touchUpInside) { [unowned self] button in
      button.isSelected.toggle()
      player.setNeedsLayout()
      return button.isSelected ? "The song is played" : "The song is paused"
    }
    scrollView.addSubview(player)
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let playerWidth = min(width - 2 * margin, 480)
    player.frame = CGRect(
      x: (width - playerWidth) / 2, y: margin, width: playerWidth, height: player.height(forWidth: playerWidth))
    return player.frame.maxY + margin
  }
}

/// A cover at the leading side, texts beside it, and the time and a button below them.
private final class PlayerView: UIView {
  let button = UIButton(type: .custom)
  private let cover = UIView()
  private let titleLabel = UILabel("فيروز – نسم علينا الهوى", font: .systemFont(ofSize: 20, weight: .bold))
  private let textLabel = UILabel(
    "أغنية من عام ١٩٦٨، كلمات الأخوين رحباني وألحانهما (the Rahbani brothers).", font: .systemFont(ofSize: 16),
    color: Palette.secondary)
  private let timeLabel = UILabel("٢:٤٥", font: .systemFont(ofSize: 15), color: Palette.secondary)

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 16
    cover.backgroundColor = Palette.tile
    cover.layer.cornerRadius = 8
    for label in [titleLabel, textLabel, timeLabel] { label.textAlignment = .right }
    button.setTitle("تشغيل", for: .normal)
    button.setTitle("إيقاف", for: .selected)
    button.setTitleColor(Palette.onFilled, for: .normal)
    button.backgroundColor = Palette.filled
    button.layer.cornerRadius = 22
    for view in [cover, titleLabel, textLabel, timeLabel, button] { addSubview(view) }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    place(width: bounds.width)
    if effectiveUserInterfaceLayoutDirection == .rightToLeft {
      for view in subviews { view.frame.origin.x = bounds.width - view.frame.maxX }
    }
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: place(width: size.width))
  }

  /// Places the subviews from left to right.
  ///
  /// - Returns: The height of the view.
  @discardableResult private func place(width: CGFloat) -> CGFloat {
    cover.frame = CGRect(x: 16, y: 16, width: 72, height: 72)
    let x = cover.frame.maxX + 16
    let textWidth = width - x - 16
    titleLabel.frame = CGRect(x: x, y: 16, width: textWidth, height: titleLabel.height(forWidth: textWidth))
    textLabel.frame = CGRect(
      x: x, y: titleLabel.frame.maxY + 6, width: textWidth, height: textLabel.height(forWidth: textWidth))
    let bottom = max(cover.frame.maxY, textLabel.frame.maxY) + 16
    timeLabel.sizeToFit()
    timeLabel.frame = CGRect(x: 16, y: bottom, width: timeLabel.bounds.width, height: 44)
    button.frame = CGRect(x: width - 136, y: bottom, width: 120, height: 44)
    return bottom + 60
  }
}

import UIKit

final class ChatCell: UITableViewCell {
  static let reuseIdentifier = "ChatCell"
  static let height: CGFloat = 84

  private let avatarView = AvatarView()
  private let nameLabel = UILabel()
  private let previewLabel = UILabel()
  private let timeLabel = UILabel()
  private let badgeLabel = BadgeLabel()
  private let muteImageView = UIImageView(image: UIImage(systemName: "bell.slash.fill"))

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    nameLabel.font = .systemFont(ofSize: 17, weight: .semibold)
    previewLabel.font = .systemFont(ofSize: 15)
    previewLabel.textColor = .secondaryLabel
    previewLabel.numberOfLines = 2
    timeLabel.font = .systemFont(ofSize: 13)
    timeLabel.textColor = .secondaryLabel
    badgeLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    badgeLabel.textColor = .white
    badgeLabel.backgroundColor = Theme.accent
    badgeLabel.textAlignment = .center
    muteImageView.tintColor = .tertiaryLabel
    muteImageView.contentMode = .scaleAspectFit
    muteImageView.accessibilityLabel = NSLocalizedString("Muted", comment: "")
    separatorInset = UIEdgeInsets(top: 0, left: 84, bottom: 0, right: 0)
    for view in [avatarView, nameLabel, previewLabel, timeLabel, badgeLabel, muteImageView] {
      contentView.addSubview(view)
    }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func prepareForReuse() {
    super.prepareForReuse()
    badgeLabel.isHidden = true
    muteImageView.isHidden = true
  }

  func configure(with model: ChatCellModel) {
    avatarView.name = model.title
    nameLabel.text = model.title
    previewLabel.text = model.preview
    timeLabel.text = model.time
    timeLabel.textColor = model.unread > 0 ? Theme.accent : .secondaryLabel
    badgeLabel.text = model.unread > 99 ? "99+" : "\(model.unread)"
    badgeLabel.backgroundColor = model.isMuted ? .systemGray : Theme.accent
    badgeLabel.isHidden = model.unread == 0
    muteImageView.isHidden = !model.isMuted
    backgroundColor = model.isPinned ? .secondarySystemBackground : .systemBackground
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let content = contentView.bounds.inset(by: UIEdgeInsets(top: 12, left: 16, bottom: 12, right: 16))
    let (left, right) = content.divided(atDistance: 56, from: .minXEdge)
    avatarView.frame = CGRect(x: left.minX, y: left.midY - 28, width: 56, height: 56)
    let area = right.inset(by: UIEdgeInsets(top: 0, left: 12, bottom: 0, right: 0))

    timeLabel.sizeToFit()
    timeLabel.frame.origin = CGPoint(x: area.maxX - timeLabel.frame.width, y: area.minY + 2)
    let muteWidth: CGFloat = muteImageView.isHidden ? 0 : 20
    let nameSize = nameLabel.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: 22))
    let nameWidth = min(nameSize.width, timeLabel.frame.minX - 8 - muteWidth - area.minX)
    nameLabel.frame = CGRect(x: area.minX, y: area.minY, width: nameWidth, height: 22)
    muteImageView.frame = CGRect(x: nameLabel.frame.maxX + 4, y: area.minY + 4, width: 14, height: 14)

    let badgeSize = badgeLabel.isHidden ? .zero : badgeLabel.sizeThatFits(.zero)
    badgeLabel.frame = CGRect(
      x: area.maxX - badgeSize.width, y: area.minY + 28, width: badgeSize.width, height: badgeSize.height)
    let previewWidth = area.width - (badgeLabel.isHidden ? 0 : badgeSize.width + 8)
    let previewHeight = previewLabel.sizeThatFits(CGSize(width: previewWidth, height: .greatestFiniteMagnitude)).height
    previewLabel.frame = CGRect(
      x: area.minX, y: nameLabel.frame.maxY + 2, width: previewWidth, height: min(previewHeight, area.height - 24))
  }
}

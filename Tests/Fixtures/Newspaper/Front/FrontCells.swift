import UIKit

final class StoryCell: UICollectionViewCell {
  static let reuseIdentifier = "StoryCell"

  private let imageView = UIImageView()
  private let kickerLabel = UILabel()
  private let headlineLabel = UILabel()
  private let summaryLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .systemBackground
    contentView.layer.cornerRadius = 8
    contentView.layer.masksToBounds = true
    layer.shadowColor = UIColor.black.cgColor
    layer.shadowOpacity = 0.15
    layer.shadowRadius = 4
    layer.shadowOffset = CGSize(width: 0, height: 2)
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    imageView.isAccessibilityElement = false
    kickerLabel.font = .kicker
    kickerLabel.textColor = .accent
    summaryLabel.font = .preferredFont(forTextStyle: .footnote)
    summaryLabel.textColor = .secondaryLabel
    headlineLabel.numberOfLines = 3
    summaryLabel.numberOfLines = 0
    for label in [kickerLabel, headlineLabel, summaryLabel] {
      label.adjustsFontForContentSizeCategory = true
      label.textAlignment = .natural
    }
    [imageView, kickerLabel, headlineLabel, summaryLabel].forEach(contentView.addSubview)
    selectedBackgroundView = UIView()
    selectedBackgroundView?.backgroundColor = .systemFill
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func prepareForReuse() {
    super.prepareForReuse()
    imageView.image = nil
  }

  func configure(with story: Story) {
    imageView.image = Art.picture(story.id)
    kickerLabel.text = story.desk.title.localizedUppercase
    headlineLabel.text = story.headline
    summaryLabel.text = story.summary
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let isRow = bounds.height < 150
    headlineLabel.font = .headline(bounds.height > 300 ? .title1 : .headline)
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let side = bounds.height
    if isRow {
      imageView.frame = CGRect(x: isRightToLeft ? bounds.width - side : 0, y: 0, width: side, height: side)
    } else {
      imageView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height * 0.5)
    }
    var area = isRow ? bounds : bounds.inset(by: UIEdgeInsets(top: imageView.frame.maxY, left: 0, bottom: 0, right: 0))
    if isRow {
      area.size.width -= side
      if !isRightToLeft { area.origin.x += side }
    }
    area = area.insetBy(dx: 10, dy: 8)
    var y = area.minY
    for label in [kickerLabel, headlineLabel, summaryLabel] {
      let size = label.sizeThatFits(CGSize(width: area.width, height: .greatestFiniteMagnitude))
      let height = max(0, min(size.height, area.maxY - y))
      label.frame = CGRect(x: area.minX, y: y, width: area.width, height: height)
      y += height + 4
    }
    layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: 8).cgPath
  }
}

final class HeaderView: UICollectionReusableView {
  static let reuseIdentifier = "HeaderView"

  let titleLabel = UILabel()
  private let line = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .paper
    titleLabel.font = .headline(.title3)
    titleLabel.adjustsFontForContentSizeCategory = true
    titleLabel.accessibilityTraits = .header
    line.backgroundColor = .accent
    titleLabel.translatesAutoresizingMaskIntoConstraints = false
    addSubview(titleLabel)
    addSubview(line)
    NSLayoutConstraint.activate([
      titleLabel.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
      titleLabel.centerYAnchor.constraint(equalTo: centerYAnchor),
      titleLabel.trailingAnchor.constraint(lessThanOrEqualTo: trailingAnchor, constant: -16),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 0, y: bounds.maxY - 2, width: bounds.width, height: 2)
  }
}

final class BreakingCell: UICollectionViewCell, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  static let reuseIdentifier = "BreakingCell"

  var stories: [Story] = [] { didSet { collectionView.reloadData() } }
  var didSelect: ((Story) -> Void)?

  private lazy var collectionView: UICollectionView = {
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.sectionInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
    layout.minimumLineSpacing = 12
    let view = UICollectionView(frame: contentView.bounds, collectionViewLayout: layout)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.backgroundColor = .clear
    view.showsHorizontalScrollIndicator = false
    view.register(NoticeCell.self, forCellWithReuseIdentifier: "NoticeCell")
    view.dataSource = self
    view.delegate = self
    return view
  }()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.addSubview(collectionView)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { stories.count }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "NoticeCell", for: indexPath) as! NoticeCell
    cell.configure(with: stories[indexPath.item])
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { CGSize(width: 220, height: collectionView.bounds.height) }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.deselectItem(at: indexPath, animated: true)
    didSelect?(stories[indexPath.item])
  }
}

/// A short story whose views stand by constraints.
final class NoticeCell: UICollectionViewCell {
  private let dot = UIView()
  private let timeLabel = UILabel()
  private let headlineLabel = UILabel()
  private let arrow = UIImageView(
    image: UIImage(systemName: "arrow.right")?.imageFlippedForRightToLeftLayoutDirection())

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .accent
    contentView.layer.cornerRadius = 12
    dot.backgroundColor = .white
    dot.layer.cornerRadius = 5
    timeLabel.font = .preferredFont(forTextStyle: .caption1)
    timeLabel.textColor = UIColor.white.withAlphaComponent(0.8)
    headlineLabel.font = .preferredFont(forTextStyle: .headline)
    headlineLabel.textColor = .white
    headlineLabel.numberOfLines = 4
    arrow.tintColor = .white
    arrow.isAccessibilityElement = false
    for view in [dot, timeLabel, headlineLabel, arrow] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    let guide = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      dot.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      dot.centerYAnchor.constraint(equalTo: timeLabel.centerYAnchor),
      dot.widthAnchor.constraint(equalToConstant: 10), dot.heightAnchor.constraint(equalTo: dot.widthAnchor),
      timeLabel.leadingAnchor.constraint(equalToSystemSpacingAfter: dot.trailingAnchor, multiplier: 1),
      timeLabel.topAnchor.constraint(equalTo: guide.topAnchor, constant: 4),
      headlineLabel.topAnchor.constraint(equalToSystemSpacingBelow: timeLabel.bottomAnchor, multiplier: 1),
      headlineLabel.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      headlineLabel.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      arrow.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      arrow.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(with story: Story) {
    timeLabel.text = DateFormatter.localizedString(from: story.date, dateStyle: .medium, timeStyle: .short)
    headlineLabel.text = story.headline
  }
}

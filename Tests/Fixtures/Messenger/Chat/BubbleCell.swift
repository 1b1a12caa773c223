import UIKit

final class BubbleCell: UITableViewCell {
  static let reuseIdentifier = "BubbleCell"

  private let bubbleView = UIView()
  private let tailLayer = CAShapeLayer()
  private let senderLabel = UILabel()
  private let quoteView = UIView()
  private let quoteBar = UIView()
  private let quoteLabel = UILabel()
  private let textView = UITextView()
  private let pictureView = UIImageView()
  private let timeLabel = UILabel()
  private let ticksView = TicksView()
  private let reactionLabel = UILabel()
  private var model: BubbleModel?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    backgroundColor = .clear
    selectionStyle = .none
    bubbleView.layer.cornerRadius = 16
    bubbleView.layer.maskedCorners = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    contentView.layer.addSublayer(tailLayer)
    contentView.addSubview(bubbleView)
    contentView.addSubview(reactionLabel)
    for view in [senderLabel, quoteView, textView, pictureView, timeLabel, ticksView] { bubbleView.addSubview(view) }
    quoteView.addSubview(quoteBar)
    quoteView.addSubview(quoteLabel)
    textView.isEditable = false
    textView.isScrollEnabled = false
    textView.backgroundColor = .clear
    textView.textContainerInset = .zero
    textView.textContainer.lineFragmentPadding = 0
    senderLabel.font = .systemFont(ofSize: 13, weight: .semibold)
    senderLabel.textColor = Theme.accent
    quoteView.backgroundColor = UIColor.label.withAlphaComponent(0.06)
    quoteView.layer.cornerRadius = 6
    quoteView.clipsToBounds = true
    quoteBar.backgroundColor = Theme.accent
    quoteLabel.font = .systemFont(ofSize: 13)
    quoteLabel.textColor = .secondaryLabel
    pictureView.contentMode = .scaleAspectFill
    pictureView.clipsToBounds = true
    pictureView.layer.cornerRadius = 10
    pictureView.accessibilityLabel = NSLocalizedString("Photo", comment: "")
    timeLabel.font = .systemFont(ofSize: 11)
    timeLabel.textColor = .secondaryLabel
    timeLabel.textAlignment = .right
    reactionLabel.font = .systemFont(ofSize: 14)
    reactionLabel.textAlignment = .center
    reactionLabel.backgroundColor = .secondarySystemBackground
    reactionLabel.layer.cornerRadius = 13
    reactionLabel.layer.borderWidth = 1
    reactionLabel.layer.borderColor = UIColor.separator.cgColor
    reactionLabel.layer.masksToBounds = true
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(with model: BubbleModel) {
    self.model = model
    let color = model.isOutgoing ? Theme.outgoing : Theme.incoming
    bubbleView.backgroundColor = color
    tailLayer.fillColor = color.cgColor
    tailLayer.isHidden = !model.isLast
    senderLabel.text = model.sender
    senderLabel.isHidden = model.sender == nil
    quoteLabel.text = model.quote
    quoteView.isHidden = model.quote == nil
    textView.attributedText = BubbleLayout.text(of: model)
    textView.isHidden = model.picture != nil
    pictureView.image = model.picture.map { Theme.picture($0) }
    pictureView.isHidden = model.picture == nil
    timeLabel.text = model.time
    ticksView.status = model.status
    reactionLabel.text = model.reaction
    reactionLabel.isHidden = model.reaction == nil
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let model else { return }
    let layout = BubbleLayout(model, width: contentView.bounds.width)
    bubbleView.frame = layout.bubble
    senderLabel.frame = layout.sender
    quoteView.frame = layout.quote
    let (bar, rest) = quoteView.bounds.divided(atDistance: 3, from: .minXEdge)
    quoteBar.frame = bar
    quoteLabel.frame = rest.insetBy(dx: 8, dy: 4)
    textView.frame = layout.content
    pictureView.frame = layout.content
    let (ticks, time) = layout.footer.divided(atDistance: model.isOutgoing ? 20 : 0, from: .maxXEdge)
    ticksView.frame = ticks
    timeLabel.frame = time.insetBy(dx: 2, dy: 0)
    reactionLabel.frame = layout.reaction
    tailLayer.path = tailPath(for: layout.bubble, isOutgoing: model.isOutgoing).cgPath
  }

  private func tailPath(for bubble: CGRect, isOutgoing: Bool) -> UIBezierPath {
    let path = UIBezierPath()
    let edge = isOutgoing ? bubble.maxX : bubble.minX
    let direction: CGFloat = isOutgoing ? 1 : -1
    path.move(to: CGPoint(x: edge - 12 * direction, y: bubble.maxY))
    path.addQuadCurve(
      to: CGPoint(x: edge + 8 * direction, y: bubble.maxY), controlPoint: CGPoint(x: edge, y: bubble.maxY + 1))
    path.addQuadCurve(
      to: CGPoint(x: edge, y: bubble.maxY - 18), controlPoint: CGPoint(x: edge, y: bubble.maxY - 4))
    path.addLine(to: CGPoint(x: edge - 12 * direction, y: bubble.maxY - 18))
    path.close()
    return path
  }
}

final class TicksView: UIView {
  private let first = CAShapeLayer()
  private let second = CAShapeLayer()

  var status: Message.Status? {
    didSet {
      isHidden = status == nil
      second.isHidden = status != .read
      let color: UIColor = status == .read ? .systemBlue : .secondaryLabel
      for tick in [first, second] { tick.strokeColor = color.cgColor }
      first.opacity = status == .sending ? 0.3 : 1
      isAccessibilityElement = true
      accessibilityLabel =
        status == .read ? NSLocalizedString("Read", comment: "") : NSLocalizedString("Sent", comment: "")
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    for tick in [first, second] {
      tick.fillColor = nil
      tick.lineWidth = 1.5
      tick.lineCap = .round
      tick.lineJoin = .round
      layer.addSublayer(tick)
    }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    for (tick, x) in zip([first, second], [3.0, 8.0]) {
      let path = UIBezierPath()
      path.move(to: CGPoint(x: x, y: bounds.midY))
      path.addLine(to: CGPoint(x: x + 3, y: bounds.midY + 3))
      path.addLine(to: CGPoint(x: x + 9, y: bounds.midY - 4))
      tick.frame = bounds
      tick.path = path.cgPath
    }
  }
}

final class CapsuleCell: UITableViewCell {
  static let reuseIdentifier = "CapsuleCell"

  private let capsuleLabel = BadgeLabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    backgroundColor = .clear
    selectionStyle = .none
    isUserInteractionEnabled = false
    capsuleLabel.font = .systemFont(ofSize: 13, weight: .medium)
    capsuleLabel.textAlignment = .center
    contentView.addSubview(capsuleLabel)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(text: String, isTyping: Bool) {
    capsuleLabel.text = text
    capsuleLabel.textColor = isTyping ? .white : .secondaryLabel
    capsuleLabel.backgroundColor = isTyping ? Theme.accent : UIColor.systemBackground.withAlphaComponent(0.7)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var size = capsuleLabel.sizeThatFits(contentView.bounds.size)
    size.width = min(size.width, contentView.bounds.width - 32)
    capsuleLabel.bounds = CGRect(origin: .zero, size: size)
    capsuleLabel.center = CGPoint(x: contentView.bounds.midX, y: contentView.bounds.midY)
  }
}

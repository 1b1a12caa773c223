import UIKit

/// Bubbles as wide as their texts, at the side of who wrote them, above a field for a message.
final class ChatScreen: FramedScreenView {
  private let field = UITextField()
  private let sendButton = UIButton(type: .custom)
  private let inputBar = UIView()

  private var bubbles = [
    BubbleView("Hi! Are you coming on Saturday?", isOwn: false),
    BubbleView("Yes 🎉", isOwn: true),
    BubbleView("👍🏽", isOwn: false),
    BubbleView("The address is Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzstraße 12", isOwn: false),
    BubbleView("مرحبا، هل يمكنني إحضار صديق معي؟", isOwn: true),
    BubbleView(
      "Of course. We begin at seven, and if it does not rain we will be in the garden, so bring something warm to wear.",
      isOwn: false),
  ]

  override func addExamples() {
    for bubble in bubbles { scrollView.addSubview(bubble) }
    field.placeholder = "Message"
    field.accessibilityLabel = "Message"
    field.borderStyle = .roundedRect
    field.font = .systemFont(ofSize: 17)
    field.returnKeyType = .send
    field.on(.editingDidEndOnExit) { [unowned self] _ in send() }
    sendButton.setTitle("Send", for: .normal)
    sendButton.setTitleColor(Palette.filled, for: .normal)
    sendButton.on(.touchUpInside) { [unowned self] _ in send() }
    inputBar.backgroundColor = .secondarySystemBackground
    inputBar.addSubview(field)
    inputBar.addSubview(sendButton)
    addSubview(inputBar)
  }

  private func send() {
    guard let text = field.text, !text.isEmpty else {
      didHappen?("There was nothing to send")
      return
    }
    let bubble = BubbleView(text, isOwn: true)
    bubbles.append(bubble)
    scrollView.addSubview(bubble)
    field.text = ""
    setNeedsLayout()
    layoutIfNeeded()
    scrollView.scrollRectToVisible(bubble.frame, animated: true)
    didHappen?("A message was sent")
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let barHeight = 60 + safeAreaInsets.bottom
    inputBar.frame = CGRect(x: 0, y: bounds.height - barHeight, width: width, height: barHeight)
    sendButton.frame = CGRect(x: width - 76, y: 8, width: 60, height: 44)
    field.frame = CGRect(x: margin, y: 8, width: sendButton.frame.minX - margin - 8, height: 44)
    scrollView.frame.size.height = max(0, inputBar.frame.minY - scrollView.frame.minY)
    var y: CGFloat = 8
    for bubble in bubbles {
      let size = bubble.sizeThatFits(CGSize(width: min(width * 0.75, 480), height: .greatestFiniteMagnitude))
      let x = bubble.isOwn ? width - margin - size.width : margin
      bubble.frame = CGRect(origin: CGPoint(x: x, y: y), size: size)
      y += size.height + 8
    }
    return y
  }
}

private final class BubbleView: UIView {
  let isOwn: Bool
  private let label: UILabel
  private let insets = UIEdgeInsets(top: 9, left: 14, bottom: 9, right: 14)

  init(_ text: String, isOwn: Bool) {
    self.isOwn = isOwn
    label = UILabel(text, font: .systemFont(ofSize: 17), color: isOwn ? Palette.onFilled : .label)
    super.init(frame: .zero)
    backgroundColor = isOwn ? Palette.filled : .secondarySystemBackground
    layer.cornerRadius = 18
    // The corner at the side of the writer is sharp.
    layer.maskedCorners = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, isOwn ? .layerMinXMaxYCorner : .layerMaxXMaxYCorner,
    ]
    addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.inset(by: insets)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let room = CGSize(width: size.width - insets.left - insets.right, height: size.height)
    let text = label.sizeThatFits(room)
    return CGSize(
      width: min(text.width, room.width).rounded(.up) + insets.left + insets.right,
      height: text.height.rounded(.up) + insets.top + insets.bottom)
  }
}

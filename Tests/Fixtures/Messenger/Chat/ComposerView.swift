import UIKit

final class ComposerView: UIView, UITextViewDelegate {
  let textView = UITextView()
  private let placeholderLabel = UILabel()
  private let attachButton = UIButton(type: .system)
  private let sendButton = UIButton(type: .system)
  private let line = UIView()
  private let quoteLabel = UILabel()
  private let quoteButton = UIButton(type: .system)

  var didSend: ((String) -> Void)?
  var didTapAttach: (() -> Void)?
  var didCancelQuote: (() -> Void)?
  var didChangeHeight: (() -> Void)?

  var quote: String? {
    didSet {
      quoteLabel.text = quote
      quoteLabel.isHidden = quote == nil
      quoteButton.isHidden = quote == nil
      setNeedsLayout()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    line.backgroundColor = .separator
    textView.delegate = self
    textView.font = .systemFont(ofSize: 17)
    textView.layer.cornerRadius = 18
    textView.layer.borderWidth = 1 / UIScreen.main.scale
    textView.layer.borderColor = UIColor.separator.cgColor
    textView.textContainerInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    textView.isScrollEnabled = false
    textView.accessibilityLabel = NSLocalizedString("Message", comment: "")
    placeholderLabel.text = NSLocalizedString("Message", comment: "")
    placeholderLabel.font = textView.font
    placeholderLabel.textColor = .placeholderText
    placeholderLabel.isUserInteractionEnabled = false
    attachButton.setImage(UIImage(systemName: "paperclip"), for: .normal)
    attachButton.accessibilityLabel = NSLocalizedString("Attach", comment: "")
    attachButton.addTarget(self, action: ComposerView.attach, for: .touchUpInside)
    sendButton.setImage(UIImage(systemName: "arrow.up.circle.fill"), for: .normal)
    sendButton.accessibilityLabel = NSLocalizedString("Send", comment: "")
    sendButton.addTarget(self, action: ComposerView.send, for: .touchUpInside)
    sendButton.isEnabled = false
    quoteLabel.font = .systemFont(ofSize: 13)
    quoteLabel.textColor = .secondaryLabel
    quoteLabel.isHidden = true
    quoteButton.setImage(UIImage(systemName: "xmark"), for: .normal)
    quoteButton.accessibilityLabel = NSLocalizedString("Cancel reply", comment: "")
    quoteButton.addTarget(self, action: ComposerView.cancelQuote, for: .touchUpInside)
    quoteButton.isHidden = true
    for view in [line, quoteLabel, quoteButton, attachButton, textView, placeholderLabel, sendButton] {
      addSubview(view)
    }
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private func textHeight(for width: CGFloat) -> CGFloat {
    let height = textView.sizeThatFits(CGSize(width: width - 104, height: .greatestFiniteMagnitude)).height
    return min(max(height, 36), 120)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: textHeight(for: size.width) + 16 + (quote == nil ? 0 : 32))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var area = bounds
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1 / UIScreen.main.scale)
    if quote != nil {
      let (top, rest) = area.divided(atDistance: 32, from: .minYEdge)
      quoteLabel.frame = CGRect(x: 52, y: top.minY + 4, width: top.width - 104, height: 28)
      quoteButton.frame = CGRect(x: top.maxX - 48, y: top.minY, width: 44, height: 32)
      area = rest
    }
    let height = textHeight(for: bounds.width)
    attachButton.frame = CGRect(x: 4, y: area.maxY - 48, width: 44, height: 44)
    sendButton.frame = CGRect(x: area.maxX - 48, y: area.maxY - 48, width: 44, height: 44)
    textView.frame = CGRect(x: 52, y: area.minY + 8, width: area.width - 104, height: height)
    textView.isScrollEnabled = height >= 120
    placeholderLabel.sizeToFit()
    placeholderLabel.frame.origin = CGPoint(x: textView.frame.minX + 13, y: textView.frame.minY + 8)
  }

  func textViewDidChange(_ textView: UITextView) {
    placeholderLabel.isHidden = !textView.text.isEmpty
    sendButton.isEnabled = !textView.text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    setNeedsLayout()
    didChangeHeight?()
  }

  private func send() {
    let text = textView.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return }
    textView.text = ""
    textViewDidChange(textView)
    didSend?(text)
  }

  private func attach() { didTapAttach?() }
  private func cancelQuote() { didCancelQuote?() }
}

import Tempura
import UIKit

/// A list above a field.
final class ChatView: UIView, ViewControllerModellableView {
  private let scrollView = UIScrollView()
  let list = CollectionView<RowCell, SimpleSource<Row>>(frame: .zero, layout: UICollectionViewFlowLayout())
  private let emptyView = UIContentUnavailableView(configuration: .empty())
  private let noteLabel = UILabel()
  private let field = UITextField()
  private let button = UIButton(configuration: .filled())

  var didType: CustomInteraction<String>?
  var didSubmit: CustomInteraction<String>?

  func setup() {
    field.on(.editingChanged) { [unowned self] _ in didType?(field.text ?? "") }
    field.on(.editingDidEndOnExit) { [unowned self] _ in submit() }
    button.on(.touchUpInside) { [unowned self] _ in submit() }
    scrollView.addSubview(list)
    for view in [scrollView, emptyView, noteLabel, field, button] { addSubview(view) }
  }

  func style() {
    list.useDiffs = true
    noteLabel.textColor = .secondaryLabel
    field.borderStyle = .roundedRect
    for view in [list, noteLabel] { view.accessibilityTraits = .updatesFrequently }
  }

  func update(oldModel: ChatViewModel?) {
    guard let model, model != oldModel else { return }
    list.source = SimpleSource(model.rows)
    noteLabel.text = model.note
    (field.placeholder, field.maximumLength, field.isHidden) = (model.hint, model.limit, model.hint == nil)
    let sends = model.action == "Send"
    button.setTitle(sends ? nil : model.action, for: .normal)
    button.setImage(sends ? UIImage(systemName: "arrow.up") : nil, for: .normal)
    button.accessibilityLabel = sends ? model.action : nil
    var empty = UIContentUnavailableConfiguration.empty()
    empty.text = model.nothing
    emptyView.configuration = empty
    emptyView.isHidden = !model.rows.isEmpty || model.nothing.isEmpty
  }

  private func submit() {
    let text = field.text ?? ""
    field.text = ""
    field.becomeFirstResponder()
    didSubmit?(text)
  }
}

final class RowCell: UICollectionViewCell, ConfigurableCell {
  private let timeLabel = UILabel()
  private let titleLabel = UILabel()
  private let textLabel = UILabel()
  private let ownLabel = UILabel()
  private let noteLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {
    for label in [timeLabel, titleLabel, textLabel, ownLabel, noteLabel] { contentView.addSubview(label) }
  }

  func style() {}

  func update(oldModel: Row?) {
    guard let model, model != oldModel else { return }
    let texts = [
      (timeLabel, model.time), (titleLabel, model.title), (textLabel, model.isOwn ? "" : model.text),
      (ownLabel, model.isOwn ? model.text : ""), (noteLabel, model.note),
    ]
    for (label, text) in texts { (label.text, label.isHidden) = (text, text.isEmpty) }
  }
}

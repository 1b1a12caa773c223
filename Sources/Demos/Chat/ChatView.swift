import Tempura
import UIKit

/// A list above a field.
final class ChatView: UIView, ViewControllerModellableView {
  private let scrollView = UIScrollView()
  let list = CollectionView<RowCell, SimpleSource<Row>>(frame: .zero, layout: UICollectionViewFlowLayout())
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
    for view in [scrollView, noteLabel, field, button] { addSubview(view) }
  }

  func style() {
    list.useDiffs = true
    noteLabel.textColor = .secondaryLabel
    for view in [list, noteLabel] { view.accessibilityTraits = .updatesFrequently }
  }

  func update(oldModel: ChatViewModel?) {
    guard let model, model != oldModel else { return }
    list.source = SimpleSource(model.rows)
    noteLabel.text = model.note
    (field.placeholder, field.maximumLength, field.isHidden) = (model.hint, model.limit, model.hint == nil)
    button.setTitle(model.action, for: .normal)
  }

  private func submit() {
    let text = field.text ?? ""
    field.text = ""
    field.becomeFirstResponder()
    didSubmit?(text)
  }
}

final class RowCell: UICollectionViewCell, ConfigurableCell {
  private let titleLabel = UILabel()
  private let textLabel = UILabel()
  private let noteLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  required init?(coder: NSCoder) { nil }

  func setup() { for label in [titleLabel, textLabel, noteLabel] { contentView.addSubview(label) } }

  func style() {}

  func update(oldModel: Row?) {
    guard let model, model != oldModel else { return }
    for (label, text) in [(titleLabel, model.title), (textLabel, model.text), (noteLabel, model.note)] {
      (label.text, label.isHidden) = (text, text.isEmpty)
    }
  }
}

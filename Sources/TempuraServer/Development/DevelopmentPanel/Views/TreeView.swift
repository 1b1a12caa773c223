internal import Katana
internal import Tempura
internal import TempuraUI

/// The state as a tree.
final class TreeView: UIView, PanelScreenView {
  typealias Content = TreeContent

  let header = HeaderView()
  private let bar = UIView()
  private let searchField = UISearchTextField()
  private let titleLabel = UILabel()
  private let stepControl = UISegmentedControl(items: ["", "What the tabs show"])
  private let textButton = UIButton.plain("Edit as text")
  private let problemLabel = UILabel()
  private let editor = UIView()
  private let textView = UITextView()
  private let saveButton = UIButton.plain("Replace the state")
  private let cancelButton = UIButton.plain("Cancel")
  private let tree = UIView()
  private let list = RowList<NodeCell>.ofRows()
  private let moreLabel = UILabel()

  var did: CustomInteraction<any Dispatchable>?

  func setup() {
    searchField.on(.editingChanged) { [unowned self] field in choose { $0.treeSearch = field.text ?? "" } }
    stepControl.on(.valueChanged) { [unowned self] control in
      choose { $0.showsPresent = control.selectedSegmentIndex == 1 }
    }
    textButton.on(.touchUpInside) { [unowned self] _ in choose { ($0.editsText, $0.editedNode) = (true, nil) } }
    cancelButton.on(.touchUpInside) { [unowned self] _ in choose { $0.editsText = false } }
    saveButton.on(.touchUpInside) { [unowned self] _ in did?(SetState(path: nil, text: textView.text)) }
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in cell.did = { [unowned self] in perform($0) } }
    for view in [searchField, titleLabel, stepControl, textButton] { bar.addSubview(view) }
    for view in [textView, saveButton, cancelButton] { editor.addSubview(view) }
    for view in [list, moreLabel] { tree.addSubview(view) }
    for view in [header, bar, problemLabel, editor, tree] { addSubview(view) }
  }

  private func perform(_ act: NodeCell.Act) {
    switch act {
    case .tap(let row) where row.isOpen != nil:
      choose { $0.toggledNodes.toggle(row.id) }
    case .tap(let row): choose { $0.editedNode = row.id }
    case .cancel: choose { $0.editedNode = nil }
    case .save(let row, let text): did?(SetState(path: row.id, text: text))
    }
  }

  func style() {
    searchField.placeholder = "Search keys and values"
    searchField.accessibilityLabel = "Search"
    stepControl.accessibilityLabel = "Whose state"
    stepControl.apportionsSegmentWidthsByContent = true
    textView.accessibilityLabel = "State"
    titleLabel.accessibilityTraits = .header
    list.accessibilityLabel = "Values"
  }

  func update(oldModel: ScreenViewModel<TreeContent>?) {
    guard let model, model != oldModel else { return }
    header.model = model.header
    let content = model.content
    if searchField.text ?? "" != model.choices.treeSearch { searchField.text = model.choices.treeSearch }
    titleLabel.text = content.title
    stepControl.isHidden = content.step == nil || content.step == model.header.content.shownStep
    stepControl.setTitle("After step \(content.step ?? 0)", forSegmentAt: 0)
    stepControl.selectedSegmentIndex = model.choices.showsPresent ? 1 : 0
    textButton.isHidden = !content.isEditable || content.text != nil || content.problem != nil
    (problemLabel.text, problemLabel.isHidden) = (content.problem, content.problem == nil)
    // Unsaved text survives what happens in the app meanwhile.
    if content.text == nil || oldModel?.content.text == nil { textView.text = content.text ?? "" }
    editor.isHidden = content.text == nil
    tree.isHidden = content.text != nil || content.problem != nil
    list.source = SimpleSource(content.rows.map { NodeModel(row: $0, isEditable: content.isEditable) })
    moreLabel.text = "\(Format.count(content.more)) more rows: search, or close some."
    moreLabel.isHidden = content.more == 0
    bar.isHidden = model.header.nothing != nil
    if bar.isHidden { tree.isHidden = true }
  }
}

struct NodeModel: ViewModel, Equatable, Identifiable {
  let row: NodeRow
  let isEditable: Bool

  var id: String { row.id }
}

/// A row of the tree; a value can be edited in its place.
final class NodeCell: ButtonCell<NodeModel> {
  enum Act {
    case tap(NodeRow)
    case save(NodeRow, String)
    case cancel
  }

  private var editor: NodeEditor?

  var did: CustomInteraction<Act>?

  override func setup() {
    super.setup()
    didTap = { [unowned self] in did?(.tap($0.row)) }
  }

  override func update(oldModel: NodeModel?) {
    guard let model, model != oldModel else { return }
    let row = model.row
    button.parts = [.init(name: "key depth-\(row.depth)", text: row.key)]
    if !row.isEdited { button.parts.append(.init(name: "value", text: row.value)) }
    (button.marks, button.isOpen) = (row.marks, row.isOpen)
    button.isEnabled = row.isOpen != nil || row.isLeaf && model.isEditable && !row.isEdited
    guard row.isEdited != (editor != nil) else { return }
    editor?.removeFromSuperview()
    editor = row.isEdited ? NodeEditor(row) { [unowned self] in did?($0) } : nil
    if let editor {
      contentView.addSubview(editor)
      editor.focus()
    }
  }
}

/// The field for a value.
final class NodeEditor: UIView {
  private let field = UITextField()
  private let saveButton = UIButton.plain("Save")
  private let cancelButton = UIButton.plain("Cancel")

  init(_ row: NodeRow, did: @escaping CustomInteraction<NodeCell.Act>) {
    super.init(frame: .zero)
    field.text = row.editedText
    field.accessibilityLabel = row.key
    field.on(.editingDidEndOnExit) { did(.save(row, $0.text ?? "")) }
    saveButton.on(.touchUpInside) { [unowned self] _ in did(.save(row, field.text ?? "")) }
    cancelButton.on(.touchUpInside) { _ in did(.cancel) }
    for view in [field, saveButton, cancelButton] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  func focus() { field.becomeFirstResponder() }
}

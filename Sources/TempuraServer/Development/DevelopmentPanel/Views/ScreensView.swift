internal import Katana
internal import Tempura
internal import TempuraUI

/// The views of all tabs as trees.
final class ScreensView: UIView, PanelScreenView {
  typealias Content = ScreensContent

  let header = HeaderView()
  private let bar = UIView()
  private let pointButton = UIButton.plain("Point at a view")
  private let searchField = UISearchTextField()
  private let panes = UIView()
  private let tree = UIView()
  private let list = RowList<ViewCell>.ofRows()
  private let nothingLabel = UILabel()
  private let details = UIView()
  private let titleLabel = UILabel()
  private let facts = FactList.ofRows()

  var did: CustomInteraction<any Dispatchable>?

  func setup() {
    searchField.on(.editingChanged) { [unowned self] field in choose { $0.viewSearch = field.text ?? "" } }
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didSelect = { [unowned self] row in
        choose { choices in
          choices.view = choices.view == row.view ? nil : row.view
          // An id in the field stands for a view that was pointed at.
          if model?.content.rows.contains(where: { $0.view == choices.viewSearch }) == true { choices.viewSearch = "" }
        }
      }
      cell.didOpen = { [unowned self] row in
        if let view = row.view { choose { $0.closedViews.toggle(view) } }
      }
    }
    for view in [pointButton, searchField] { bar.addSubview(view) }
    for view in [list, nothingLabel] { tree.addSubview(view) }
    for view in [titleLabel, facts] { details.addSubview(view) }
    for view in [tree, details] { panes.addSubview(view) }
    for view in [header, bar, panes] { addSubview(view) }
  }

  func style() {
    // The names by which the script of the page finds them.
    pointButton.accessibilityIdentifier = "point"
    searchField.accessibilityIdentifier = "find-view"
    searchField.placeholder = "Search classes, ids, texts, constraints"
    searchField.accessibilityLabel = "Search"
    list.accessibilityLabel = "Views"
    titleLabel.accessibilityTraits = .header
  }

  func update(oldModel: ScreenViewModel<ScreensContent>?) {
    guard let model, model != oldModel else { return }
    header.model = model.header
    let content = model.content
    if searchField.text ?? "" != model.choices.viewSearch { searchField.text = model.choices.viewSearch }
    list.source = SimpleSource(content.rows)
    var nothing = content.problem
    if content.more > 0 { nothing = "\(Format.count(content.more)) more views: search, or close some." }
    (nothingLabel.text, nothingLabel.isHidden) = (nothing, nothing == nil)
    details.isHidden = content.details == nil
    titleLabel.text = content.details?.title
    facts.source = SimpleSource(content.details?.facts ?? [])
    for view in [bar, panes] { view.isHidden = model.header.nothing != nil }
  }
}

/// A row of a view. The script of the page outlines the view while the pointer is over the row.
final class ViewCell: RowCell, ConfigurableCell {
  private let openButton = LineButton()
  private let button = LineButton()

  var didSelect: CustomInteraction<ViewRow>?
  var didOpen: CustomInteraction<ViewRow>?

  override func setup() {
    openButton.on(.touchUpInside) { [unowned self] _ in if let model { didOpen?(model) } }
    button.on(.touchUpInside) { [unowned self] _ in if let model { didSelect?(model) } }
    for view in [openButton, button] { contentView.addSubview(view) }
  }

  func update(oldModel: ViewRow?) {
    guard let row = model, row != oldModel else { return }
    openButton.isOpen = row.isOpen
    openButton.isEnabled = row.isOpen != nil
    openButton.accessibilityLabel = "Views in \(row.name)"
    openButton.marks = ["depth-\(row.depth)"]
    button.accessibilityIdentifier = row.identifier
    button.parts = [
      .init(name: "name", text: row.name),
      .init(name: "text", text: row.text.isEmpty || row.view == nil ? row.text : "“\(row.text)”"),
      .init(name: "id", text: row.view ?? ""), .init(name: "note", text: row.note),
    ]
    button.marks = row.marks
    button.isSelected = row.marks.contains("selected")
    button.isEnabled = row.view != nil
  }
}

import Tempura
import UIKit

/// The two lists with their buttons, and the footer.
open class ListView<Cell: TodoCell>: UIView, ViewControllerModellableView {
  public typealias TodoList = CollectionView<Cell, SimpleSource<TodoCellViewModel>>

  // subviews
  public let titleButton = UIButton(type: .custom)
  public let archiveButton = UIButton(type: .custom)
  public let archiveTitleLabel = UILabel()
  public let actionButton = UIButton(type: .custom)
  public let todoListView = TodoList(frame: .zero, layout: RowLayout())
  public let archiveListView = TodoList(frame: .zero, layout: RowLayout())
  public let emptyView = UIContentUnavailableView(configuration: UIContentUnavailableConfiguration.empty())
  public let archiveCompletedButton = UIButton(type: .custom)
  public let footerView = ContainerView()

  // interactions
  var didSelectSection: CustomInteraction<ListLocalState.Section>?
  var didTapAddItem: Interaction?
  var didTapClearArchived: Interaction?
  var didTapArchiveCompleted: CustomInteraction<[String]>?
  var didToggleItem: CustomInteraction<String>?
  var didUnarchiveItem: CustomInteraction<String>?
  var didTapEditItem: CustomInteraction<String>?

  // MARK: - Setup

  open func setup() {
    titleButton.on(.touchUpInside) { [unowned self] _ in didSelectSection?(.todo) }
    archiveButton.on(.touchUpInside) { [unowned self] _ in didSelectSection?(.archived) }
    actionButton.on(.touchUpInside) { [unowned self] _ in
      if model?.selectedSection == .archived { didTapClearArchived?() } else { didTapAddItem?() }
    }
    archiveCompletedButton.on(.touchUpInside) { [unowned self] _ in
      if let model { didTapArchiveCompleted?(model.archivableIDs) }
    }
    setUpList(todoListView) { [unowned self] id in didToggleItem?(id) }
    setUpList(archiveListView) { [unowned self] id in didUnarchiveItem?(id) }
    for view in [
      titleButton, archiveButton, archiveTitleLabel, actionButton, todoListView, archiveListView, emptyView,
      archiveCompletedButton, footerView,
    ] {
      addSubview(view)
    }
  }

  private func setUpList(_ list: TodoList, didToggle: @escaping CustomInteraction<String>) {
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didToggle = didToggle
      cell.didTapEdit = { [unowned self] id in didTapEditItem?(id) }
    }
  }

  // MARK: - Style

  open func style() {
    backgroundColor = .systemBackground
    titleButton.setTitle(NSLocalizedString("To Do", comment: "Title of the list"), for: .normal)
    archiveTitleLabel.text = NSLocalizedString("Archive", comment: "The list of what was put away")
    archiveTitleLabel.font = .systemFont(ofSize: 32, weight: .bold)
    archiveTitleLabel.accessibilityTraits = .header
    archiveButton.accessibilityLabel = NSLocalizedString("Archive", comment: "The list of what was put away")
    actionButton.titleLabel?.font = .systemFont(ofSize: 18)
    actionButton.setTitleColor(Palette.accent, for: .normal)
    actionButton.setTitleColor(Palette.accentPressed, for: .highlighted)
    archiveCompletedButton.setTitle(
      NSLocalizedString("Archive completed items", comment: "Button"), for: .normal)
    archiveCompletedButton.setImage(UIImage(named: "archiveSectionIconSmallS"), for: .normal)
    archiveCompletedButton.setImage(UIImage(named: "archiveSectionIconSmall"), for: .highlighted)
    archiveCompletedButton.titleLabel?.font = .systemFont(ofSize: 16)
    archiveCompletedButton.setTitleColor(Palette.text, for: .normal)
    archiveCompletedButton.backgroundColor = Palette.archiveButton
    archiveCompletedButton.layer.cornerRadius = 13
    todoListView.accessibilityLabel = NSLocalizedString("To do", comment: "The list of what is left to do")
    archiveListView.accessibilityLabel = NSLocalizedString("Archive", comment: "The list of what was put away")
  }

  // MARK: - Update

  open func update(oldModel: ListViewModel?) {
    guard let model else { return }
    todoListView.source = SimpleSource(model.todos)
    archiveListView.source = SimpleSource(model.archived)
    if model.selectedSection != oldModel?.selectedSection { show(model.selectedSection) }
    actionButton.alpha = model.selectedSection == .todo || !model.archived.isEmpty ? 1 : 0
    emptyView.isHidden = !(model.selectedSection == .todo ? model.todos : model.archived).isEmpty
    if !emptyView.isHidden { emptyView.configuration = configuration(ofEmpty: model.selectedSection) }
    archiveCompletedButton.isHidden = !model.canArchive
    if let oldModel { blink(from: oldModel, to: model) }
  }

  private func show(_ section: ListLocalState.Section) {
    let isTodo = section == .todo
    titleButton.isSelected = isTodo
    titleButton.titleLabel?.font = isTodo ? .systemFont(ofSize: 32, weight: .bold) : .systemFont(ofSize: 17)
    titleButton.setImage(isTodo ? nil : UIImage(systemName: "chevron.backward"), for: .normal)
    titleButton.setTitleColor(isTodo ? Palette.text : Palette.accent, for: .normal)
    titleButton.setTitleColor(isTodo ? Palette.faintText : Palette.accentPressed, for: .highlighted)
    archiveTitleLabel.isHidden = isTodo
    footerView.isHidden = !isTodo
    archiveButton.isSelected = !isTodo
    archiveButton.setImage(UIImage(named: isTodo ? "archiveSectionIcon" : "archiveSectionIconS"), for: .normal)
    todoListView.isHidden = !isTodo
    archiveListView.isHidden = isTodo
    actionButton.setImage(UIImage(named: isTodo ? "add" : "clearIcon"), for: .normal)
    actionButton.setTitle(
      isTodo
        ? NSLocalizedString("What are you going to do today?", comment: "Button to add an item")
        : NSLocalizedString("Clear archived items", comment: "Button"),
      for: .normal)
  }

  private func configuration(ofEmpty section: ListLocalState.Section) -> UIContentUnavailableConfiguration {
    var configuration = UIContentUnavailableConfiguration.empty()
    switch section {
    case .todo:
      configuration.image = UIImage(systemName: "checkmark.circle")
      configuration.text = NSLocalizedString("Nothing to do", comment: "Title of the list without items")
      configuration.secondaryText = NSLocalizedString("Enjoy your day.", comment: "In the list without items")
    case .archived:
      configuration.image = UIImage(systemName: "tray")
      configuration.text = NSLocalizedString("The archive is empty", comment: "Title of the archive without items")
      configuration.secondaryText = NSLocalizedString(
        "Completed items that you archive are kept here.", comment: "In the archive without items")
    }
    configuration.imageProperties.tintColor = Palette.accent
    configuration.secondaryTextProperties.color = Palette.faintText
    return configuration
  }

  /// Makes the button of the section blink that an item moved to.
  private func blink(from oldModel: ListViewModel, to model: ListViewModel) {
    switch model.selectedSection {
    case .todo where model.archived.count > oldModel.archived.count: archiveButton.blink()
    case .archived where model.archived.count < oldModel.archived.count && model.todos.count > oldModel.todos.count:
      titleButton.blink()
    default: break
    }
  }
}

/// Rows without space between them.
private final class RowLayout: UICollectionViewFlowLayout {
  override init() {
    super.init()
    minimumLineSpacing = 0
    minimumInteritemSpacing = 0
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

extension UIView {
  fileprivate func blink() {
    for scale in [1.3, 0.9, 1] {
      UIView.animate(withDuration: 0.1) { self.transform = CGAffineTransform(scaleX: scale, y: scale) }
    }
  }
}

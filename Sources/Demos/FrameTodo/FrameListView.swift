import Tempura
import Todo
import UIKit

/// The two lists, side by side in a pager, with their buttons and the footer: on a phone the whole screen, else a panel.
final class ListView: UIView, ViewControllerModellableView {
  typealias TodoList = CollectionView<TodoCell, SimpleSource<TodoCellViewModel>>

  // subviews
  private let panel = UIView()
  private let titleButton = UIButton(type: .custom)
  private let archiveButton = UIButton(type: .custom)
  private let archiveTitleLabel = UILabel()
  private let actionButton = UIButton(type: .custom)
  private let pager = UIScrollView()
  private let todoListView = TodoList(frame: .zero, layout: SlidingLayout(disappearing: .right))
  private let archiveListView = TodoList(frame: .zero, layout: SlidingLayout(appearing: .right, disappearing: .left))
  private let emptyView = UIContentUnavailableView(configuration: UIContentUnavailableConfiguration.empty())
  private let archiveCompletedButton = UIButton(type: .custom)
  let footerView = ContainerView()

  // interactions
  var didSelectSection: CustomInteraction<ListLocalState.Section>?
  var didTapAddItem: Interaction?
  var didTapClearArchived: Interaction?
  var didTapArchiveCompleted: CustomInteraction<[String]>?
  var didToggleItem: CustomInteraction<String>?
  var didUnarchiveItem: CustomInteraction<String>?
  var didTapEditItem: CustomInteraction<String>?

  // MARK: - Setup

  func setup() {
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
    pager.isPagingEnabled = true
    pager.isScrollEnabled = false
    pager.addSubview(todoListView)
    pager.addSubview(archiveListView)
    for view in [
      titleButton, archiveButton, archiveTitleLabel, actionButton, pager, emptyView, footerView, archiveCompletedButton,
    ] {
      panel.addSubview(view)
    }
    addSubview(panel)
  }

  private func setUpList(_ list: TodoList, didToggle: @escaping CustomInteraction<String>) {
    list.useDiffs = true
    list.delegate = self
    list.allowsSelection = false
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didToggle = didToggle
      cell.didTapEdit = { [unowned self] id in didTapEditItem?(id) }
    }
  }

  // MARK: - Style

  func style() {
    panel.clipsToBounds = true
    titleButton.setTitle("To Do", for: .normal)
    archiveTitleLabel.text = "Archive"
    archiveTitleLabel.font = .systemFont(ofSize: 32, weight: .bold)
    archiveTitleLabel.accessibilityTraits = .header
    archiveButton.accessibilityLabel = "Archive"
    actionButton.titleLabel?.font = .systemFont(ofSize: 18)
    actionButton.setTitleColor(Palette.accent, for: .normal)
    actionButton.setTitleColor(Palette.accentPressed, for: .highlighted)
    actionButton.titleLabel?.adjustsFontSizeToFitWidth = true
    actionButton.contentHorizontalAlignment = .left
    actionButton.contentEdgeInsets.right = 20
    pager.showsHorizontalScrollIndicator = false
    todoListView.accessibilityLabel = "To do"
    archiveListView.accessibilityLabel = "Archive"
    archiveCompletedButton.setTitle("Archive completed items", for: .normal)
    archiveCompletedButton.titleLabel?.font = .systemFont(ofSize: 16)
    archiveCompletedButton.setTitleColor(Palette.text, for: .normal)
    archiveCompletedButton.setTitleColor(Palette.text.withAlphaComponent(0.3), for: .highlighted)
    archiveCompletedButton.setImage(UIImage(named: "archiveSectionIconSmallS"), for: .normal)
    archiveCompletedButton.setImage(UIImage(named: "archiveSectionIconSmall"), for: .highlighted)
    archiveCompletedButton.imageEdgeInsets = UIEdgeInsets(top: 0, left: -5, bottom: 0, right: 5)
    archiveCompletedButton.titleEdgeInsets = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: -5)
    archiveCompletedButton.backgroundColor = Palette.archiveButton
    archiveCompletedButton.layer.cornerRadius = 13
  }

  // MARK: - Update

  func update(oldModel: ListViewModel?) {
    guard let model, model != oldModel else { return }
    todoListView.source = SimpleSource(model.todos)
    archiveListView.source = SimpleSource(model.archived)
    show(model.selectedSection, isArchiveEmpty: model.archived.isEmpty)
    emptyView.isHidden = !(model.selectedSection == .todo ? model.todos : model.archived).isEmpty
    if !emptyView.isHidden { emptyView.configuration = configuration(ofEmpty: model.selectedSection) }
    setNeedsLayout()
    guard let oldModel else { return }
    blink(from: oldModel, to: model)
    if oldModel.selectedSection != model.selectedSection { pager.setContentOffset(selectedOffset, animated: true) }
    guard oldModel.canArchive != model.canArchive else { return }
    UIView.animate(
      withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0, options: [],
      animations: { self.layoutIfNeeded() }, completion: nil)
  }

  private func show(_ section: ListLocalState.Section, isArchiveEmpty: Bool) {
    let isTodo = section == .todo
    titleButton.isSelected = isTodo
    titleButton.titleLabel?.font = isTodo ? .systemFont(ofSize: 32, weight: .bold) : .systemFont(ofSize: 17)
    titleButton.setImage(isTodo ? nil : UIImage(systemName: "chevron.backward"), for: .normal)
    titleButton.tintColor = Palette.accent
    titleButton.setTitleColor(isTodo ? Palette.text : Palette.accent, for: .normal)
    titleButton.setTitleColor(isTodo ? Palette.faintText : Palette.accentPressed, for: .highlighted)
    archiveTitleLabel.isHidden = isTodo
    footerView.isHidden = !isTodo
    archiveButton.isSelected = !isTodo
    archiveButton.setImage(UIImage(named: isTodo ? "archiveSectionIcon" : "archiveSectionIconS"), for: .normal)
    actionButton.setImage(UIImage(named: isTodo ? "add" : "clearIcon"), for: .normal)
    actionButton.setTitle(isTodo ? "What are you going to do today?" : "Clear archived items", for: .normal)
    // The two images have different sizes. Both are above the check boxes.
    actionButton.contentEdgeInsets.left = isTodo ? TodoCell.checkBoxStart : TodoCell.checkBoxStart + 2
    actionButton.titleEdgeInsets.left = isTodo ? 13 : 15
    actionButton.alpha = isTodo || !isArchiveEmpty ? 1 : 0
    // The list that is scrolled out cannot be used.
    todoListView.isUserInteractionEnabled = isTodo
    archiveListView.isUserInteractionEnabled = !isTodo
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

  private func configuration(ofEmpty section: ListLocalState.Section) -> UIContentUnavailableConfiguration {
    var configuration = UIContentUnavailableConfiguration.empty()
    configuration.image = UIImage(systemName: section == .todo ? "checkmark.circle" : "tray")
    configuration.imageProperties.tintColor = Palette.accent
    configuration.text = section == .todo ? "Nothing to do" : "The archive is empty"
    configuration.secondaryText =
      section == .todo ? "Enjoy your day." : "Completed items that you archive are kept here."
    configuration.secondaryTextProperties.color = Palette.faintText
    return configuration
  }

  // MARK: - Layout

  override func layoutSubviews() {
    super.layoutSubviews()
    let isPanel = Column.isPanel(in: bounds)
    backgroundColor = isPanel ? Palette.ground : Palette.background
    panel.backgroundColor = isPanel ? Palette.panel : Palette.background
    panel.layer.cornerRadius = isPanel ? 20 : 0
    panel.frame = Column.frame(in: bounds)
    layOutTitles(top: isPanel ? 52 : safeAreaInsets.top + 70)
    footerView.pin.horizontally().bottom().height(56)
    layOutArchiveCompletedButton()
    pager.pin.horizontally().below(of: actionButton).bottom(heightBelowLists)
    emptyView.frame = pager.frame
    layOutPages()
  }

  private func layOutTitles(top: CGFloat) {
    archiveTitleLabel.pin.left(30).top(top).sizeToFit()
    if model?.selectedSection == .archived {
      titleButton.pin.left(24).top(top - 44).sizeToFit().height(44)
    } else {
      titleButton.pin.left(30).top(top).sizeToFit()
    }
    archiveButton.pin.right(28).size(44).vCenter(to: archiveTitleLabel)
    actionButton.pin.horizontally().below(of: archiveTitleLabel, 12).height(50)
  }

  private var selectedOffset: CGPoint {
    CGPoint(x: model?.selectedSection == .archived ? pager.bounds.width : 0, y: 0)
  }

  private func layOutPages() {
    let page = CGRect(origin: .zero, size: pager.bounds.size)
    todoListView.frame = page
    archiveListView.frame = page.offsetBy(dx: page.width, dy: 0)
    pager.contentSize = CGSize(width: 2 * page.width, height: page.height)
    pager.contentOffset = selectedOffset
  }

  private func layOutArchiveCompletedButton() {
    archiveCompletedButton.pin.width(min(panel.bounds.width - 44, 352)).height(48).hCenter()
    if model?.canArchive == true {
      archiveCompletedButton.pin.above(of: footerView, 12)
    } else {
      archiveCompletedButton.pin.top(panel.bounds.height)
    }
  }

  /// The lists end above the footer, and above the button.
  private var heightBelowLists: CGFloat {
    guard model?.selectedSection == .todo else { return 0 }
    return panel.bounds.height - (model?.canArchive == true ? archiveCompletedButton : footerView).frame.minY
      + (model?.canArchive == true ? 12 : 0)
  }
}

extension ListView: UICollectionViewDelegateFlowLayout {
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    let list = collectionView === todoListView ? todoListView : archiveListView
    guard let item = list.source?.data(section: indexPath.section, row: indexPath.item) else { return .zero }
    return TodoCell.size(for: item, width: collectionView.bounds.width)
  }
}

extension UIView {
  fileprivate func blink() {
    func scale(_ scales: ArraySlice<CGFloat>) {
      guard let next = scales.first else { return }
      UIView.animate(
        withDuration: 0.1, animations: { self.transform = CGAffineTransform(scaleX: next, y: next) },
        completion: { _ in scale(scales.dropFirst()) })
    }
    scale([1.3, 0.9, 1])
  }
}

import Tempura
import Todo
import UIKit

/// The two lists, side by side in a pager, with their buttons and the footer.
final class ListView: UIView, ViewControllerModellableView {
  typealias TodoList = CollectionView<TodoCell, SimpleSource<TodoCellViewModel>>

  // subviews
  private let titleButton = UIButton(type: .custom)
  private let archiveButton = UIButton(type: .custom)
  private let actionButton = UIButton(type: .custom)
  private let pager = UIScrollView()
  private let todoListView = TodoList(frame: .zero, layout: SlidingLayout(disappearing: .right))
  private let archiveListView = TodoList(frame: .zero, layout: SlidingLayout(appearing: .right, disappearing: .left))
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
    for view in [titleButton, archiveButton, actionButton, pager, footerView, archiveCompletedButton] {
      addSubview(view)
    }
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
    backgroundColor = Palette.background
    titleButton.setTitle("To Do", for: .normal)
    titleButton.titleLabel?.font = .systemFont(ofSize: 32, weight: .bold)
    archiveButton.accessibilityLabel = "Archive"
    actionButton.backgroundColor = Palette.background
    actionButton.titleLabel?.font = .systemFont(ofSize: 18)
    actionButton.setTitleColor(Palette.accent, for: .normal)
    actionButton.setTitleColor(Palette.accentPressed, for: .highlighted)
    actionButton.titleLabel?.adjustsFontSizeToFitWidth = true
    actionButton.contentEdgeInsets = UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 20)
    actionButton.imageEdgeInsets = UIEdgeInsets(top: 0, left: -10, bottom: 0, right: 10)
    pager.showsHorizontalScrollIndicator = false
    for list in [todoListView, archiveListView] { list.backgroundColor = Palette.background }
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
    guard let oldModel else { return setNeedsLayout() }
    blink(from: oldModel, to: model)
    if oldModel.selectedSection != model.selectedSection { pager.setContentOffset(selectedOffset, animated: true) }
    guard oldModel.canArchive != model.canArchive else { return }
    UIView.animate(
      withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0, options: [],
      animations: {
        self.setNeedsLayout()
        self.layoutIfNeeded()
      }, completion: nil)
  }

  private func show(_ section: ListLocalState.Section, isArchiveEmpty: Bool) {
    let isTodo = section == .todo
    titleButton.isSelected = isTodo
    titleButton.setTitleColor(isTodo ? Palette.text : Palette.faintText, for: .normal)
    titleButton.setTitleColor(isTodo ? Palette.faintText : Palette.text, for: .highlighted)
    archiveButton.isSelected = !isTodo
    archiveButton.setImage(UIImage(named: isTodo ? "archiveSectionIcon" : "archiveSectionIconS"), for: .normal)
    actionButton.setImage(UIImage(named: isTodo ? "add" : "clearIcon"), for: .normal)
    actionButton.setTitle(isTodo ? "What are you going to do today?" : "Clear archived items", for: .normal)
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

  // MARK: - Layout

  override func layoutSubviews() {
    super.layoutSubviews()
    titleButton.pin.left(30).top(safeAreaInsets.top + 70).sizeToFit()
    archiveButton.pin.right(28).size(44).vCenter(to: titleButton)
    actionButton.pin.horizontally().below(of: titleButton, 24).height(50)
    footerView.pin.horizontally().bottom().height(80)
    pager.pin.horizontally().below(of: actionButton).bottom()
    layOutPages()
    layOutArchiveCompletedButton()
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
    // The last row can be scrolled above the footer, and above the button.
    archiveListView.contentInset.bottom = footerView.frame.height
    todoListView.contentInset.bottom = footerView.frame.height
  }

  private func layOutArchiveCompletedButton() {
    let height = max(44, bounds.height * 0.06)
    let bottom = safeAreaInsets.bottom + 85
    archiveCompletedButton.pin.width(max(bounds.width * 0.6, 250)).height(height).hCenter().bottom(bottom)
    if model?.canArchive == true {
      todoListView.contentInset.bottom = bounds.height - archiveCompletedButton.frame.minY + 10
    } else {
      archiveCompletedButton.frame.origin.y = bounds.height
    }
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

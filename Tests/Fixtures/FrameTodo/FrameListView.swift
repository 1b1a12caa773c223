import Todo
import UIKit

/// The two lists, side by side in a pager: on a phone the whole screen, else a panel.
final class FrameListView: ListView<FrameTodoCell> {
  private let panel = UIView()
  private let pager = UIScrollView()

  override func setup() {
    super.setup()
    for view in subviews { panel.addSubview(view) }
    panel.insertSubview(pager, belowSubview: emptyView)
    pager.isPagingEnabled = true
    pager.isScrollEnabled = false
    for list in [todoListView, archiveListView] {
      list.delegate = self
      list.allowsSelection = false
      pager.addSubview(list)
    }
    addSubview(panel)
  }

  override func style() {
    super.style()
    panel.clipsToBounds = true
    titleButton.tintColor = Palette.accent
    actionButton.titleLabel?.adjustsFontSizeToFitWidth = true
    actionButton.contentHorizontalAlignment = .left
    actionButton.contentEdgeInsets.right = 20
    pager.showsHorizontalScrollIndicator = false
    archiveCompletedButton.imageEdgeInsets = UIEdgeInsets(top: 0, left: -5, bottom: 0, right: 5)
    archiveCompletedButton.titleEdgeInsets = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: -5)
  }

  override func update(oldModel: ListViewModel?) {
    super.update(oldModel: oldModel)
    guard let model, model != oldModel else { return }
    let isTodo = model.selectedSection == .todo
    // The two images have different sizes. Both are above the check boxes.
    actionButton.contentEdgeInsets.left = isTodo ? FrameTodoCell.checkBoxStart : FrameTodoCell.checkBoxStart + 2
    actionButton.titleEdgeInsets.left = isTodo ? 13 : 15
    // The list that is scrolled out cannot be used.
    for list in [todoListView, archiveListView] { list.isHidden = false }
    todoListView.isUserInteractionEnabled = isTodo
    archiveListView.isUserInteractionEnabled = !isTodo
    setNeedsLayout()
    guard let oldModel else { return }
    if oldModel.selectedSection != model.selectedSection { pager.setContentOffset(selectedOffset, animated: true) }
    guard oldModel.canArchive != model.canArchive else { return }
    UIView.animate(
      withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0, options: [],
      animations: { self.layoutIfNeeded() }, completion: nil)
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

extension FrameListView: UICollectionViewDelegateFlowLayout {
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    let list = collectionView === todoListView ? todoListView : archiveListView
    guard let item = list.source?.data(section: indexPath.section, row: indexPath.item) else { return .zero }
    return FrameTodoCell.size(for: item, width: collectionView.bounds.width)
  }
}

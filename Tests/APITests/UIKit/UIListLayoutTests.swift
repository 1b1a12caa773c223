import Testing
import UIKit

/// Lists of apps that lay out by frames.
@MainActor @Suite struct UIListLayoutTests {
  // MARK: - Layouts

  final class BadgeAttributes: UICollectionViewLayoutAttributes {
    var tilt: CGFloat = 0

    override func copy(with zone: NSZone? = nil) -> Any {
      let copy = super.copy(with: zone) as! BadgeAttributes
      copy.tilt = tilt
      return copy
    }

    override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? BadgeAttributes, other.tilt == tilt else { return false }
      return super.isEqual(object)
    }
  }

  final class Backdrop: UICollectionReusableView {}

  final class Cards: UICollectionViewFlowLayout {
    override class var layoutAttributesClass: AnyClass { BadgeAttributes.self }
    override class var invalidationContextClass: AnyClass { UICollectionViewFlowLayoutInvalidationContext.self }

    override init() {
      super.init()
      register(Backdrop.self, forDecorationViewOfKind: "backdrop")
      estimatedItemSize = UICollectionViewFlowLayout.automaticSize
      estimatedItemSize = .zero
      itemSize = CGSize(width: 100, height: 50)
      sectionInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
      sectionFootersPinToVisibleBounds = false
      sectionHeadersPinToVisibleBounds = false
    }

    required init?(coder: NSCoder) { super.init(coder: coder) }

    override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
    override var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    override var collectionViewContentSize: CGSize { super.collectionViewContentSize }

    override func prepare() { super.prepare() }
    override func invalidateLayout() { super.invalidateLayout() }
    override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
      if let context = context as? UICollectionViewFlowLayoutInvalidationContext {
        context.invalidateFlowLayoutDelegateMetrics = true
        context.invalidateFlowLayoutAttributes = true
      }
      super.invalidateLayout(with: context)
    }
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
      super.shouldInvalidateLayout(forBoundsChange: newBounds)
    }
    override func invalidationContext(
      forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
      let context = super.invalidationContext(forBoundsChange: newBounds)
      context.invalidateItems(at: [IndexPath(item: 0, section: 0)])
      context.invalidateSupplementaryElements(ofKind: "kind", at: [])
      context.invalidateDecorationElements(ofKind: "backdrop", at: [])
      context.contentOffsetAdjustment = .zero
      context.contentSizeAdjustment = .zero
      return context
    }
    override func shouldInvalidateLayout(
      forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
      withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool {
      super.shouldInvalidateLayout(
        forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
    }
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      guard let all = super.layoutAttributesForElements(in: rect) else { return nil }
      return all.map { $0.copy() as! UICollectionViewLayoutAttributes }
    }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      super.layoutAttributesForItem(at: indexPath)
    }
    override func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      super.layoutAttributesForSupplementaryView(ofKind: elementKind, at: indexPath)
    }
    override func layoutAttributesForDecorationView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      let attributes = BadgeAttributes(forDecorationViewOfKind: elementKind, with: indexPath)
      attributes.zIndex = -1
      return attributes
    }
    override func targetContentOffset(
      forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { super.targetContentOffset(forProposedContentOffset: proposedContentOffset) }
    override func finalizeCollectionViewUpdates() { super.finalizeCollectionViewUpdates() }
  }

  // MARK: - Collection views

  final class Card: UICollectionViewCell {
    let label = UILabel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(label)
      backgroundView = UIView()
      selectedBackgroundView = UIView()
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func layoutSubviews() {
      super.layoutSubviews()
      label.frame = contentView.bounds.insetBy(dx: 8, dy: 8)
    }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 60) }
    override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) { super.apply(layoutAttributes) }
    override func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      let attributes = super.preferredLayoutAttributesFitting(layoutAttributes)
      attributes.frame.size.height = 61
      return attributes
    }
    override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
      verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
      super.systemLayoutSizeFitting(
        targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
        verticalFittingPriority: verticalFittingPriority)
    }
    override func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
    override func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
  }

  final class Deck: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    let sizing = Card(frame: .zero)
    var displayed = 0

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueReusableCell(withReuseIdentifier: "Card", for: indexPath)
    }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
      sizing.sizeThatFits(CGSize(width: collectionView.bounds.width, height: .greatestFiniteMagnitude))
    }
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) { displayed += 1 }
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {}
    func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
  }

  private func changeAll(of view: UICollectionView, by change: () -> Void) { view.performBatchUpdates(change) }

  @Test func aLayoutPlacesTheItems() throws {
    let (layout, deck) = (Cards(), Deck())
    let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), collectionViewLayout: layout)
    view.register(Card.self, forCellWithReuseIdentifier: "Card")
    view.dataSource = deck
    view.delegate = deck
    view.layoutIfNeeded()
    let last = IndexPath(item: 2, section: 0)
    let attributes = try #require(view.layoutAttributesForItem(at: last))
    #expect(attributes is BadgeAttributes)
    #expect(attributes.frame == view.cellForItem(at: last)?.frame)
    #expect(attributes.representedElementCategory == .cell && attributes.representedElementKind == nil)
    attributes.transform3D = CATransform3DMakeScale(2, 2, 1)
    #expect(attributes.transform.a == 2)
    #expect(view.indexPathForItem(at: attributes.center) == last)
    #expect(view.layoutAttributesForSupplementaryElement(ofKind: "kind", at: last) == nil)
    #expect(view.contentSize.height == attributes.frame.maxY + 8)
    #expect(deck.displayed == 3)
    view.scrollToItem(at: last, at: [.top, .centeredHorizontally], animated: false)
    changeAll(of: view) { view.reloadItems(at: [last]) }
    view.performBatchUpdates(nil) { _ in }
    view.setCollectionViewLayout(UICollectionViewFlowLayout(), animated: true) { _ in }
    view.collectionViewLayout.invalidateLayout()
  }

  final class Album: UICollectionViewController, UICollectionViewDelegateFlowLayout {
    init() { super.init(collectionViewLayout: Cards()) }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func viewDidLoad() {
      super.viewDidLoad()
      clearsSelectionOnViewWillAppear = false
      installsStandardGestureForInteractiveMovement = false
      collectionView.register(Card.self, forCellWithReuseIdentifier: "Card")
    }
    override func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }
    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
    override func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueReusableCell(withReuseIdentifier: "Card", for: indexPath)
    }
    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
    override func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    func collectionView(
      _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath
    ) {}
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath
    ) {}
  }

  @Test func aCollectionViewControllerIsADataSource() {
    let album = Album()
    album.loadViewIfNeeded()
    album.view.layoutIfNeeded()
    #expect(album.collectionView.numberOfSections == 2)
    #expect(album.collectionViewLayout is Cards)
  }

  // MARK: - Tables

  final class Bubble: UITableViewCell {
    override func layoutSubviews() {
      super.layoutSubviews()
      imageView?.frame = CGRect(x: 8, y: 8, width: 20, height: 20)
      textLabel?.frame.origin.x = 40
      contentView.frame = contentView.frame.inset(by: UIEdgeInsets(top: 2, left: 0, bottom: 2, right: 0))
    }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 50) }
  }

  final class FittingTable: UITableView {
    override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }
    override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height) }
  }

  final class Chat: NSObject, UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "Bubble", for: indexPath)
      cell.separatorInset = UIEdgeInsets(top: 0, left: 40, bottom: 0, right: 0)
      cell.multipleSelectionBackgroundView = UIView()
      cell.editingAccessoryType = .none
      return cell
    }
    func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat { 44 }
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      (view as? UITableViewHeaderFooterView)?.backgroundView = UIView()
    }
    func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {}
    func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { false }
    func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
    func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
  }

  @Test func rowsKnowTheirPlaces() {
    let (table, chat) = (FittingTable(frame: CGRect(x: 0, y: 0, width: 320, height: 80)), Chat())
    table.register(Bubble.self, forCellReuseIdentifier: "Bubble")
    table.estimatedRowHeight = 100
    table.rowHeight = UITableView.automaticDimension
    table.separatorInset = .zero
    table.sectionHeaderTopPadding = 0
    table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 20))
    table.dataSource = chat
    table.delegate = chat
    table.reloadData()
    table.layoutIfNeeded()
    let second = IndexPath(row: 1, section: 0)
    #expect(table.rectForRow(at: second) == CGRect(x: 0, y: 70, width: 320, height: 50))
    #expect(table.intrinsicContentSize.height == 120)
    #expect(table.indexPathForRow(at: CGPoint(x: 1, y: 71)) == second)
    #expect(table.indexPathsForRows(in: CGRect(x: 0, y: 0, width: 9, height: 21)) == [IndexPath(row: 0, section: 0)])
    #expect(table.rect(forSection: 0).height == 100)
    #expect(table.rectForHeader(inSection: 0).height == 0 && table.rectForFooter(inSection: 0).height == 0)
    table.scrollToRow(at: second, at: .bottom, animated: false)
    #expect(table.contentOffset.y == 40)
    table.performBatchUpdates({ table.reloadRows(at: [second], with: .none) }, completion: nil)
  }
}

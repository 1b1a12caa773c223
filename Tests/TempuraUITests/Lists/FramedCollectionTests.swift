import Foundation
import Testing

@testable import TempuraUI

/// Collection views whose layout objects place the items.
@Suite struct FramedCollectionTests {
  class CardCell: UICollectionViewCell {
    let title = UILabel()
    var layouts = 0
    var boundsInLayout: [CGRect] = []
    var applied = 0
    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(title)
    }
    required init?(coder: NSCoder) { nil }
    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
      boundsInLayout.append(bounds)
      title.frame = contentView.bounds.insetBy(dx: 10, dy: 10)
    }
    override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) { applied += 1 }
  }

  final class SelfSizingCell: CardCell {
    nonisolated(unsafe) static var heights: [CGFloat] = [30, 50, 70]
    var index = 0
    override func sizeThatFits(_ size: CGSize) -> CGSize {
      CGSize(width: size.width, height: Self.heights[index % Self.heights.count])
    }
  }

  final class FlowingCell: UICollectionViewCell {
    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(UILabel())
    }
    required init?(coder: NSCoder) { nil }
  }

  final class App: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    let list: UICollectionView
    var counts: [Int]
    var displayed: [IndexPath] = []
    var scrolls = 0
    var moves: [[Int]] = []
    var canMove = true

    init(
      _ counts: [Int], _ kind: UICollectionViewCell.Type = CardCell.self, layout: UICollectionViewLayout,
      frame: CGRect = CGRect(x: 0, y: 0, width: 320, height: 200)
    ) {
      self.counts = counts
      list = UICollectionView(frame: frame, collectionViewLayout: layout)
      super.init()
      list.register(kind, forCellWithReuseIdentifier: "cell")
      for elementKind in [UICollectionView.elementKindSectionHeader, "badge"] {
        list.register(
          UICollectionReusableView.self, forSupplementaryViewOfKind: elementKind, withReuseIdentifier: "view")
      }
      list.dataSource = self
      list.delegate = self
      list.layoutIfNeeded()
    }

    func cell(_ item: Int) -> CardCell? { list.cellForItem(at: [0, item]) as? CardCell }
    var frames: [CGRect] { list.visibleCells.map(\.frame) }

    func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      counts[section]
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
      (cell as? SelfSizingCell)?.index = indexPath.item
      (cell as? CardCell)?.title.text = "\(indexPath)"
      return cell
    }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "view", for: indexPath)
    }
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) { displayed.append(indexPath) }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { scrolls += 1 }
    func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { canMove }
    func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) { moves.append([sourceIndexPath.item, destinationIndexPath.item]) }
  }

  private func flow(_ width: CGFloat, _ height: CGFloat) -> UICollectionViewFlowLayout {
    let flow = UICollectionViewFlowLayout()
    flow.itemSize = CGSize(width: width, height: height)
    return flow
  }

  // MARK: - Sizes by the delegate

  /// A list whose items have the heights of its model.
  final class Heights: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var heights: [CGFloat] = [40, 60, 80]
    let list: UICollectionView

    init(layout: UICollectionViewLayout, _ kind: UICollectionViewCell.Type = CardCell.self) {
      list = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 400), collectionViewLayout: layout)
      super.init()
      list.register(kind, forCellWithReuseIdentifier: "cell")
      list.dataSource = self
      list.delegate = self
      list.layoutIfNeeded()
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      heights.count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: 320, height: heights[indexPath.item]) }
  }

  @Test func reloadedItemsHaveTheSizesOfTheirNewModels() {
    let app = Heights(layout: UICollectionViewFlowLayout())
    #expect(app.list.visibleCells.map(\.frame.height) == [40, 60, 80])
    app.heights = [60, 80]
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(app.list.visibleCells.map(\.frame.height) == [60, 80])
    app.heights = [10, 80]
    app.list.reloadData()
    #expect(app.list.layoutAttributesForItem(at: [0, 0])?.frame.height == 10, "also when only asked")
  }

  @Test func cellsOfAnAppsFlowLayoutKeepTheSizesOfTheDelegate() {
    final class Layout: UICollectionViewFlowLayout {}
    final class MovingCell: CardCell {
      override func sizeThatFits(_ size: CGSize) -> CGSize {
        bounds.size = CGSize(width: 1, height: 200)
        return bounds.size
      }
    }
    let app = Heights(layout: Layout(), MovingCell.self)
    #expect(app.list.visibleCells.map(\.frame.height) == [40, 60, 80])
    #expect(app.list.visibleCells.map(\.frame.width) == [320, 320, 320])
    let sizing = UICollectionViewFlowLayout()
    sizing.estimatedItemSize = CGSize(width: 320, height: 44)
    let other = App([1], MovingCell.self, layout: sizing)
    #expect(other.frames.map(\.size) == [CGSize(width: 1, height: 200)] && other.cell(0)?.center.y == 100)
  }

  // MARK: - Flow layouts

  @Test func aCellHasTheSizeOfTheLayoutWhenItIsLaidOut() throws {
    let app = App([2], layout: flow(100, 60))
    let cell = try #require(app.cell(1))
    #expect(cell.frame == CGRect(x: 110, y: 0, width: 100, height: 60))
    #expect(cell.boundsInLayout.last == CGRect(x: 0, y: 0, width: 100, height: 60))
    #expect(cell.title.frame == CGRect(x: 10, y: 10, width: 80, height: 40))
    #expect(cell.applied == 1)
    #expect(css(cell.contentView).contains("width:6.25rem;height:3.75rem;"))
    #expect(cell.contentView.elementID == cell.elementID + ".content")
    #expect(css(cell).contains("position:absolute;left:6.875rem;top:0;width:6.25rem;height:3.75rem;"))
    #expect(app.list.contentSize == CGSize(width: 320, height: 60))
    #expect(app.displayed == [[0, 0], [0, 1]])
  }

  @Test func itemsStayInALabelledListInReadingOrder() {
    let layout = flow(100, 60)
    layout.headerReferenceSize = CGSize(width: 0, height: 30)
    let app = App([1, 2], layout: layout)
    let markup = html(app.list)
    #expect(markup.hasPrefix("<div "))
    #expect(markup.components(separatedBy: "<ul").count == 3)
    #expect(markup.components(separatedBy: "<li").count == 4)
    #expect(markup.contains(#"role="group" aria-labelledby="uiCollectionView.header-1""#))
    #expect(app.frames.map(\.minY) == [30, 120, 120])
    let header = app.list.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: [1, 0])
    #expect(header?.frame == CGRect(x: 0, y: 90, width: 320, height: 30))
    #expect(markup.contains("position:relative") == false, "styles are in the style element")
  }

  @Test func linesAreSpreadAsOnIOS() {
    // Two of 100 fit, as 3 would need 320 + … with a spacing of 20.
    let layout = flow(100, 50)
    layout.minimumInteritemSpacing = 20
    layout.minimumLineSpacing = 5
    layout.sectionInset = UIEdgeInsets(top: 7, left: 10, bottom: 9, right: 10)
    let app = App([3], layout: layout)
    #expect(app.frames.map(\.origin) == [CGPoint(x: 10, y: 7), CGPoint(x: 210, y: 7), CGPoint(x: 10, y: 62)])
    #expect(app.list.contentSize.height == 121)
    #expect(layout.layoutAttributesForItem(at: [0, 2])?.frame == app.frames[2])
    #expect(layout.layoutAttributesForItem(at: [0, 3]) == nil)
    #expect(layout.layoutAttributesForElements(in: CGRect(x: 0, y: 70, width: 320, height: 1))?.count == 1)
  }

  @Test func aSingleItemOfALineIsInTheMiddle() {
    let app = App([2], layout: flow(300, 50))
    #expect(app.frames.map(\.minX) == [10, 10])
  }

  @Test func horizontalItemsFillColumns() {
    let layout = flow(80, 90)
    layout.scrollDirection = .horizontal
    let app = App([3], layout: layout)
    #expect(app.frames.map(\.origin) == [CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 110), CGPoint(x: 90, y: 0)])
    #expect(app.list.contentSize == CGSize(width: 170, height: 200))
  }

  @Test func widthsThatDoNotAddUpExactlyStillFit() {
    let layout = flow((320 - 20) / 3, 40)
    let app = App([3], layout: layout)
    #expect(Set(app.frames.map(\.minY)) == [0])
  }

  @Test func cellsCanSizeThemselves() {
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = CGSize(width: 320, height: 100)
    let app = App([3], SelfSizingCell.self, layout: layout)
    #expect(app.frames.map(\.height) == [30, 50, 70])
    #expect(app.frames.map(\.minY) == [0, 40, 100])
    #expect(app.list.contentSize.height == 170)
  }

  @Test func cellsMayChangeTheAttributesThatTheyAreGiven() {
    final class QuestionCell: CardCell {
      override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
      ) -> UICollectionViewLayoutAttributes {
        layoutAttributes.frame.size = CGSize(width: 320, height: 120)
        return layoutAttributes
      }
    }
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    let app = App([3], QuestionCell.self, layout: layout)
    #expect(app.frames.map(\.size) == Array(repeating: CGSize(width: 320, height: 120), count: 3))
    #expect(app.frames.map(\.minY) == [0, 130, 260])
  }

  @Test func aCellIsToldOfItsSelection() {
    final class SizeCell: CardCell {
      var states: [Bool] = []
      override var isSelected: Bool { didSet { states.append(isSelected) } }
    }
    let app = App([2], SizeCell.self, layout: flow(100, 60))
    app.list.selectItem(at: [0, 0], animated: false, scrollPosition: [])
    app.list.selectItem(at: [0, 1], animated: false, scrollPosition: [])
    #expect((app.cell(0) as? SizeCell)?.states == [true, false])
    #expect((app.cell(1) as? SizeCell)?.states == [true])
  }

  @Test func cellsThatFlowAndSizeThemselvesStandSideBySide() {
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    let app = App([3], FlowingCell.self, layout: layout, frame: .zero)
    #expect(!app.list.isLaidOut)
    #expect(app.list.layout.css(ofSection: 0, isLaidOut: false).contains("flex-flow:row wrap;"))
  }

  @Test func itemsThatFlowStayAsTheyAre() {
    let app = App([2], FlowingCell.self, layout: UICollectionViewFlowLayout(), frame: .zero)
    app.list.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 500))
    app.list.layoutIfNeeded()
    #expect(!app.list.isLaidOut)
    #expect(html(app.list).hasPrefix("<ul "))
    #expect(app.list.visibleCells[0].bounds.width == 320)
    #expect(!html(app.list).contains("ItemContentView"), "the content view has no element of its own")
  }

  @Test func itemsOfALaidOutListHaveUIKitsSizeIfNothingElseSaysOne() {
    let app = App([2], FlowingCell.self, layout: UICollectionViewFlowLayout())
    #expect(app.frames == [CGRect(x: 0, y: 0, width: 50, height: 50), CGRect(x: 67.5, y: 0, width: 50, height: 50)])
  }

  @Test func cellsWithFramesNeedNoFrameOfTheList() {
    let app = App([2], layout: flow(100, 60), frame: .zero)
    app.list.setFlowingFrame(CGRect(x: 0, y: 0, width: 320, height: 500))
    app.list.layoutIfNeeded()
    #expect(app.frames.map(\.minX) == [0, 110])
  }

  @Test func headersCanStickToTheTop() {
    let layout = flow(320, 60)
    layout.headerReferenceSize = CGSize(width: 0, height: 30)
    layout.sectionHeadersPinToVisibleBounds = true
    let app = App([2], layout: layout)
    #expect(html(app.list).contains(#"class="header pinned bare s"#))
    #expect(app.frames.map(\.minY) == [30, 100])
  }

  // MARK: - An app's own layouts

  /// Columns into which the next item goes where there is most room.
  final class Masonry: UICollectionViewLayout {
    var heights: [CGFloat] = [50, 80, 30, 40]
    var preparations = 0
    private var cache: [UICollectionViewLayoutAttributes] = []
    private var height: CGFloat = 0

    override func prepare() {
      super.prepare()
      preparations += 1
      guard let list = collectionView else { return }
      let width = list.bounds.width / 2
      var ends: [CGFloat] = [0, 0]
      cache = (0..<list.numberOfItems(inSection: 0)).map { item in
        let column = ends[0] <= ends[1] ? 0 : 1
        let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: item, section: 0))
        attributes.frame = CGRect(
          x: CGFloat(column) * width, y: ends[column], width: width, height: heights[item % heights.count])
        ends[column] = attributes.frame.maxY
        return attributes
      }
      height = ends.max() ?? 0
    }
    override var collectionViewContentSize: CGSize { CGSize(width: collectionView?.bounds.width ?? 0, height: height) }
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      cache.filter { $0.frame.intersects(rect) }
    }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      cache[indexPath.item]
    }
  }

  @Test func aMasonryLayoutPlacesItems() {
    let layout = Masonry()
    let app = App([4], layout: layout)
    #expect(
      app.frames == [
        CGRect(x: 0, y: 0, width: 160, height: 50), CGRect(x: 160, y: 0, width: 160, height: 80),
        CGRect(x: 0, y: 50, width: 160, height: 30), CGRect(x: 0, y: 80, width: 160, height: 40),
      ])
    #expect(app.list.contentSize == CGSize(width: 320, height: 120))
    #expect(app.list.indexPathForItem(at: CGPoint(x: 10, y: 60)) == [0, 2])
    #expect(app.list.layoutAttributesForItem(at: [0, 1])?.frame.height == 80)
    let (layouts, preparations) = (app.cell(0)?.layouts, layout.preparations)
    app.list.setNeedsLayout()
    app.list.layoutIfNeeded()
    #expect(layout.preparations == preparations)
    layout.heights = [60]
    layout.invalidateLayout()
    app.list.layoutIfNeeded()
    #expect(app.frames[0].height == 60)
    #expect(app.cell(0)?.layouts != layouts)
    #expect(app.list.indexPathForItem(at: CGPoint(x: 10, y: 61)) == [0, 2])
  }

  /// Items that grow towards the middle of the visible area.
  final class Carousel: UICollectionViewFlowLayout {
    override init() {
      super.init()
      scrollDirection = .horizontal
      itemSize = CGSize(width: 100, height: 100)
      minimumLineSpacing = 0
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      guard let list = collectionView else { return nil }
      let middle = list.contentOffset.x + list.bounds.width / 2
      return super.layoutAttributesForElements(in: rect)?.map { original in
        let attributes = original.copy() as! UICollectionViewLayoutAttributes
        let scale = max(1 - abs(attributes.center.x - middle) / 1000, 0.5)
        attributes.transform = CGAffineTransform(scaleX: scale, y: scale)
        attributes.alpha = scale
        attributes.zIndex = Int(scale * 100)
        return attributes
      }
    }
  }

  @Test func aCarouselScalesItsItems() throws {
    let app = App([5], layout: Carousel())
    let cell = try #require(app.cell(1))
    #expect(abs(cell.alpha - 0.99) < 0.001)
    #expect(abs(cell.transform.a - 0.99) < 0.001)
    #expect(cell.center == CGPoint(x: 150, y: 100))
    #expect(css(cell).contains("z-index:99;"))
    app.list.contentOffset.x = 180
    app.list.layoutIfNeeded()
    #expect(app.cell(3)?.alpha == 0.99)
    #expect(app.scrolls == 1)
    #expect(html(app.list).contains("data-horizontal"))
  }

  @Test func decorationsAndOtherSupplementaryViewsAreMade() throws {
    final class Shelf: UICollectionReusableView {}
    final class Shelves: UICollectionViewFlowLayout {
      override init() {
        super.init()
        itemSize = CGSize(width: 320, height: 50)
        register(Shelf.self, forDecorationViewOfKind: "shelf")
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
      override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let shelf = UICollectionViewLayoutAttributes(forDecorationViewOfKind: "shelf", with: [0, 0])
        shelf.frame = CGRect(x: 0, y: 45, width: 320, height: 5)
        shelf.zIndex = -1
        let badge = UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: "badge", with: [0, 1])
        badge.frame = CGRect(x: 300, y: 0, width: 20, height: 20)
        return (super.layoutAttributesForElements(in: rect) ?? []) + [shelf, badge]
      }
    }
    let app = App([2], layout: Shelves())
    let shelf = try #require(app.list.subviews.compactMap { $0 as? Shelf }.first)
    #expect(shelf.frame == CGRect(x: 0, y: 45, width: 320, height: 5))
    #expect(css(shelf).contains("z-index:-1;"))
    #expect(app.list.subviews.contains { $0.frame == CGRect(x: 300, y: 0, width: 20, height: 20) })
    app.list.collectionViewLayout.invalidateLayout()
    app.list.layoutIfNeeded()
    #expect(app.list.subviews.filter { $0 is Shelf } == [shelf])
    app.counts = [3]
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(app.list.subviews.filter { $0 is Shelf } == [shelf])
    #expect(html(app.list).components(separatedBy: "Shelf").count == 2)
  }

  @Test func attributesAreCopiedWithTheirClass() throws {
    final class Tilted: UICollectionViewLayoutAttributes {
      var angle: CGFloat = 0
      override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? Tilted)?.angle = angle
        return copy
      }
      override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? Tilted)?.angle == angle
      }
    }
    let tilted = Tilted(forCellWith: [0, 1])
    tilted.frame = CGRect(x: 1, y: 2, width: 4, height: 6)
    tilted.angle = 3
    let copy = try #require(tilted.copy() as? Tilted)
    #expect(copy.isEqual(tilted))
    #expect(copy.center == CGPoint(x: 3, y: 5))
    #expect(copy.representedElementCategory == .cell)
    copy.angle = 4
    #expect(!copy.isEqual(tilted))
  }

  @Test func scrollingToAnItemSetsTheOffset() {
    let app = App([20], layout: flow(320, 90))
    app.list.scrollToItem(at: [0, 3], at: .top, animated: false)
    #expect(app.list.contentOffset == CGPoint(x: 0, y: 300))
    app.list.scrollToItem(at: [0, 4], at: .centeredVertically, animated: true)
    #expect(app.list.contentOffset == CGPoint(x: 0, y: 345))
    app.list.scrollToItem(at: [0, 19], at: .top, animated: false)
    #expect(app.list.contentOffset == CGPoint(x: 0, y: 1790))
    #expect(app.scrolls == 3)
    #expect(html(app.list).contains("<span data-scroll-target"))
  }

  // MARK: - Nonsense

  @Test func aGestureMovesAnItem() throws {
    let app = App([4], layout: flow(100, 40))
    let (list, cell) = (app.list, try #require(app.cell(0)))
    app.canMove = false
    #expect(!list.beginInteractiveMovementForItem(at: [0, 0]))
    app.canMove = true
    #expect(list.beginInteractiveMovementForItem(at: [0, 0]) && !list.beginInteractiveMovementForItem(at: [0, 1]))
    let target = try #require(app.cell(2)).center
    list.updateInteractiveMovementTargetPosition(CGPoint(x: target.x + 20, y: target.y + 5))
    #expect(app.cell(2) === cell && cell.center == target && app.moves == [], "others have made room")
    #expect(cell.transform == CGAffineTransform(translationX: 20, y: 5))
    list.endInteractiveMovement()
    #expect(app.moves == [[0, 2]] && cell.transform == .identity && app.cell(2) === cell)
    list.beginInteractiveMovementForItem(at: [0, 2])
    list.updateInteractiveMovementTargetPosition(try #require(app.cell(0)).center)
    list.updateInteractiveMovementTargetPosition(CGPoint(x: -1e6, y: CGFloat.nan))
    list.cancelInteractiveMovement()
    #expect(app.moves == [[0, 2]] && app.cell(2) === cell && cell.transform == .identity)
    list.endInteractiveMovement()
    list.updateInteractiveMovementTargetPosition(.zero)
    #expect(app.moves == [[0, 2]] && cell.transform == .identity, "nothing is moved")
  }

  @Test func aLayoutOfNonsenseDoesNoHarm() {
    final class Nonsense: UICollectionViewLayout {
      override func prepare() { invalidateLayout() }
      override var collectionViewContentSize: CGSize { CGSize(width: .infinity, height: CGFloat.nan) }
      override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let all = [CGFloat.infinity, .nan, -1e300, 1e300].enumerated().map { index, value in
          let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: index, section: index % 2))
          attributes.frame = CGRect(x: value, y: value, width: value, height: value)
          attributes.alpha = value
          attributes.transform = CGAffineTransform(scaleX: value, y: value)
          attributes.zIndex = .max
          return attributes
        }
        return all + (0..<1000).map { UICollectionViewLayoutAttributes(forCellWith: [7, $0]) }
      }
      override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
    }
    let app = App([5], layout: Nonsense())
    let controller = UIViewController()
    controller.view.addSubview(app.list)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    #expect(app.list.contentSize.width.isFinite && app.list.contentSize.height.isFinite)
    let markup = html(app.list).lowercased()
    #expect(!markup.contains("nan") && !markup.contains("inf"))
  }

  @Test func manyItemsAreLaidOutOnce() {
    let app = App([1000], layout: flow(320, 44))
    let cells = app.list.content.cells.compactMap { $0 as? CardCell }
    #expect(cells.count == ListWindow.minCells)
    #expect(cells.filter { $0.layouts > 2 }.isEmpty)
    let layouts = cells.map(\.layouts)
    cells[3].setNeedsLayout()
    app.list.layoutIfNeeded()
    #expect(cells.enumerated().allSatisfy { $1.layouts == layouts[$0] + ($0 == 3 ? 1 : 0) })
  }
}

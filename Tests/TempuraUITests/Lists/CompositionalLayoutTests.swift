import Foundation
import Testing

@testable import TempuraUI

/// Collection views with compositional layouts.
@Suite(.app) struct CompositionalLayoutTests {
  final class Cell: UICollectionViewCell {
    var height: CGFloat = 30
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 90, height: height) }
  }

  final class App: NSObject, UICollectionViewDataSource {
    let list: UICollectionView
    let counts: [Int]

    init(_ counts: [Int], _ layout: UICollectionViewLayout, width: CGFloat = 320) {
      self.counts = counts
      list = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: width, height: 200), collectionViewLayout: layout)
      super.init()
      list.register(Cell.self, forCellWithReuseIdentifier: "cell")
      for kind in ["header", UICollectionView.elementKindSectionHeader, "badge"] {
        list.register(UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "view")
      }
      list.dataSource = self
      list.layoutIfNeeded()
    }

    var frames: [CGRect] { list.visibleCells.map(\.frame) }

    func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      counts[section]
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
      (cell as? Cell)?.height = [30, 50, 70][indexPath.item % 3]
      return cell
    }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "view", for: indexPath)
    }
  }

  private typealias Dimension = NSCollectionLayoutDimension

  private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
    -> NSCollectionLayoutSize
  { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

  private func grid(_ columns: Int = 2) -> NSCollectionLayoutSection {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(50)), subitem: item, count: columns)
    group.interItemSpacing = .fixed(10)
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 5
    section.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 15, bottom: 8, trailing: 15)
    return section
  }

  @Test func itemsShareTheWidthOfTheirGroup() {
    let app = App([3], UICollectionViewCompositionalLayout(section: grid()))
    #expect(
      app.frames == [
        CGRect(x: 15, y: 8, width: 140, height: 50), CGRect(x: 165, y: 8, width: 140, height: 50),
        CGRect(x: 15, y: 63, width: 140, height: 50),
      ])
    #expect(app.list.contentSize == CGSize(width: 320, height: 121))
    #expect(app.list.layoutAttributesForItem(at: [0, 1])?.frame == app.frames[1])
  }

  @Test func itemsRepeatAsLongAsThereIsRoom() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)))
    item.contentInsets = NSDirectionalEdgeInsets(top: 2, leading: 2, bottom: 2, trailing: 2)
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .fractionalWidth(0.25)), subitems: [item])
    let app = App(
      [4], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)), width: 300)
    #expect(app.frames.map(\.minX) == [2, 102, 202, 2])
    #expect(app.frames.map(\.size) == Array(repeating: CGSize(width: 96, height: 71), count: 4))
  }

  @Test func groupsNest() {
    let large = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)))
    let small = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let column = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)), subitems: [small])
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [large, column])
    let app = App([4], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
    #expect(
      app.frames == [
        CGRect(x: 0, y: 0, width: 160, height: 100), CGRect(x: 160, y: 0, width: 160, height: 50),
        CGRect(x: 160, y: 50, width: 160, height: 50), CGRect(x: 0, y: 100, width: 160, height: 100),
      ])
  }

  @Test func groupsThatShareAWidthGiveItToTheirItems() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let column = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)), subitems: [item])
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(100)), subitem: column, count: 2)
    let app = App([4], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
    #expect(app.frames.map(\.minX) == [0, 0, 160, 160] && app.frames.map(\.minY) == [0, 50, 0, 50])
    #expect(app.frames.map(\.width) == [160, 160, 160, 160])
  }

  @Test func estimatedItemsHaveTheSizeThatTheyPrefer() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(44)))
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.fractionalWidth(1), .estimated(44)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 10
    let app = App([3], UICollectionViewCompositionalLayout(section: section))
    #expect(app.frames.map(\.height) == [30, 50, 70] && app.frames.map(\.minY) == [0, 40, 100])
    #expect(app.frames.map(\.width) == [320, 320, 320])
    #expect(app.list.contentSize.height == 170)
  }

  @Test func tagsFillLinesByTheirOwnWidths() {
    let tag = NSCollectionLayoutItem(layoutSize: size(.estimated(50), .absolute(20)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .estimated(20)), subitems: [tag])
    group.interItemSpacing = .fixed(10)
    let app = App([4], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
    #expect(app.frames.map(\.minX) == [0, 100, 200, 0] && app.frames.map(\.minY) == [0, 0, 0, 20])
  }

  @Test func sectionsHaveHeadersAndBackgrounds() {
    let section = grid()
    let header = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: size(.fractionalWidth(1), .absolute(30)), elementKind: UICollectionView.elementKindSectionHeader,
      alignment: .top)
    header.pinToVisibleBounds = true
    let own = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: size(.absolute(100), .absolute(10)), elementKind: "header", alignment: .bottomTrailing)
    section.boundarySupplementaryItems = [header, own]
    section.decorationItems = [.background(elementKind: "background")]
    let layout = UICollectionViewCompositionalLayout(section: section)
    layout.register(UICollectionReusableView.self, forDecorationViewOfKind: "background")
    let app = App([2, 2], layout)
    #expect(app.frames.map(\.minY) == [38, 38, 144, 144])
    #expect(app.list.contentSize.height == 212)
    let background = layout.layoutAttributesForDecorationView(ofKind: "background", at: [1, 0])
    #expect(background?.frame == CGRect(x: 0, y: 106, width: 320, height: 106))
    #expect(
      layout.layoutAttributesForSupplementaryView(ofKind: "header", at: [0, 0])?.frame
        == CGRect(x: 205, y: 96, width: 100, height: 10))
    #expect(html(app.list).contains(#"class="header pinned bare s"#))
  }

  @Test func aSectionCanScrollAcrossTheList() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.absolute(200), .absolute(80)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPaging
    section.interGroupSpacing = 10
    let second = grid()
    let layout = UICollectionViewCompositionalLayout { index, environment in
      #expect(environment.container.effectiveContentSize.width == 320)
      return index == 0 ? second : section
    }
    let app = App([1, 3], layout)
    #expect(app.frames.dropFirst().map(\.minX) == [0, 210, 420])
    #expect(Set(app.frames.dropFirst().map(\.minY)) == [66])
    #expect(app.list.contentSize == CGSize(width: 320, height: 146), "the list scrolls down only")
    #expect(app.list.layout.css(ofSection: 0, isLaidOut: true).isEmpty)
    let style = app.list.layout.css(ofSection: 1, isLaidOut: true)
    #expect(style.contains("top:4.125rem;width:20rem;height:5rem;overflow:auto hidden;--up:-4.125rem;"))
    #expect(style.contains("--snap:start;"))
  }

  @Test func aSectionThatIsMissingShiftsNoOther() {
    let section = grid()
    section.orthogonalScrollingBehavior = .continuous
    let app = App([1, 1], UICollectionViewCompositionalLayout { index, _ in index == 0 ? nil : section })
    #expect(app.list.layout.css(ofSection: 0, isLaidOut: true).isEmpty)
    #expect(app.list.layout.css(ofSection: 1, isLaidOut: true).contains("overflow:auto hidden;"))
  }

  @Test func aListThatScrollsHorizontallyIgnoresScrollingSections() {
    let section = grid()
    section.orthogonalScrollingBehavior = .continuous
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    let app = App([3], UICollectionViewCompositionalLayout(section: section, configuration: configuration))
    #expect(app.list.layout.css(ofSection: 0, isLaidOut: true).isEmpty)
    #expect(app.list.contentSize.width > 320)
  }

  @Test func headersAreMeasuredWhereTheirSizeIsEstimated() {
    final class Header: UICollectionReusableView {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 70, height: 20) }
    }
    let section = grid()
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size(.estimated(200), .estimated(90)), elementKind: "header", alignment: .topLeading)
    ]
    let layout = UICollectionViewCompositionalLayout(section: section)
    let app = App([1], layout)
    app.list.register(Header.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "view")
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(
      layout.layoutAttributesForSupplementaryView(ofKind: "header", at: [0, 0])?.size == CGSize(width: 70, height: 20))
    #expect(app.list.supplementaryView(forElementKind: "header", at: [0, 0]) is Header)
    #expect(app.list.supplementaryView(forElementKind: "badge", at: [0, 0]) == nil)
  }

  @Test func anEmptySectionEndsAtItsHeaders() {
    let app = App([0, 1], UICollectionViewCompositionalLayout(section: grid()))
    #expect(app.frames.map(\.minY) == [24])
    let none = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(50)), subitems: [])
    let empty = App([3], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: none)))
    #expect(empty.list.contentSize.height == 0)
  }
}

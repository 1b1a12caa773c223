import Foundation
import Testing

@testable import TempuraUI

/// Collection views with a data source.
@Suite struct CollectionViewTests {
  private final class LetterCell: UICollectionViewCell {
    let label = UILabel()
    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(label)
    }
    required init?(coder: NSCoder) { nil }
  }

  private final class Header: UICollectionReusableView {
    let label = UILabel()
    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(label)
    }
    required init?(coder: NSCoder) { nil }
  }

  private final class App: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var sections: [[String]]
    var log: [String] = []
    var sizes: [String: CGSize] = [:]
    let list: UICollectionView

    init(_ sections: [String]..., layout: UICollectionViewLayout = UICollectionViewFlowLayout()) {
      self.sections = sections
      list = UICollectionView(frame: .zero, collectionViewLayout: layout)
      list.register(LetterCell.self, forCellWithReuseIdentifier: "letter")
      list.register(
        Header.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        withReuseIdentifier: "header")
      list.dataSource = self
      list.delegate = self
      list.layoutIfNeeded()
    }

    var shown: [[String]] { list.content.sections.map { $0.rows.map { ($0?.cell as? LetterCell)?.label.text ?? "?" } } }

    func tap(_ path: IndexPath) -> Bool {
      guard let target = list.cellForItem(at: path)?.tapTarget(ofPart: "") else { return false }
      target.tap()
      return true
    }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      sections[section].count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "letter", for: indexPath)
      (cell as? LetterCell)?.label.text = sections[indexPath.section][indexPath.item]
      return cell
    }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
      let view = collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "header", for: indexPath)
      (view as? Header)?.label.text = "Section \(indexPath.section)"
      return view
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      log.append("select \(sections[indexPath.section][indexPath.item])")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
      log.append("deselect \(sections[indexPath.section][indexPath.item])")
    }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { sizes[sections[indexPath.section][indexPath.item]] ?? .zero }
  }

  @Test func aLayoutKnowsTheCollectionViewThatUsesIt() {
    let (layout, other) = (UICollectionViewFlowLayout(), UICollectionViewFlowLayout())
    var list: UICollectionView? = UICollectionView(frame: .zero, collectionViewLayout: layout)
    #expect(layout.collectionView === list)
    list?.collectionViewLayout = other
    #expect(layout.collectionView == nil && other.collectionView === list)
    list = nil
    #expect(other.collectionView == nil)
  }

  @Test func itemsComeFromTheDataSource() {
    let app = App(["a", "b"])
    #expect(app.shown == [["a", "b"]])
    #expect(html(app.list).hasPrefix("<ul "))
    #expect(app.list.cellForItem(at: [0, 1])?.reuseIdentifier == "letter")
    #expect(app.list.cellForItem(at: [0, 2]) == nil)
  }

  @Test func itemsThatStayKeepTheirCells() {
    let app = App(["a", "b", "c"])
    let cells = app.list.visibleCells
    app.sections = [["c", "x", "a"]]
    app.list.performBatchUpdates {
      app.list.deleteItems(at: [[0, 1]])
      app.list.insertItems(at: [[0, 1]])
      app.list.moveItem(at: [0, 2], to: [0, 0])
    }
    #expect(app.shown == app.sections)
    #expect(app.list.cellForItem(at: [0, 0]) === cells[2])
    #expect(app.list.cellForItem(at: [0, 2]) === cells[0])
    app.sections = [["x"]]
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(app.shown == [["x"]])
  }

  @Test func theScrollTargetIsNotAnItem() {
    let app = App(["a", "b"])
    app.list.contentOffset = CGPoint(x: 0, y: 44)
    #expect(html(app.list).hasPrefix("<div "), "only items can be in a list")
    #expect(html(app.list).contains("</ul></div><span data-scroll-target "))
    app.list.contentOffset = .zero
    #expect(html(app.list).hasPrefix("<ul "))
  }

  @Test func aTapSelectsAnItem() {
    let app = App(["a", "b"])
    #expect(html(app.list).contains(#"class="stretched""#))
    #expect(app.tap([0, 0]))
    #expect(app.tap([0, 1]))
    #expect(app.log == ["select a", "deselect a", "select b"])
    #expect(app.list.indexPathsForSelectedItems == [[0, 1]])
    app.list.allowsMultipleSelection = true
    #expect(app.tap([0, 0]))
    #expect(app.tap([0, 1]))
    #expect(app.log.suffix(2) == ["select a", "deselect b"])
    app.list.allowsSelection = false
    app.list.allowsMultipleSelection = false
    #expect(!app.tap([0, 0]))
    #expect(!html(app.list).contains(#"class="stretched""#))
  }

  @Test func sectionsWithHeadersAreGroups() {
    let app = App(["a"], ["b"])
    (app.list.collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize = CGSize(width: 0, height: 40)
    app.list.layoutIfNeeded()
    let markup = html(app.list)
    #expect(markup.hasPrefix("<div "))
    #expect(markup.contains(#"<div class="section" role="group" aria-labelledby="uiCollectionView.header-1">"#))
    #expect(markup.components(separatedBy: "<ul").count == 3)
    let header = app.list.supplementaryView(forElementKind: UICollectionView.elementKindSectionHeader, at: [1, 0])
    #expect((header as? Header)?.label.text == "Section 1")
  }

  @Test func theLayoutBecomesCSS() {
    let flow = UICollectionViewFlowLayout()
    let app = App(["a"], layout: flow)
    #expect(css(app.list) == "gap:10px 10px;")
    flow.itemSize = CGSize(width: 80, height: 60)
    flow.sectionInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(css(app.list) == "gap:10px 10px;flex-flow:row wrap;padding:1px 4px 3px 2px;")
    flow.scrollDirection = .horizontal
    #expect(css(app.list).contains("flex-flow:row;"))
    #expect(attributes(app.list).contains(#"tabindex="0""#), "the keyboard scrolls it")
  }

  @Test func anItemHasTheSizeFromTheDelegate() {
    let app = App(["a", "b"])
    app.sizes = ["a": CGSize(width: 100, height: 50)]
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(css(app.list.visibleCells[0]) == "flex:none;width:min(100px,100%);min-height:50px;")
    #expect(css(app.list.visibleCells[1]) == "")
    app.list.setFlowingFrame(CGRect(x: 0, y: 0, width: 100, height: 300))
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(css(app.list.visibleCells[0]) == "flex:none;width:100%;min-height:50px;")
  }

  @Test func aLayoutOfTheAppIsToldAboutChanges() {
    final class Layout: UICollectionViewFlowLayout {
      var log: [String] = []
      override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        super.prepare(forCollectionViewUpdates: updateItems)
        log.append("prepare \(updateItems.map { "\($0.updateAction)" })")
      }
      override func initialLayoutAttributesForAppearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        let attributes = super.initialLayoutAttributesForAppearingItem(at: path)
        attributes?.frame = attributes?.frame.offsetBy(dx: 100, dy: 0) ?? .zero
        log.append("appearing \(path)")
        return attributes
      }
      override func finalLayoutAttributesForDisappearingItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
        log.append("disappearing \(path)")
        return nil
      }
      override func finalizeCollectionViewUpdates() { log.append("finalize") }
    }
    let layout = Layout()
    let app = App(["a", "b"], layout: layout)
    #expect(layout.log.isEmpty)
    app.sections = [["b", "c"]]
    app.list.performBatchUpdates {
      app.list.deleteItems(at: [[0, 0]])
      app.list.insertItems(at: [[0, 1]])
    }
    #expect(
      layout.log == [
        #"prepare ["delete", "insert"]"#, "disappearing [0, 0]", "appearing [0, 1]", "finalize",
      ])
  }

  @Test func theRefreshControlIsAboveTheItems() {
    let app = App(["a"])
    app.list.refreshControl = UIRefreshControl()
    let markup = html(app.list)
    #expect(markup.hasPrefix("<div "))
    #expect(markup.contains("<span>Refresh</span>"))
    app.list.reloadData()
    app.list.layoutIfNeeded()
    #expect(html(app.list).contains("<span>Refresh</span>"))
  }
}

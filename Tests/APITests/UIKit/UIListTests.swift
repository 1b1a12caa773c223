import Testing
import UIKit

/// Collection and table views, as apps on iOS use them.
@MainActor @Suite struct UIListTests {
  final class Cell: UICollectionViewCell {
    let label = UILabel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      contentView.addSubview(label)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func prepareForReuse() {
      super.prepareForReuse()
      label.text = nil
    }
  }

  /// A layout that slides rows in and out.
  final class SlidingLayout: UICollectionViewFlowLayout {
    private var inserted: [IndexPath] = []

    override init() {
      super.init()
      minimumLineSpacing = 0
      minimumInteritemSpacing = 0
      scrollDirection = .vertical
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
      super.prepare(forCollectionViewUpdates: updateItems)
      inserted = updateItems.filter { $0.updateAction == .insert }.compactMap { $0.indexPathAfterUpdate }
    }

    override func initialLayoutAttributesForAppearingItem(
      at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      let attributes = super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
      if inserted.contains(itemIndexPath), let frame = attributes?.frame {
        attributes?.frame = frame.offsetBy(dx: frame.width, dy: 0)
      }
      return attributes
    }

    override func finalLayoutAttributesForDisappearingItem(
      at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    }

    override func finalizeCollectionViewUpdates() {
      super.finalizeCollectionViewUpdates()
      inserted = []
    }
  }

  final class Fruits: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var names = ["Apple", "Pear"]
    var selected: [IndexPath] = []

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { names.count }

    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath) as! Cell
      cell.label.text = names[indexPath.item]
      return cell
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { CGSize(width: collectionView.bounds.width, height: 44) }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      selected.append(indexPath)
    }
  }

  @Test func aCollectionViewShowsTheItemsOfItsDataSource() throws {
    let (view, fruits) = (UICollectionView(frame: .zero, collectionViewLayout: SlidingLayout()), Fruits())
    view.register(Cell.self, forCellWithReuseIdentifier: "Cell")
    view.dataSource = fruits
    view.delegate = fruits
    view.reloadData()
    view.layoutIfNeeded()
    #expect(view.numberOfItems(inSection: 0) == 2)
    #expect((view.cellForItem(at: IndexPath(item: 1, section: 0)) as? Cell)?.label.text == "Pear")
    fruits.names.insert("Fig", at: 0)
    var isFinished = false
    view.performBatchUpdates({ view.insertItems(at: [IndexPath(row: 0, section: 0)]) }, completion: { isFinished = $0 })
    #expect(isFinished)
    #expect((view.cellForItem(at: IndexPath(item: 0, section: 0)) as? Cell)?.label.text == "Fig")
  }

  final class Row: UITableViewCell {
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  final class Table: UITableViewController {
    var names = ["Apple", "Pear"]

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(Row.self, forCellReuseIdentifier: "Row")
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "Row", for: indexPath)
      cell.textLabel?.text = names[indexPath.row]
      return cell
    }

    var displayed: [Int] = []
    override func tableView(
      _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) { displayed.append(indexPath.row) }
    override func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat { 50 }
    override func scrollViewDidScroll(_ scrollView: UIScrollView) {}

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      tableView.deselectRow(at: indexPath, animated: true)
    }
  }

  @Test func aTableViewControllerIsADataSource() {
    let table = Table(style: .plain)
    table.loadViewIfNeeded()
    table.tableView.reloadData()
    table.view.layoutIfNeeded()
    #expect(table.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.textLabel?.text == "Pear")
    #expect(table.displayed == [0, 1])
  }
}

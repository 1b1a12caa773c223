import UIKit

/// A collection view with a layout of its own: each item goes to the column that is shortest so far.
final class MasonryScreen: FramedScreenView {
  private let layout = MasonryLayout()
  private lazy var grid = UICollectionView(frame: .zero, collectionViewLayout: layout)

  private let notes = [
    "Milk", "A longer note, about what to buy for the party on Saturday: cake, candles, and a present",
    "Call back", "Return the books to the library before they ask for them", "🎉", "Water the plants",
    "Donaudampfschifffahrtsgesellschaft", "Look up what “masonry” means", "Sleep",
  ]

  override func addExamples() {
    grid.accessibilityLabel = "Notes"
    grid.register(NoteCell.self, forCellWithReuseIdentifier: "note")
    grid.dataSource = self
    grid.delegate = self
    layout.height = { [unowned self] indexPath, width in NoteCell.height(of: notes[indexPath.item], width: width) }
    addSubview(grid)
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    if grid.frame != scrollView.frame {
      grid.frame = scrollView.frame
      layout.invalidateLayout()
    }
    return 0
  }
}

extension MasonryScreen: UICollectionViewDataSource, UICollectionViewDelegate {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { notes.count }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "note", for: indexPath)
    (cell as? NoteCell)?.label.text = notes[indexPath.item]
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didHappen?("“\(notes[indexPath.item])” was tapped")
  }
}

private final class MasonryLayout: UICollectionViewFlowLayout {
  /// The height of an item of a width.
  var height: ((IndexPath, CGFloat) -> CGFloat)?

  private let gap: CGFloat = 12
  private var attributes: [UICollectionViewLayoutAttributes] = []
  private var contentHeight: CGFloat = 0

  override func prepare() {
    super.prepare()
    guard let collectionView, collectionView.bounds.width > 0 else { return }
    let width = collectionView.bounds.width
    let columns = max(2, Int(width / 220))
    let itemWidth = (width - gap * CGFloat(columns + 1)) / CGFloat(columns)
    var ends = Array(repeating: gap, count: columns)
    attributes = (0..<collectionView.numberOfItems(inSection: 0)).map { item in
      let indexPath = IndexPath(item: item, section: 0)
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let made = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      made.frame = CGRect(
        x: gap + CGFloat(column) * (itemWidth + gap), y: ends[column], width: itemWidth,
        height: height?(indexPath, itemWidth) ?? itemWidth)
      ends[column] = made.frame.maxY + gap
      return made
    }
    contentHeight = ends.max() ?? 0
  }

  override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: contentHeight)
  }

  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    attributes.filter { $0.frame.intersects(rect) }
  }

  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    attributes.indices.contains(indexPath.item) ? attributes[indexPath.item] : nil
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    newBounds.width != collectionView?.bounds.width
  }
}

private final class NoteCell: UICollectionViewCell {
  let label = UILabel("", font: .systemFont(ofSize: 16))
  private static let padding: CGFloat = 14

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = Palette.tile
    contentView.layer.cornerRadius = 10
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = contentView.bounds.insetBy(dx: Self.padding, dy: Self.padding)
  }

  static func height(of text: String, width: CGFloat) -> CGFloat {
    UILabel(text, font: .systemFont(ofSize: 16)).height(forWidth: width - 2 * padding) + 2 * padding
  }
}

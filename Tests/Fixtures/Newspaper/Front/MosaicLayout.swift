import UIKit

protocol MosaicLayoutDelegate: UICollectionViewDelegate {
  func collectionView(_ collectionView: UICollectionView, isMosaicInSection section: Int) -> Bool
}

/// A big story, two columns, and rows. Headers stick to the top.
final class MosaicLayout: UICollectionViewLayout {
  static let background = "background"

  private var items: [IndexPath: UICollectionViewLayoutAttributes] = [:]
  private var headers: [UICollectionViewLayoutAttributes] = []
  private var decorations: [UICollectionViewLayoutAttributes] = []
  private var sectionEnds: [CGFloat] = []
  private var height: CGFloat = 0
  private let margin: CGFloat = 16
  private let gap: CGFloat = 12

  override init() {
    super.init()
    register(SectionBackground.self, forDecorationViewOfKind: MosaicLayout.background)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override var collectionViewContentSize: CGSize { CGSize(width: collectionView?.bounds.width ?? 0, height: height) }
  override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

  override func prepare() {
    super.prepare()
    guard let collectionView else { return }
    items.removeAll()
    headers.removeAll()
    decorations.removeAll()
    sectionEnds.removeAll()
    height = 0
    let width = collectionView.bounds.width - 2 * margin
    for section in 0..<collectionView.numberOfSections {
      let header = UICollectionViewLayoutAttributes(
        forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
        with: IndexPath(item: 0, section: section))
      header.frame = CGRect(x: 0, y: height, width: collectionView.bounds.width, height: 44)
      headers.append(header)
      let top = height + 44
      let isMosaic =
        (collectionView.delegate as? MosaicLayoutDelegate)?
        .collectionView(collectionView, isMosaicInSection: section) ?? true
      var y = top + gap
      for item in 0..<collectionView.numberOfItems(inSection: section) {
        let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: item, section: section))
        attributes.frame = frame(item: item, y: &y, width: width, isMosaic: isMosaic)
        items[attributes.indexPath] = attributes
        height = max(height, attributes.frame.maxY)
      }
      let decoration = UICollectionViewLayoutAttributes(
        forDecorationViewOfKind: MosaicLayout.background, with: IndexPath(item: 0, section: section))
      decoration.frame = CGRect(x: 0, y: top, width: collectionView.bounds.width, height: height + gap - top)
      decoration.zIndex = -1
      decorations.append(decoration)
      height += gap * 2
      sectionEnds.append(height)
    }
  }

  private func frame(item: Int, y: inout CGFloat, width: CGFloat, isMosaic: Bool) -> CGRect {
    guard isMosaic else {
      defer { y += 150 + gap }
      return CGRect(x: 0, y: y, width: width + 2 * margin, height: 150)
    }
    let half = (width - gap) / 2
    switch item % 4 {
    case 0:
      defer { y += 320 + gap }
      return CGRect(x: margin, y: y, width: width, height: 320)
    case 1: return CGRect(x: margin, y: y, width: half, height: 240)
    case 2:
      defer { y += 240 + gap }
      return CGRect(x: margin + half + gap, y: y, width: half, height: 240)
    default:
      defer { y += 110 + gap }
      return CGRect(x: margin, y: y, width: width, height: 110)
    }
  }

  override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    let stuck = headers.indices.compactMap {
      layoutAttributesForSupplementaryView(
        ofKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: $0))
    }
    return (Array(items.values) + decorations + stuck).filter { $0.frame.intersects(rect) }
  }

  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    items[indexPath]
  }

  override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard let collectionView, headers.indices.contains(indexPath.section) else { return nil }
    let attributes = headers[indexPath.section].copy() as! UICollectionViewLayoutAttributes
    let offset = collectionView.contentOffset.y + collectionView.adjustedContentInset.top
    attributes.frame.origin.y = min(max(offset, attributes.frame.minY), sectionEnds[indexPath.section] - 44)
    attributes.zIndex = 10
    return attributes
  }

  override func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { decorations[indexPath.section] }

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
}

final class SectionBackground: UICollectionReusableView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    layer.borderWidth = 1 / UIScreen.main.scale
    layer.borderColor = UIColor.separator.cgColor
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection) {
      layer.borderColor = UIColor.separator.resolvedColor(with: traitCollection).cgColor
    }
  }
}

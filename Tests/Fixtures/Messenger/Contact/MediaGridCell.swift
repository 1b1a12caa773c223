import UIKit

final class MediaGridCell: UITableViewCell, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  private static let spacing: CGFloat = 2

  private let collectionView: UICollectionView
  var didSelect: ((Int) -> Void)?

  var pictures: [Int] = [] {
    didSet { collectionView.reloadData() }
  }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    let layout = UICollectionViewFlowLayout()
    layout.minimumInteritemSpacing = Self.spacing
    layout.minimumLineSpacing = Self.spacing
    layout.sectionInset = UIEdgeInsets(top: 2, left: 2, bottom: 2, right: 2)
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    collectionView.register(PictureCell.self, forCellWithReuseIdentifier: "picture")
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.isScrollEnabled = false
    collectionView.backgroundColor = .clear
    contentView.addSubview(collectionView)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private static func side(for width: CGFloat) -> CGFloat { floor((width - 4 * spacing) / 3) }

  static func height(count: Int, width: CGFloat) -> CGFloat {
    let rows = CGFloat((count + 2) / 3)
    return rows * side(for: width) + (rows + 1) * spacing
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    collectionView.frame = contentView.bounds
    collectionView.collectionViewLayout.invalidateLayout()
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { pictures.count }

  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "picture", for: indexPath) as! PictureCell
    cell.imageView.image = Theme.picture(pictures[indexPath.item], size: CGSize(width: 120, height: 120))
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    let side = Self.side(for: collectionView.bounds.width)
    return CGSize(width: side, height: side)
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didSelect?(pictures[indexPath.item])
  }
}

final class PictureCell: UICollectionViewCell {
  let imageView = UIImageView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    imageView.frame = contentView.bounds
    imageView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    imageView.accessibilityLabel = NSLocalizedString("Photo", comment: "")
    contentView.addSubview(imageView)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

import UIKit

/// A grid of photos: each made small in one of the ways in which apps do that.
final class AlbumViewController: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate,
  UIImagePickerControllerDelegate, UINavigationControllerDelegate
{
  private var photo: UIImage
  private var collectionView: UICollectionView!

  init(photo: UIImage) {
    self.photo = photo
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Album"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .add, target: self, action: AlbumViewController.add)
    view.backgroundColor = .systemBackground
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 110, height: 110)
    layout.minimumInteritemSpacing = 8
    layout.minimumLineSpacing = 8
    layout.sectionInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
    collectionView.dataSource = self
    collectionView.delegate = self
    view.addSubview(collectionView)
  }

  private func add() {
    let picker = UIImagePickerController()
    picker.sourceType = .photoLibrary
    picker.delegate = self
    present(picker, animated: true)
  }

  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {
    if let image = info[.originalImage] as? UIImage { photo = image }
    collectionView.reloadData()
    picker.dismiss(animated: true)
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 12 }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath) as! PhotoCell
    cell.imageView.image = thumbnail(indexPath.item)
    cell.imageView.accessibilityLabel = "Photo \(indexPath.item + 1)"
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    navigationController?.pushViewController(DetailViewController(photo: photo), animated: true)
  }

  private func thumbnail(_ number: Int) -> UIImage? {
    let size = CGSize(width: 110, height: 110 * photo.size.height / photo.size.width)
    switch number % 4 {
    case 0: return UIGraphicsImageRenderer(size: size).image { _ in photo.draw(in: CGRect(origin: .zero, size: size)) }
    case 1: return photo.preparingThumbnail(of: size)
    case 2:
      UIGraphicsBeginImageContextWithOptions(size, true, 0)
      defer { UIGraphicsEndImageContext() }
      photo.draw(in: CGRect(origin: .zero, size: size))
      return UIGraphicsGetImageFromCurrentImageContext()
    default: return photo
    }
  }
}

final class PhotoCell: UICollectionViewCell {
  let imageView = UIImageView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    imageView.layer.cornerRadius = 8
    imageView.frame = contentView.bounds
    imageView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    contentView.addSubview(imageView)
  }

  required init?(coder: NSCoder) { nil }
}

/// One photo, with what its pixels tell.
final class DetailViewController: UIViewController {
  private let photo: UIImage

  init(photo: UIImage) {
    self.photo = photo
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let imageView = UIImageView(image: photo)
    imageView.contentMode = .scaleAspectFit
    imageView.accessibilityLabel = "The photo"
    let label = UILabel()
    label.numberOfLines = 0
    let small = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { _ in
      photo.draw(in: CGRect(x: 0, y: 0, width: 40, height: 40))
    }
    label.text =
      "\(Int(photo.size.width)) × \(Int(photo.size.height)), orientation \(photo.imageOrientation.rawValue), raw "
      + "\(photo.cgImage?.width ?? 0) × \(photo.cgImage?.height ?? 0), PNG \(small.pngData()?.prefix(4).last ?? 0), "
      + "average \(averageColor()), heart \(heart())"
    let cropped = UIImageView(
      image: photo.cgImage?.cropping(to: CGRect(x: 0, y: 0, width: 800, height: 600)).map { UIImage(cgImage: $0) })
    cropped.accessibilityLabel = "The corner"
    let stack = UIStackView(arrangedSubviews: [imageView, label, cropped])
    stack.axis = .vertical
    stack.spacing = 12
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
      imageView.heightAnchor.constraint(equalToConstant: 320), cropped.heightAnchor.constraint(equalToConstant: 100),
    ])
  }

  /// The red of the middle of a symbol, in pixels.
  private func heart() -> UInt8 {
    let size = CGSize(width: 40, height: 40)
    let file = UIGraphicsImageRenderer(size: size).image { _ in
      UIImage(systemName: "heart.fill")?.withTintColor(.systemRed).draw(in: CGRect(origin: .zero, size: size))
    }
    .pngData()
    let pixels = file.flatMap { UIImage(data: $0)?.cgImage?.dataProvider?.data }
    return pixels.map { $0[$0.count / 2 + 240] } ?? 0
  }

  private func averageColor() -> [UInt8] {
    var pixel = [UInt8](repeating: 0, count: 4)
    let context = CGContext(
      data: &pixel, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    if let cgImage = photo.cgImage { context?.draw(cgImage, in: CGRect(x: 0, y: 0, width: 1, height: 1)) }
    return pixel
  }
}

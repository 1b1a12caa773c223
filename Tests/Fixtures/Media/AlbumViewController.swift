import Photos
import PhotosUI
import UIKit
import UniformTypeIdentifiers

/// Photos that the user picks, drops or pastes.
class AlbumViewController: UIViewController {
  let status = UILabel()
  let dropZone = UIView()
  let hint = UILabel()
  let stack = UIStackView()
  let composer = ComposerView(frame: .zero, textContainer: nil)
  var photos: [UIImage] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Album"
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .add, target: self, action: AlbumViewController.pick)
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .action, target: self, action: AlbumViewController.share)

    status.text = "Nothing yet"
    status.accessibilityIdentifier = "status"
    hint.text = "Drop photos here"
    hint.textAlignment = .center
    dropZone.backgroundColor = .secondarySystemBackground
    dropZone.layer.cornerRadius = 12
    dropZone.accessibilityIdentifier = "zone"
    dropZone.addInteraction(UIDropInteraction(delegate: self))
    dropZone.addSubview(hint)
    composer.onPaste = { [weak self] in self?.show($0) }
    stack.axis = .vertical
    stack.spacing = 8
    let save = UIButton(type: .system)
    save.setTitle("Save last", for: .normal)
    save.addTarget(self, action: AlbumViewController.saveLast, for: .touchUpInside)

    let column = UIStackView(arrangedSubviews: [status, dropZone, composer, save, stack])
    column.axis = .vertical
    column.spacing = 12
    column.translatesAutoresizingMaskIntoConstraints = false
    hint.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(column)
    NSLayoutConstraint.activate([
      column.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 12),
      column.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 16),
      column.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -16),
      dropZone.heightAnchor.constraint(equalToConstant: 160),
      hint.centerXAnchor.constraint(equalTo: dropZone.centerXAnchor),
      hint.centerYAnchor.constraint(equalTo: dropZone.centerYAnchor),
    ])
  }

  func show(_ image: UIImage) {
    photos.append(image)
    let photo = UIImageView(image: image)
    photo.contentMode = .scaleAspectFit
    photo.accessibilityLabel = "Photo \(photos.count)"
    photo.heightAnchor.constraint(equalToConstant: 60).isActive = true
    stack.addArrangedSubview(photo)
    status.text = "\(photos.count) photos"
  }

  func pick() {
    var configuration = PHPickerConfiguration(photoLibrary: .shared())
    configuration.filter = .images
    configuration.selectionLimit = 3
    let picker = PHPickerViewController(configuration: configuration)
    picker.delegate = self
    present(picker, animated: true)
  }

  func share() {
    var items: [Any] = ["My album", URL(string: "https://example.com/album")!]
    items += photos
    let sheet = UIActivityViewController(activityItems: items, applicationActivities: nil)
    sheet.completionWithItemsHandler = { [weak self] _, completed, _, _ in
      self?.status.text = completed ? "Shared" : "Not shared"
    }
    present(sheet, animated: true)
  }

  func saveLast() {
    guard let photo = photos.last else { return }
    PHPhotoLibrary.requestAuthorization(for: .addOnly) { status in
      guard status == .authorized || status == .limited else { return }
      PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest.creationRequestForAsset(from: photo)
      } completionHandler: { [weak self] success, _ in
        DispatchQueue.main.async { self?.status.text = success ? "Saved" : "Not saved" }
      }
    }
  }
}

extension AlbumViewController: PHPickerViewControllerDelegate {
  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
    picker.dismiss(animated: true)
    guard !results.isEmpty else {
      status.text = "Cancelled"
      return
    }
    for provider in results.map(\.itemProvider) where provider.canLoadObject(ofClass: UIImage.self) {
      provider.loadObject(ofClass: UIImage.self) { [weak self] image, _ in
        DispatchQueue.main.async {
          if let image = image as? UIImage { self?.show(image) }
        }
      }
    }
  }
}

extension AlbumViewController: UIDropInteractionDelegate {
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: UIDropSession) -> Bool {
    session.canLoadObjects(ofClass: UIImage.self)
  }

  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: UIDropSession) -> UIDropProposal {
    UIDropProposal(operation: .copy)
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: UIDropSession) {
    session.loadObjects(ofClass: UIImage.self) { [weak self] images in
      for case let image as UIImage in images { self?.show(image) }
    }
  }
}

/// A text view that takes pasted pictures.
class ComposerView: UITextView {
  var onPaste: ((UIImage) -> Void)?

  override init(frame: CGRect, textContainer: NSTextContainer?) {
    super.init(frame: frame, textContainer: textContainer)
    accessibilityLabel = "Message"
    isScrollEnabled = false
    pasteConfiguration = UIPasteConfiguration(forAccepting: UIImage.self)
  }

  required init?(coder: NSCoder) { fatalError() }

  override func paste(itemProviders: [NSItemProvider]) {
    for provider in itemProviders where provider.canLoadObject(ofClass: UIImage.self) {
      provider.loadObject(ofClass: UIImage.self) { [weak self] image, _ in
        DispatchQueue.main.async {
          if let image = image as? UIImage { self?.onPaste?(image) }
        }
      }
    }
  }
}

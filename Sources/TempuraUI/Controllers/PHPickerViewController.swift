public import Foundation

/// The kinds of files that a photo picker offers.
public struct PHPickerFilter: Hashable, Sendable {
  let types: Set<UTType>

  public static let images = PHPickerFilter(types: [.image])
  public static let videos = PHPickerFilter(types: [.movie])
  public static let livePhotos = images

  public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
    PHPickerFilter(types: Set(subfilters.flatMap(\.types)))
  }
}

/// What a photo picker offers.
public struct PHPickerConfiguration: Hashable, Sendable {
  public enum AssetRepresentationMode: Int, Sendable { case automatic, current, compatible }
  public enum Selection: Int, Sendable { case `default`, ordered, people, continuous, continuousAndOrdered }

  public init() {}
  public init(photoLibrary: PHPhotoLibrary) {}

  /// The maximum number of files; 0 for any number. Default: 1.
  public var selectionLimit = 1
  /// Default: nil, images and videos.
  public var filter: PHPickerFilter?
  /// No effect, as the following ones: the browser sends the user's files.
  public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic
  public var selection = Selection.default
}

/// A photo or video that the user picked.
public struct PHPickerResult: Hashable {
  public let itemProvider: NSItemProvider
  /// Always nil: a server reaches no photo library.
  public var assetIdentifier: String? { nil }
}

/// Responds to the choice in a photo picker.
public protocol PHPickerViewControllerDelegate: AnyObject {
  /// Has to dismiss the picker. The results are in the order in which the browser sends them. There are none if the user cancelled.
  func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult])
}

/// Lets the user choose photos and videos of the device, within the limits of `UIDocumentPickerViewController`.
public final class PHPickerViewController: _FilePicker {
  public let configuration: PHPickerConfiguration
  public weak var delegate: (any PHPickerViewControllerDelegate)?

  public init(configuration: PHPickerConfiguration) {
    self.configuration = configuration
    let types = configuration.filter?.types ?? [.image, .movie]
    super.init(types.sorted { $0.identifier < $1.identifier })
    field.maximumCount = configuration.selectionLimit > 0 ? configuration.selectionLimit : nil
  }

  public required init?(coder: NSCoder) { nil }

  override func finish(with picked: PickedFiles?) {
    guard let delegate else { return dismiss(animated: true) }
    delegate.picker(self, didFinishPicking: picked?.itemProviders.map { PHPickerResult(itemProvider: $0) } ?? [])
  }
}

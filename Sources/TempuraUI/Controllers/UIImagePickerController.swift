internal import Basics
internal import Foundation

/// Lets the user choose a photo or video of the device, or take one, which the browser then uploads.
///
/// The same limits hold as for `UIDocumentPickerViewController`.
open class UIImagePickerController: UINavigationController {
  /// Where photos and videos come from.
  public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }

  /// Which camera of a phone opens.
  public enum CameraDevice: Int, Sendable { case rear, front }

  /// The keys of the dictionary that the delegate gets.
  public struct InfoKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The type of the file as a `String`, such as `public.image`.
    public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
    /// The photo as a `UIImage`. Absent for a file that is no image.
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    /// The same as `originalImage`, if `allowsEditing` is true: browsers do not let the user crop it.
    public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
    /// The photo's file, which exists until all work that the delegate's method starts has ended.
    public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
    /// The video's file, which exists as long.
    public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
  }

  /// Whether there is such a source. Always true: a browser without a camera lets the user choose a file.
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { true }
  open class func isCameraDeviceAvailable(_ cameraDevice: CameraDevice) -> Bool { true }
  open class func availableMediaTypes(for sourceType: SourceType) -> [String]? { ["public.image", "public.movie"] }

  /// With `.camera` a phone opens its camera, and other devices let the user choose a file. Default: `.photoLibrary`.
  open var sourceType = SourceType.photoLibrary
  open var cameraDevice = CameraDevice.rear

  /// The identifiers of the types that the user may choose. Default: `public.image`.
  open var mediaTypes = ["public.image"]

  /// Whether the delegate gets the photo as `editedImage`, too. Default: false.
  open var allowsEditing = false

  public convenience init() {
    self.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    isModalInPresentation = true  // It has a Cancel button.
    title = localized(.fileChoose)
  }

  override package var takesFiles: Bool { true }

  override open func viewDidLoad() {
    super.viewDidLoad()
    isNavigationBarHidden = true
    let chooser = MediaChooser(mediaTypes.compactMap { UTType($0) })
    if sourceType == .camera { chooser.field.camera = cameraDevice }
    setViewControllers([chooser], animated: false)
  }

  /// Tells the delegate, which has to dismiss the picker.
  ///
  /// - Parameter url: The file; nil if the user cancelled.
  fileprivate func finish(with url: URL?) {
    guard let delegate = delegate as? any UIImagePickerControllerDelegate else {
      if let delegate {
        Misuse.report("\(type(of: delegate)) is told of no photo: let it conform to UIImagePickerControllerDelegate.")
      }
      return dismiss(animated: true)
    }
    guard let url else { return delegate.imagePickerControllerDidCancel(self) }
    let isMovie =
      UTType.types(filenameExtension: url.pathExtension).first?.conforms(to: .movie)
      ?? !mediaTypes.contains("public.image")
    var info: [InfoKey: Any] = [:]
    if isMovie {
      info = [.mediaType: "public.movie", .mediaURL: url]
    } else {
      info = [.mediaType: "public.image", .imageURL: url]
      info[.originalImage] = UIImage(contentsOfFile: url.path)
      if allowsEditing { info[.editedImage] = info[.originalImage] }
    }
    delegate.imagePickerController(self, didFinishPickingMediaWithInfo: info)
  }
}

private final class MediaChooser: _FilePicker {
  override var outermostPicker: UIViewController { parent ?? self }

  override func finish(with picked: PickedFiles?) {
    (parent as? UIImagePickerController)?.finish(with: picked?.urls.first)
  }
}

/// Responds to the choice in an image picker. Each method has to dismiss the picker, which the default does.
///
/// As on iOS the delegate of an image picker is one of navigation controllers, too.
public protocol UIImagePickerControllerDelegate: AnyObject {
  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

extension UIImagePickerControllerDelegate {
  public func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) { picker.dismiss(animated: true) }
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) { picker.dismiss(animated: true) }
}

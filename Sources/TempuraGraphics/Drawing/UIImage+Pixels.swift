internal import Basics
public import Foundation
internal import Pictures

extension UIImage {
  /// Returns the upright image as a PNG file, without what a camera has noted in it.
  ///
  /// - Returns: nil for an empty image, and for a file that cannot be decoded.
  public func pngData() -> Data? { made(PictureRequest(.png))?.data }

  /// Returns the upright image as a JPEG file, without what a camera has noted in it.
  ///
  /// - Parameter compressionQuality: From 0, the smallest file, to 1.
  public func jpegData(compressionQuality: CGFloat) -> Data? { file(.jpeg, compressionQuality) }

  /// Returns the upright image as a HEIC file. It takes a second for two million pixels.
  public func heicData() -> Data? { file(.heic, 0.8) }

  private func file(_ format: PictureRequest.Format, _ quality: CGFloat) -> Data? {
    var request = PictureRequest(format)
    // A phone's least quality is better than libjpeg's.
    request.quality = Int((20 + 75 * min(max(quality.isFinite ? quality : 1, 0), 1)).rounded())
    return made(request)?.data
  }

  /// Makes something of the image. Reports why it cannot be made.
  private func made(_ request: PictureRequest) -> MadePicture? {
    guard size.width > 0, size.height > 0, let picture = pixelPicture else { return nil }
    var request = request
    request.scale = Double(scale)
    do throws(PictureError) { return try picture.made(request) } catch {
      Misuse.report("\(error) It is an image of \(CSS.number(size.width)) × \(CSS.number(size.height)) points.")
      return nil
    }
  }

  /// What has the image's pixels: its file as it is, or a drawing of it in its colour.
  private var pixelPicture: Picture? {
    if let drawing = properties.rare?.drawing, !isShape { return drawing.pixelPicture }
    if !isShape, let picture, !picture.isDrawing { return picture }
    return DrawingStack.record(size: size, scale: scale) {
      self.draw(in: CGRect(origin: .zero, size: size), context: $0)
    }
    .pixelPicture
  }

  /// Returns images side by side, each in the size of the first one.
  package static func strip(of images: [UIImage]) -> UIImage {
    guard let size = images.first?.size, size.width > 0, size.height > 0 else { return UIImage() }
    let whole = CGSize(width: size.width * CGFloat(images.count), height: size.height)
    // More pixels than a picture can have would be none.
    let scale = min(2, 16_000 / whole.width)
    let drawing = DrawingStack.record(size: whole, scale: scale) { context in
      for (index, image) in images.enumerated() {
        image.draw(in: CGRect(origin: CGPoint(x: size.width * CGFloat(index), y: 0), size: size), context: context)
      }
    }
    return UIImage(drawing: drawing, scale: scale)
  }

  // MARK: - Thumbnails

  /// Returns the image in a size. It is as sharp as the screen.
  ///
  /// - Parameter size: In points.
  public func preparingThumbnail(of size: CGSize) -> UIImage? {
    guard self.size.width > 0, self.size.height > 0, size.width > 0, size.height > 0 else { return nil }
    return UIGraphicsImageRenderer(size: size).image { _ in draw(in: CGRect(origin: .zero, size: size)) }
  }

  public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
    completionHandler(preparingThumbnail(of: size))
  }

  public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { preparingThumbnail(of: size) }

  /// Returns the image: the browser decodes it.
  public func preparingForDisplay() -> UIImage? { self }
  public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) { completionHandler(self) }
  public func byPreparingForDisplay() async -> UIImage? { self }
}

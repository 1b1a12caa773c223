internal import Basics
public import Foundation
internal import Pictures

extension UIImage {
  /// How the picture of a file is turned to be upright, which is how views, drawings and `size` have it.
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored

    /// - Parameter exif: From 1 to 8 (Exif 3.0, section 4.6.5).
    init(exif: Int) {
      let orientations: [Self] = [.up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left]
      self = orientations.indices.contains(exif - 1) ? orientations[exif - 1] : .up
    }

    /// Turns a picture of a size.
    func transform(_ size: CGSize) -> CGAffineTransform {
      let (width, height) = (size.width, size.height)
      return switch self {
      case .up: .identity
      case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
      case .left: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
      case .right: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
      case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
      case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
      case .leftMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
      case .rightMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
      }
    }

    var isTurned: Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(self) }
  }

  /// How the middle of an image fills a larger view.
  public enum ResizingMode: Int, Sendable { case tile, stretch }

  /// An empty image: one transparent pixel.
  public convenience init() {
    self.init(Properties(url: "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
  }

  /// The image of a file's content: JPEG, PNG, GIF, WebP, HEIC or AVIF.
  ///
  /// - Returns: nil for other data. SVG files are refused, as on iOS.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// The image of a file's content.
  ///
  /// - Parameter scale: The number of pixels per point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let picture = Picture.of(data) else { return nil }
    self.init(picture, scale: scale)
  }

  /// - Parameter scale: The number of pixels per point.
  convenience init(_ picture: Picture, scale: CGFloat) {
    let pixels = picture.header.uprightSize
    let scale = scale > 0 && scale.isFinite ? scale : 1
    var rare = Rare(scale: scale, orientation: Orientation(exif: picture.header.orientation))
    rare.picture = picture
    let size = CGSize(width: pixels.width / scale, height: pixels.height / scale)
    self.init(Properties(url: Self.url(of: picture), size: size, rare: rare))
  }

  /// The bytes of a file that a page carries. It takes longer to ask for so few.
  private static let maxCarriedBytes = 1024

  /// A small file itself, or the name of a picture.
  private static func url(of picture: Picture) -> String {
    let header = picture.header
    guard header.format.isShownByBrowsers, header.orientation == 1, picture.data.count <= maxCarriedBytes
    else { return namedScheme + picture.digest }
    return "data:\(header.format.mediaType);base64,\(picture.data.base64EncodedString())"
  }

  /// The image of a file.
  ///
  /// - Parameter path: The path of the file in the server's file system.
  /// - Returns: nil if the file cannot be read, or is no image.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path), let picture = Picture.of(data) else { return nil }
    let name = path.split(separator: "/").last ?? ""
    // Photos that many users send at once are not all in memory.
    picture.keep()
    self.init(picture, scale: name.contains("@3x.") ? 3 : name.contains("@2x.") ? 2 : 1)
  }

  /// What an app has drawn.
  ///
  /// - Parameter scale: The pixels per point, where it has pixels.
  convenience init(drawing: Drawing, scale: CGFloat) {
    var rare = Rare(scale: scale, drawing: drawing)
    guard drawing.parts.isEmpty, drawing.markup.utf8.count <= Self.maxCarriedBytes else {
      let picture = drawing.picture
      rare.picture = picture
      self.init(Properties(url: Self.namedScheme + picture.digest, size: drawing.size, rare: rare))
      return
    }
    let content = drawing.file.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? ""
    self.init(Properties(url: "data:image/svg+xml;charset=utf-8,\(content)", size: drawing.size, rare: rare))
  }

  /// Others would end a `data:` URL, or a string of CSS.
  private static let plainCharacters = CharacterSet(charactersIn: " "..."~")
    .subtracting(CharacterSet(charactersIn: #"%#"<>\"#))

  /// The number of pixels per point.
  public var scale: CGFloat { properties.rare?.scale ?? 1 }

  public var imageOrientation: Orientation { properties.rare?.orientation ?? .up }
}

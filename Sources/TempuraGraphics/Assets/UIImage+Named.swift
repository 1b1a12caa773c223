public import Foundation
internal import TempuraLocalization

/// Makes images by their names: UIImage, whose own initialisers could not return an object that exists already.
public protocol ImageByName {}

extension UIImage: ImageByName {}

extension ImageByName {
  /// The image of a file in `Public/`, or of an image set in an asset catalogue. As on a phone, there is one object for each
  /// name.
  ///
  /// - Parameter name: The path of the file. Its extension may be left out if it is svg, png, webp or jpg. Or the name of an
  ///   image set.
  /// - Returns: nil if there is no such image. Without a server, as in a unit test, every image exists.
  @inlinable  // so that the cast takes no time
  public init?(named name: String) {
    guard let image = UIImage.find(name) as? Self else { return nil }
    self = image
  }

  /// The image of an image set in the asset catalogues of a bundle.
  ///
  /// - Parameters:
  ///   - bundle: nil or the main one for all bundles of the app.
  ///   - traitCollection: Not used: the browser selects the scale and the appearance.
  public init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    let own = bundle.flatMap { $0.isMain ? nil : AssetLibrary.image(named: name, in: $0) }
    guard let image = (own ?? UIImage.find(name)) as? Self else { return nil }
    self = image
  }

  public init?(named name: String, in bundle: Bundle?, with configuration: UIImage.Configuration?) {
    self.init(named: name, in: bundle, compatibleWith: nil)
  }
}

extension UIImage {
  public static var actions: UIImage { filled("ellipsis") }
  public static var add: UIImage { filled("plus") }
  public static var remove: UIImage { filled("minus") }
  public static var checkmark: UIImage { filled("checkmark") }
  public static var strokedCheckmark: UIImage { filled("checkmark") }
  private static func filled(_ name: String) -> UIImage { UIImage(systemName: "\(name).circle.fill") ?? UIImage() }

  @usableFromInline static func find(_ name: String) -> UIImage? {
    let catalog = Graphics.host?.images
    if let image = catalog?.image(named: name) ?? AssetLibrary.image(named: name) { return image }
    return catalog == nil ? UIImage(url: "/\(name)") : nil
  }
}

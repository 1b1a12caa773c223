internal import Foundation

// `#colorLiteral(red:green:blue:alpha:)` and `#imageLiteral(resourceName:)`, which Xcode writes into sources.

public typealias _ColorLiteralType = UIColor
public typealias _ImageLiteralType = UIImage

extension UIColor: _ExpressibleByColorLiteral {
  public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }
}

extension UIImage: _ExpressibleByImageLiteral {
  /// The image of a name, or an empty one if there is none. UIKit stops the app then.
  public convenience init(imageLiteralResourceName name: String) {
    self.init(UIImage(named: name) ?? UIImage())
  }
}

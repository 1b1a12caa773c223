import UIKit

/// A view with a sky as its background, which the style sheet paints.
class SkyView: UIView {
  var sky = Sky.unknown {
    didSet { if sky != oldValue { setNeedsDisplay() } }
  }

  override func renderAttributes(into html: HTMLRenderer) {
    super.renderAttributes(into: html)
    html.write(attribute: "data-sky", sky.rawValue)
  }
}

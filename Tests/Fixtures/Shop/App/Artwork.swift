import UIKit

/// Pictures of products, drawn in the place of photos.
enum Artwork {
  static func picture(of product: Product, index: Int = 0, size: CGSize = CGSize(width: 320, height: 320)) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { renderer in
      let context = renderer.cgContext
      let hue = (product.hue + CGFloat(index) * 0.08).truncatingRemainder(dividingBy: 1)
      let top = UIColor(hue: hue, saturation: 0.25, brightness: 1, alpha: 1)
      let bottom = UIColor(hue: hue, saturation: 0.6, brightness: 0.8, alpha: 1)
      let colors = [top.cgColor, bottom.cgColor] as CFArray
      let gradient = CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: [0, 1])!
      context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 0, y: size.height), options: [])

      context.saveGState()
      context.translateBy(x: size.width / 2, y: size.height / 2)
      context.rotate(by: CGFloat(index) * .pi / 12)
      context.scaleBy(x: size.width / 100, y: size.width / 100)
      context.setShadow(
        offset: CGSize(width: 0, height: 4), blur: 8, color: UIColor.black.withAlphaComponent(0.3).cgColor)
      UIColor.white.setFill()
      outline(of: product.category).fill()
      context.restoreGState()
    }
  }

  private static func outline(of category: Category) -> UIBezierPath {
    let path = UIBezierPath()
    switch category {
    case .clothes:
      path.move(to: CGPoint(x: -12, y: -28))
      path.addQuadCurve(to: CGPoint(x: 12, y: -28), controlPoint: CGPoint(x: 0, y: -18))
      for (x, y) in [(32, -16), (24, 0), (16, -6), (16, 30), (-16, 30), (-16, -6), (-24, 0), (-32, -16)] {
        path.addLine(to: CGPoint(x: x, y: y))
      }
      path.close()
    case .shoes:
      path.move(to: CGPoint(x: -30, y: -12))
      path.addLine(to: CGPoint(x: -10, y: -12))
      path.addCurve(to: CGPoint(x: 32, y: 10), controlPoint1: CGPoint(x: 2, y: 4), controlPoint2: CGPoint(x: 28, y: 0))
      path.addLine(to: CGPoint(x: 32, y: 18))
      path.addLine(to: CGPoint(x: -30, y: 18))
      path.close()
    case .home:
      path.append(UIBezierPath(roundedRect: CGRect(x: -22, y: -20, width: 34, height: 42), cornerRadius: 6))
      path.append(
        UIBezierPath(
          arcCenter: CGPoint(x: 14, y: 0), radius: 12, startAngle: -.pi / 2, endAngle: .pi / 2, clockwise: true))
    }
    return path
  }
}

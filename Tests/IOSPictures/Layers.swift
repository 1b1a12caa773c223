import UIKit

let layers: [Picture] = [
  Picture("s07-gradient", 100, 100) {
    let view = UIView()
    let gradient = CAGradientLayer()
    gradient.colors = [UIColor.red.cgColor, UIColor.yellow.cgColor]
    gradient.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    view.layer.addSublayer(gradient)
    return Host(view)
  },
  Picture("s08-layer-border", 100, 100) {
    let view = UIView()
    view.layer.backgroundColor = UIColor.red.cgColor
    view.layer.borderColor = UIColor.black.cgColor
    view.layer.borderWidth = 4
    return Host(view)
  },
  Picture("s11-bezier-path", 90, 90, scale: 1) { Host(PathView()) },
  Picture("w06-shadow", 375, 812) {
    let box = UIView()
    box.backgroundColor = .systemRed
    box.layer.cornerRadius = 10
    box.layer.shadowColor = UIColor.black.cgColor
    box.layer.shadowOpacity = 0.5
    box.layer.shadowRadius = 10
    box.layer.shadowOffset = CGSize(width: 0, height: 1)
    return Host(box) { CGRect(x: $0.midX - 100, y: $0.midY - 100, width: 200, height: 200) }
  },
]

/// A filled path with lines, curves and a circle.
private final class PathView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .clear
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func draw(_ rect: CGRect) {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 60, y: 0))
    path.addQuadCurve(to: CGPoint(x: 90, y: 30), controlPoint: CGPoint(x: 90, y: 0))
    path.addQuadCurve(to: CGPoint(x: 60, y: 60), controlPoint: CGPoint(x: 90, y: 60))
    path.addCurve(
      to: CGPoint(x: 0, y: 60), controlPoint1: CGPoint(x: 60, y: 100), controlPoint2: CGPoint(x: 0, y: 100))
    path.close()
    path.append(UIBezierPath(ovalIn: CGRect(x: 60, y: 60, width: 30, height: 30)))
    UIColor.black.setFill()
    path.fill()
  }
}

import UIKit

/// Charts that are drawn: bars with `draw(_:)`, and a pie of shape layers.
final class ChartsScreen: FramedScreenView {
  private let barsTitle = UILabel("Visitors a day", font: .systemFont(ofSize: 17, weight: .semibold))
  private let bars = BarChart()
  private let pieTitle = UILabel("Where they came from", font: .systemFont(ofSize: 17, weight: .semibold))
  private let pie = PieChart()
  private let otherButton = UIButton(type: .system)

  private let weeks: [[CGFloat]] = [[12, 30, 18, 44, 25, 8, 4], [20, 22, 41, 17, 33, 12, 9]]
  private var week = 0

  override func addExamples() {
    for title in [barsTitle, pieTitle] { title.accessibilityTraits = .header }
    otherButton.setTitle("Show another week", for: .normal)
    note(otherButton, .touchUpInside) { [unowned self] _ in
      week = (week + 1) % weeks.count
      bars.values = weeks[week]
      return "Week \(week + 1) is shown"
    }
    bars.values = weeks[0]
    for view in [barsTitle, bars, otherButton, pieTitle, pie] { scrollView.addSubview(view) }
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    let contentWidth = min(width - 2 * margin, 560)
    let x = (width - contentWidth) / 2
    var y: CGFloat = 8
    func place(_ view: UIView, height: CGFloat) {
      view.frame = CGRect(x: x, y: y, width: contentWidth, height: height)
      y += height + 12
    }
    place(barsTitle, height: barsTitle.height(forWidth: contentWidth))
    place(bars, height: 180)
    place(otherButton, height: 44)
    place(pieTitle, height: pieTitle.height(forWidth: contentWidth))
    place(pie, height: 200)
    return y
  }
}

/// A bar for each value, on a line.
private final class BarChart: UIView {
  var values: [CGFloat] = [] {
    didSet {
      accessibilityLabel = "Visitors: " + values.map { "\(Int($0))" }.joined(separator: ", ")
      setNeedsDisplay()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .secondarySystemBackground
    layer.cornerRadius = 12
    clipsToBounds = true
    isAccessibilityElement = true
    accessibilityTraits = .image
    contentMode = .redraw
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func draw(_ rect: CGRect) {
    guard let highest = values.max(), highest > 0 else { return }
    let area = bounds.insetBy(dx: 16, dy: 16)
    let step = area.width / CGFloat(values.count)
    for (index, value) in values.enumerated() {
      let height = area.height * value / highest
      let bar = CGRect(x: area.minX + CGFloat(index) * step + 4, y: area.maxY - height, width: step - 8, height: height)
      (value == highest ? Palette.destructive : Palette.filled).setFill()
      UIBezierPath(roundedRect: bar, cornerRadius: 4).fill()
    }
    let line = UIBezierPath()
    line.move(to: CGPoint(x: area.minX, y: area.maxY))
    line.addLine(to: CGPoint(x: area.maxX, y: area.maxY))
    line.lineWidth = 2
    UIColor.label.setStroke()
    line.stroke()
  }
}

/// Slices, each a layer, and their names beside them.
private final class PieChart: UIView {
  private let shares: [(name: String, share: CGFloat, color: UIColor)] = [
    ("Search engines", 0.5, .systemIndigo), ("Other pages", 0.3, .systemTeal), ("Letters", 0.2, .systemOrange),
  ]
  private let slices = [CAShapeLayer(), CAShapeLayer(), CAShapeLayer()]
  private let names: [UILabel]

  override init(frame: CGRect) {
    names = shares.map { UILabel("\($0.name): \(Int($0.share * 100))\u{a0}%", font: .systemFont(ofSize: 15)) }
    super.init(frame: frame)
    for slice in slices { layer.addSublayer(slice) }
    for name in names { addSubview(name) }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func layoutSubviews() {
    super.layoutSubviews()
    let side = min(bounds.height, bounds.width / 2)
    let center = CGPoint(x: side / 2, y: bounds.height / 2)
    let room = bounds.width - side - 20
    let heights = names.map { $0.height(forWidth: room) }
    var angle = -CGFloat.pi / 2
    var y = (bounds.height - heights.reduce(0, +) - 24) / 2
    for (index, (_, share, color)) in shares.enumerated() {
      let path = UIBezierPath()
      path.move(to: center)
      path.addArc(
        withCenter: center, radius: side / 2, startAngle: angle, endAngle: angle + share * 2 * .pi, clockwise: true)
      path.close()
      slices[index].path = path.cgPath
      slices[index].fillColor = color.cgColor
      angle += share * 2 * .pi
      names[index].frame = CGRect(x: side + 20, y: y, width: room, height: heights[index])
      y += heights[index] + 12
    }
  }
}

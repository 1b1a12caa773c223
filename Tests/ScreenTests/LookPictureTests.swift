@testable import Gallery
import TempuraTesting
import UIKit
import XCTest

/// Pictures of looks that no screen of a demo has.
final class LookPictureTests: ScreenTestCase, UIViewControllerTestCase {
  typealias VC = LooksController
  typealias V = UIView

  override class var app: any ServerConfigurable.Type { GalleryAppDelegate.self }

  var viewController: LooksController { LooksController() }

  func configure(vc: LooksController, for testCase: String) {
    switch testCase {
    case "looks layers": vc.place(Looks.layers)
    case "looks views": vc.place(Looks.views)
    case "looks fixed": vc.list(Looks.fixed)
    case "looks rows": vc.show(RowsController())
    default: vc.list(Looks.flowing)
    }
  }

  func testLooks() {
    uiTest(
      testCases: ["looks layers", "looks views", "looks flowing", "looks fixed", "looks rows"],
      permutations: UITests.Permutations(devices: [Self.phone], styles: [.light, .dark]))
  }
}

/// Shows many views.
final class LooksController: UIViewController {
  /// Places the views by frames, four in a row.
  func place(_ looks: [UIView]) {
    for (index, look) in looks.enumerated() {
      look.center = CGPoint(x: 51 + index % 4 * 96, y: 36 + index / 4 * 68)
      add(look)
    }
  }

  /// Lists the views in a column without frames.
  func list(_ looks: [UIView]) {
    let column = UIStackView()
    column.axis = .vertical
    column.spacing = 8
    for look in looks { column.addArrangedSubview(look) }
    column.translatesAutoresizingMaskIntoConstraints = false
    add(column)
    NSLayoutConstraint.activate([
      column.topAnchor.constraint(equalTo: view.topAnchor, constant: 8),
      column.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 8),
      column.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -8),
    ])
  }

  /// Shows the view of another controller.
  func show(_ controller: UIViewController) {
    addChild(controller)
    view.addSubview(controller.view)
    controller.view.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      controller.view.topAnchor.constraint(equalTo: view.topAnchor),
      controller.view.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      controller.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      controller.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
    ])
  }

  private func add(_ look: UIView) {
    if look is UIControl || look is UITextView || look is UIProgressView { look.accessibilityLabel = "Example" }
    view.addSubview(look)
  }
}

/// Rows over a dark table: with composed symbols, and with an accessory beside a view of their own.
private final class RowsController: UITableViewController {
  override func viewDidLoad() { tableView.backgroundColor = .darkGray }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    if indexPath.row == 1 { cell.backgroundColor = .clear }
    if indexPath.row < 2 {
      let symbol = ["trash.circle.fill", "person.badge.plus"][indexPath.row]
      cell.imageView?.image = UIImage(systemName: symbol)
      cell.textLabel?.text = symbol
    } else {
      cell.accessoryType = indexPath.row == 2 ? .disclosureIndicator : .detailButton
      let own = UILabel()
      own.text = "A view of the row itself"
      own.translatesAutoresizingMaskIntoConstraints = false
      cell.addSubview(own)
      own.leadingAnchor.constraint(equalTo: cell.leadingAnchor, constant: 40).isActive = true
      own.centerYAnchor.constraint(equalTo: cell.centerYAnchor).isActive = true
    }
    return cell
  }
}

private enum Looks {
  static var fixed: [UIView] {
    let (tools, search, text, label) = (UIToolbar(), UISearchBar(), UITextView(), UILabel())
    tools.items = [UIBarButtonItem(title: "Tool", style: .plain, target: nil, action: nil)]
    search.placeholder = "Find"
    (tools.barStyle, search.barStyle) = (.black, .black)
    text.text = Array(repeating: "A line of a long text", count: 20).joined(separator: "\n")
    text.heightAnchor.constraint(equalToConstant: 100).isActive = true
    label.text = "Below the text"
    return [tools, search, text, label]
  }

  static let bounds = CGRect(x: 0, y: 0, width: 86, height: 56)
  static let (red, blue) = (UIColor.red, UIColor.blue)
  /// A square on blue.
  static func picture(of color: UIColor) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 24, height: 12)).image { context in
      blue.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 24, height: 12))
      color.setFill()
      context.fill(CGRect(x: 8, y: 4, width: 8, height: 4))
    }
  }

  static let picture = picture(of: red)
  static let framedPicture = picture.resizableImage(
    withCapInsets: UIEdgeInsets(top: 4, left: 8, bottom: 4, right: 8), resizingMode: .stretch)

  /// A view of the size of the others.
  static func look<V: UIView>(_ view: V, _ change: (V) -> Void = { _ in }) -> V {
    view.frame = bounds
    change(view)
    return view
  }

  // MARK: - Layers

  static func box(
    _ color: UIColor? = .cyan, with views: [UIView] = [], _ change: (CALayer) -> Void = { _ in }
  ) -> UIView {
    look(UIView()) { view in
      view.backgroundColor = color
      for each in views { view.addSubview(each) }
      change(view.layer)
    }
  }

  static func text(_ text: String, lines: Int = 0) -> UILabel {
    let label = look(UILabel())
    label.text = text
    label.numberOfLines = lines
    return label
  }

  static func gradient(
    _ type: CAGradientLayerType, from start: CGPoint, to end: CGPoint, _ locations: [NSNumber]? = nil
  ) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = bounds
    layer.type = type
    layer.colors = [red.cgColor, blue.cgColor]
    layer.locations = locations
    (layer.startPoint, layer.endPoint) = (start, end)
    return layer
  }

  static func shape(_ path: UIBezierPath, fill: UIColor? = nil, _ change: (CAShapeLayer) -> Void = { _ in })
    -> CAShapeLayer
  {
    let layer = CAShapeLayer()
    layer.path = path.cgPath
    layer.fillColor = fill?.cgColor
    layer.strokeColor = fill == nil ? blue.cgColor : nil
    layer.lineWidth = 6
    change(layer)
    return layer
  }

  static var ellipse: UIBezierPath { UIBezierPath(ovalIn: bounds.insetBy(dx: 4, dy: 4)) }

  static var layers: [UIView] {
    let shadows = [
      box { layer in
        layer.shadowOpacity = 1
        layer.masksToBounds = true
      },
      box(nil, with: [text("Shadow")]) { layer in
        layer.shadowOpacity = 1
        layer.shadowRadius = 1
      },
      box { layer in
        layer.shadowOpacity = 0.5
        layer.shadowRadius = 0
        layer.shadowOffset = .zero
        layer.shadowPath = UIBezierPath(rect: CGRect(x: -4, y: 0, width: 94, height: 62)).cgPath
      },
      box(nil) { layer in
        layer.shadowOpacity = 1
        layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: 16).cgPath
      },
      box { layer in
        layer.shadowOpacity = 1
        layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: 16).cgPath
      },
    ]
    let borders = [
      box { layer in
        layer.borderWidth = 2
        layer.borderColor = red.cgColor
      },
      box { layer in
        layer.borderWidth = 4
        layer.borderColor = UIColor.label.cgColor
      },
      look(UIImageView(image: picture)) { $0.layer.borderWidth = 4 },
      box(with: [box(.yellow)]) { $0.borderWidth = 4 },
    ]
    let orders = [
      box(with: [text("Mirror")]) { $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0) },
      box(with: [box(red) { $0.frame.size.width = 50 }, box(blue) { $0.frame.size.height = 28 }]) { layer in
        layer.sublayers?[1].zPosition = -1
      },
    ]
    let gradients = [
      gradient(.axial, from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5)),
      gradient(.axial, from: .zero, to: CGPoint(x: 1, y: 1)),
      gradient(.axial, from: CGPoint(x: 0, y: 0.25), to: CGPoint(x: 0, y: 0.75)),
      gradient(.axial, from: .zero, to: .zero),
      gradient(.radial, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 1), [0.25, 1]),
      gradient(.conic, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 0.5, y: 0), [0.25, 1]),
    ]
    let shapes = [
      shape(UIBezierPath(rect: CGRect(x: 0, y: 0, width: 16, height: 32)), fill: red),
      shape(ellipse) { layer in
        layer.lineCap = .round
        layer.strokeEnd = 0.25
      },
      shape(ellipse) { $0.lineDashPattern = [4, 2] },
    ]
    let part = shape(ellipse) { layer in
      layer.lineCap = .round
      layer.strokeEnd = 0.25
    }
    let masks = [
      shape(ellipse, fill: .black), part, shape(ellipse) { $0.strokeEnd = 0 },
      gradient(.axial, from: .zero, to: CGPoint(x: 1, y: 0)), CALayer(),
    ]
    (masks[3] as? CAGradientLayer)?.colors = [UIColor.black.cgColor, UIColor.clear.cgColor]
    let contents = [
      box(nil) { layer in
        let text = CATextLayer()
        (text.string, text.fontSize, text.foregroundColor) = ("a < b", 16, red.cgColor)
        text.frame = bounds
        layer.addSublayer(text)
      },
      box { layer in
        layer.contents = picture.cgImage
        layer.contentsGravity = .resizeAspectFill
      },
    ]
    return shadows + borders + orders + (gradients + shapes).map { layer in box(nil) { $0.addSublayer(layer) } }
      + masks.map { mask in box { $0.mask = mask } } + contents
  }

  // MARK: - Views

  private final class Moved: UILabel {
    override func drawText(in rect: CGRect) { super.drawText(in: rect.offsetBy(dx: 0, dy: -10)) }
  }

  private final class Padded: UILabel {
    override func drawText(in rect: CGRect) { super.drawText(in: rect.insetBy(dx: 16, dy: 4)) }
  }

  private final class PaddedField: UITextField {
    override func textRect(forBounds bounds: CGRect) -> CGRect { bounds.insetBy(dx: 16, dy: 0) }
  }

  static func label(_ text: String, lines: Int = 1, _ change: (UILabel) -> Void) -> UILabel {
    let label = Looks.text(text, lines: lines)
    change(label)
    return label
  }

  static func titled(_ button: UIButton, _ change: (UIButton) -> Void) -> UIButton {
    look(button) { button in
      button.setTitle("Title", for: .normal)
      change(button)
    }
  }

  static var paragraphs: NSAttributedString {
    let style = NSMutableParagraphStyle()
    (style.alignment, style.firstLineHeadIndent, style.headIndent) = (.center, 24, 8)
    (style.minimumLineHeight, style.paragraphSpacing) = (24, 4)
    return NSAttributedString(string: "One\nTwo", attributes: [.paragraphStyle: style])
  }

  static var attributes: NSAttributedString {
    let parts: [(NSAttributedString.Key, Any)] = [
      (.kern, 4), (.backgroundColor, UIColor.cyan), (.underlineStyle, NSUnderlineStyle.double.rawValue),
    ]
    let text = NSMutableAttributedString()
    for (key, value) in parts { text.append(NSAttributedString(string: "<b> ", attributes: [key: value])) }
    return text
  }

  static var labels: [UIView] {
    [
      label("words on two lines", lines: 0) { $0.textAlignment = .justified },
      look(Moved()) { $0.text = "Moved" }, look(Padded()) { $0.text = "Padded" },
      label("", lines: 0) { $0.attributedText = attributes },
      label("Disabled") { $0.isEnabled = false },
      label("Highlighted") { label in
        label.highlightedTextColor = red
        label.isHighlighted = true
      },
      label("Shadow") { label in
        label.shadowColor = red
        label.shadowOffset = CGSize(width: 2, height: 4)
      },
      label("", lines: 0) { $0.attributedText = paragraphs },
    ]
  }

  static var images: [UIView] {
    let modes: [UIView.ContentMode] = [.scaleToFill, .scaleAspectFit, .scaleAspectFill, .center, .bottomRight]
    return modes.map { mode in
      look(UIImageView(image: picture)) { view in
        view.contentMode = mode
        view.clipsToBounds = true
      }
    } + [
      look(UIImageView(image: framedPicture)),
      titled(UIButton()) { $0.setBackgroundImage(framedPicture, for: .normal) },
    ]
  }

  static var fields: [UIView] {
    [
      look(UITextView()) { view in
        view.text = "Text"
        view.contentInset = UIEdgeInsets(top: 1, left: 20, bottom: 3, right: 4)
      },
      look(UITextView()) { view in
        view.text = "Text"
        view.textContainerInset = UIEdgeInsets(top: 20, left: 2, bottom: 3, right: 4)
      },
      look(UITextView()) { view in
        view.text = "Line"
        view.returnKeyType = .done
      },
      look(UITextView()) { view in
        view.text = "Two\nlines"
        view.returnKeyType = .done
      },
      look(PaddedField()) { $0.text = "Padded" },
      look(UITextField()) { field in
        field.text = "Line"
        field.borderStyle = .line
      },
      look(UITextField()) { field in
        field.attributedPlaceholder = NSAttributedString(string: "Name", attributes: [.foregroundColor: red])
      },
    ]
  }

  static var controls: [UIView] {
    [
      look(UISlider()) { slider in
        slider.value = 0.5
        slider.thumbTintColor = blue
        slider.minimumTrackTintColor = red
        slider.maximumTrackTintColor = .black
      },
      look(UISwitch()) { control in
        control.isOn = true
        control.onTintColor = red
        control.thumbTintColor = blue
      },
      look(UIProgressView(progressViewStyle: .bar)) { view in
        view.progress = 0.5
        view.progressTintColor = red
        view.trackTintColor = blue
      },
      look(UISegmentedControl(items: ["A", "B"])) { control in
        control.selectedSegmentIndex = 1
        control.setTitleTextAttributes([.font: UIFont.systemFont(ofSize: 24), .foregroundColor: red], for: .normal)
        control.setTitleTextAttributes([.foregroundColor: blue], for: .selected)
        control.selectedSegmentTintColor = .yellow
      },
      look(UISegmentedControl(items: ["A", "B"])) { control in
        control.setTitleTextAttributes([.foregroundColor: red], for: .normal)
        control.setTitleTextAttributes(nil, for: .normal)
      },
      look(UISegmentedControl(items: ["A", "B"])) { control in
        control.selectedSegmentIndex = 1
        control.setBackgroundImage(picture, for: .normal, barMetrics: .default)
        control.setBackgroundImage(picture(of: .green), for: .selected, barMetrics: .default)
      },
      look(UISearchBar()) { $0.setBackgroundImage(picture, for: .any, barMetrics: .default) },
    ]
  }

  static var buttons: [UIView] {
    var (capsule, square) = (UIButton.Configuration.filled(), UIButton.Configuration.filled())
    (capsule.title, square.title) = ("Capsule", "Square")
    (capsule.baseBackgroundColor, capsule.cornerStyle) = (red, .capsule)
    square.background.cornerRadius = 0
    let disabled = [UIButton(type: .custom), UIButton(type: .system), UIButton(type: .custom)].map { button in
      titled(button) { button in
        button.setTitleColor(blue, for: .normal)
        button.isEnabled = false
      }
    }
    disabled[2].setTitleColor(red, for: .disabled)
    return [look(UIButton(configuration: capsule)), look(UIButton(configuration: square))] + disabled
  }

  static var bars: [UIView] {
    let edge = UINavigationBarAppearance()
    edge.configureWithTransparentBackground()
    edge.shadowColor = blue
    return [
      look(UINavigationBar()) { $0.standardAppearance.backgroundColor = .cyan },
      look(UINavigationBar()) { bar in
        bar.standardAppearance.backgroundColor = .cyan
        bar.scrollEdgeAppearance = edge
      },
      look(UINavigationBar()) { $0.setBackgroundImage(picture, for: .default) },
      look(UIToolbar()) { $0.setBackgroundImage(picture, forToolbarPosition: .any, barMetrics: .default) },
      look(UITabBar()) { bar in
        bar.items = ["A", "B"].map { UITabBarItem(title: $0, image: nil, tag: 0) }
        bar.selectedItem = bar.items?[0]
        bar.backgroundImage = picture
        bar.standardAppearance.stackedLayoutAppearance.normal.iconColor = .green
        bar.standardAppearance.stackedLayoutAppearance.selected.titleTextAttributes = [.foregroundColor: UIColor.yellow]
      },
    ]
  }

  static var views: [UIView] { labels + images + fields + controls + buttons + bars }

  // MARK: - Views without frames

  private static func tile(_ text: String = "", _ change: (UILabel) -> Void = { _ in }) -> UILabel {
    let label = UILabel()
    label.text = text
    label.backgroundColor = .cyan
    change(label)
    return label
  }

  private static func stack(_ views: [UIView], _ change: (UIStackView) -> Void = { _ in }) -> UIStackView {
    let stack = UIStackView(arrangedSubviews: views)
    stack.backgroundColor = .yellow
    stack.spacing = 10
    change(stack)
    return stack
  }

  private static func tiles(_ change: (UIStackView) -> Void) -> UIStackView {
    stack([tile("One"), tile("Number two"), tile("3")], change)
  }

  /// A view without a size, beside one of a width and one of a text.
  private static func filled(_ change: (UILabel) -> Void = { _ in }) -> UIStackView {
    let (thin, rest) = (UIView(), UIView())
    thin.widthAnchor.constraint(equalToConstant: 20).isActive = true
    for view in [thin, rest] { view.backgroundColor = .cyan }
    return stack([thin, tile("Text", change), rest])
  }

  static var flowing: [UIView] {
    let switchRow = stack([tile("Text"), UISwitch()])
    switchRow.arrangedSubviews[1].accessibilityLabel = "Example"
    let button = UIButton(type: .system)
    button.setTitle("Button", for: .normal)
    let inset = UIButton(type: .system)
    inset.setTitle("Button", for: .normal)
    inset.backgroundColor = .cyan
    inset.contentEdgeInsets = UIEdgeInsets(top: 8, left: 14, bottom: 4, right: 0)
    inset.contentHorizontalAlignment = .leading
    inset.contentVerticalAlignment = .top
    inset.heightAnchor.constraint(equalToConstant: 60).isActive = true
    let right = UIButton(type: .system)
    right.setTitle("Right", for: .normal)
    right.contentHorizontalAlignment = .right
    let note = UITextView()
    note.text = "Note"
    note.accessibilityLabel = "Example"
    note.textContainerInset = UIEdgeInsets(top: 1, left: 20, bottom: 3, right: 4)
    note.contentInset.left = 8
    note.heightAnchor.constraint(equalToConstant: 40).isActive = true
    let distributions: [UIStackView.Distribution] = [.fillEqually, .fillProportionally, .equalSpacing]
    let modes: [NSLineBreakMode] = [.byTruncatingTail, .byClipping, .byCharWrapping]
    return distributions.map { distribution in tiles { $0.distribution = distribution } } + [
      stack([tile("Two\nlines") { $0.numberOfLines = 0 }, tile("One")]) { stack in
        stack.axis = .vertical
        stack.distribution = .fillEqually
      },
      filled(), filled { $0.setContentHuggingPriority(UILayoutPriority(1), for: .horizontal) },
      tiles { stack in
        stack.distribution = .equalSpacing
        stack.setCustomSpacing(80, after: stack.arrangedSubviews[0])
      },
      tiles { stack in
        stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 20, bottom: 3, trailing: 40)
        stack.isLayoutMarginsRelativeArrangement = true
      },
      tiles { stack in
        stack.axis = .vertical
        stack.spacing = 30
        stack.isBaselineRelativeArrangement = true
      },
      tiles { stack in
        stack.distribution = .fillEqually
        stack.arrangedSubviews[0].widthAnchor.constraint(greaterThanOrEqualToConstant: 100).isActive = true
      },
      switchRow, stack([tile("Label"), tile("Label"), button]), inset, right, note,
      tile("", { $0.attributedText = paragraphs }),
    ]
      + modes.map { mode in
        tile("One line of words that does not fit there") { label in
          label.lineBreakMode = mode
          label.numberOfLines = mode == .byCharWrapping ? 0 : 1
          label.font = .systemFont(ofSize: 24)
        }
      }
  }
}

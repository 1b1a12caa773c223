import UIKit

/// A screen of which there is a picture by an iPhone.
struct Picture: Sendable {
  let name: String
  /// Makes the screen. The process has the picture's traits then.
  let screen: @Sendable () -> UIViewController
  /// The size of the screen in points. By default the `preferredContentSize` of its controller.
  var size: CGSize?
  /// Pixels per point.
  var scale: CGFloat = 3
  /// What the device covers.
  var safeArea = UIEdgeInsets.zero
  var category = UIContentSizeCategory.large
  /// How much of the reference's top is not part of the screen.
  var top: CGFloat = 0

  /// A screen, or a view of the size of the screen.
  init(
    _ name: String, _ width: CGFloat, _ height: CGFloat, scale: CGFloat = 3,
    _ screen: @escaping @Sendable () -> UIViewController
  ) {
    self.name = name
    self.screen = screen
    self.scale = scale
    size = CGSize(width: width, height: height)
  }

  /// A view of the size that it has by itself.
  init(
    _ name: String, scale: CGFloat = 3, category: UIContentSizeCategory = .large, view: @escaping @Sendable () -> UIView
  ) {
    self.name = name
    self.scale = scale
    self.category = category
    screen = { Host(ofSizeOf: view()) }
  }

  func safeArea(top: CGFloat = 0, bottom: CGFloat = 0) -> Picture {
    var picture = self
    picture.safeArea = UIEdgeInsets(top: top, left: 0, bottom: bottom, right: 0)
    return picture
  }

  func cut(top: CGFloat) -> Picture {
    var picture = self
    picture.top = top
    return picture
  }
}

/// A white screen with one view.
final class Host: UIViewController {
  private let subject: UIView
  private let place: (CGRect) -> CGRect

  /// - Parameter place: Returns the frame of the view in the bounds of the screen.
  init(_ subject: UIView, place: @escaping (CGRect) -> CGRect = { $0 }) {
    self.subject = subject
    self.place = place
    super.init(nibName: nil, bundle: nil)
  }

  /// A screen that is as large as its view wants to be.
  convenience init(ofSizeOf subject: UIView) {
    let size = subject.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    self.init(subject) { _ in CGRect(origin: .zero, size: size) }
    preferredContentSize = size
  }

  /// A screen with a view in its middle that is as large as it wants to be.
  convenience init(centring subject: UIView) {
    let size = subject.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    self.init(subject) { bounds in
      CGRect(x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    view.addSubview(subject)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    subject.frame = place(view.bounds)
  }
}

/// A white screen with views that constraints place.
final class Screen: UIViewController {
  private let fill: (UIView) -> Void

  init(title: String? = nil, _ fill: @escaping (UIView) -> Void) {
    self.fill = fill
    super.init(nibName: nil, bundle: nil)
    self.title = title
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    fill(view)
  }
}

extension UIView {
  /// Adds a view that constraints place.
  func add(_ view: UIView, _ constraints: NSLayoutConstraint...) {
    view.translatesAutoresizingMaskIntoConstraints = false
    addSubview(view)
    NSLayoutConstraint.activate(constraints)
  }

  /// Adds a view that fills this one within insets.
  func fill(with view: UIView, x: CGFloat = 0, y: CGFloat = 0) {
    add(
      view, view.leadingAnchor.constraint(equalTo: leadingAnchor, constant: x),
      view.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -x),
      view.topAnchor.constraint(equalTo: topAnchor, constant: y),
      view.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -y))
  }
}

func label(_ text: String, _ font: UIFont? = nil, lines: Int = 1, alignment: NSTextAlignment? = nil) -> UILabel {
  let label = UILabel()
  label.text = text
  if let font { label.font = font }
  if let alignment { label.textAlignment = alignment }
  label.numberOfLines = lines
  return label
}

/// A white screen with views below each other, with equal gaps above, between and below them.
final class Column: UIViewController {
  private let views: [UIView]
  private let sizes: (CGRect) -> [CGSize]
  private let top: CGFloat

  init(_ views: [UIView], from top: CGFloat, sizes: @escaping (CGRect) -> [CGSize]) {
    self.views = views
    self.sizes = sizes
    self.top = top
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    for each in views { view.addSubview(each) }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let sizes = sizes(view.bounds)
    let gap = (view.bounds.height - top - sizes.map(\.height).reduce(0, +)) / CGFloat(views.count + 1)
    var y = top + gap
    for (each, size) in zip(views, sizes) {
      each.frame = CGRect(x: view.bounds.midX - size.width / 2, y: y, width: size.width, height: size.height)
      y = each.frame.maxY + gap
    }
  }
}

/// The tint of a window that is not active, as in the pictures of the accessibility tool.
let dimmedTint = UIColor(white: 0.5, alpha: 1)

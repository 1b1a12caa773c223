public import Foundation

/// What bars show one of: a button, a tab.
open class UIBarItem {
  open var title: String? { didSet { didChange() } }
  open var image: UIImage? { didSet { didChange() } }
  open var isEnabled = true { didSet { didChange() } }

  /// A number of the app's to tell items apart by.
  open var tag = 0

  /// What a screen reader says instead of the title.
  open var accessibilityLabel: String? { didSet { didChange() } }

  /// What happens when the item is used.
  open var accessibilityHint: String? { didSet { didChange() } }

  /// The id of the item in the page, instead of its place in the bar.
  open var accessibilityIdentifier: String? { didSet { didChange() } }

  /// The bar that shows the item.
  final weak var bar: (any Bar)?

  public init() {}

  /// Never called: there are no nibs on a server.
  public required init?(coder: NSCoder) {}

  final func didChange() { bar?.itemDidChange() }
}

/// A view that shows items and is told when they change.
protocol Bar: UIView {
  func itemDidChange()
}

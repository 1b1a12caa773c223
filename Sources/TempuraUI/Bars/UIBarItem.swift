public import Foundation

/// An item of a bar: a button or a tab.
open class UIBarItem: NSObject, AssociatingObject {
  public final var _associatedValues = AssociatedValues()

  open var title: String? { didSet { didChange() } }
  open var image: UIImage? { didSet { didChange() } }
  open var isEnabled = true { didSet { didChange() } }

  /// A number for the app to identify the item. Default: 0.
  open var tag = 0

  /// The accessible name. Default: nil, the title.
  open var accessibilityLabel: String? { didSet { didChange() } }

  /// A description of the item's effect, for screen readers. Default: nil.
  open var accessibilityHint: String? { didSet { didChange() } }

  /// The id of the item on the page. Default: nil, an id made of the bar's id and the item's position or title.
  open var accessibilityIdentifier: String? { didSet { didChange() } }

  /// The bar that shows the item.
  final weak var bar: (any Bar)?

  override public init() { super.init() }

  /// Never called: there are no nibs on a server.
  public required init?(coder: NSCoder) { super.init() }

  final func didChange() { bar?.itemDidChange() }
}

/// A view that shows items, and receives their changes.
protocol Bar: UIView {
  func itemDidChange()
}

internal import Basics
public import Foundation

/// The content of a navigation bar for one view controller.
open class UINavigationItem: NSObject {
  /// Whether a title is large.
  public enum LargeTitleDisplayMode: Int, Sendable {
    /// The same as the item below. For the lowest item: large.
    case automatic
    case always
    case never
    case inline
  }

  /// The title of the back button that leads to a view controller.
  public enum BackButtonDisplayMode: Int, Sendable {
    /// The title of the back button, or else of the item.
    case `default`
    /// "Back".
    case generic
    /// No title, only a chevron.
    case minimal
  }

  /// The title in the bar. Default: nil.
  open var title: String? {
    didSet {
      didChange()
      // The dialog of a presented controller is labelled by it.
      if title != oldValue, let owner, owner.presenter != nil { owner.viewIfLoaded?.window?.setNeedsRender() }
    }
  }

  /// The text above the title. Default: nil.
  open var prompt: String? { didSet { didChange() } }

  /// The view that the bar shows instead of the title. Default: nil.
  open var titleView: UIView? { didSet { didChange() } }

  /// Whether the title is large. Default: `.automatic`. Only has an effect in a bar with `prefersLargeTitles`.
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { didChange() } }

  /// The title of the back button that leads to this item. Default: nil, the title of the item.
  open var backButtonTitle: String? { didSet { didChange() } }

  /// The title, image and colour of the back button that leads to this item. Default: nil. If it has an action, a tap
  /// runs the action instead of going back.
  open var backBarButtonItem: UIBarButtonItem? { didSet { didChange() } }

  /// The form of the title of the back button that leads to this item. Default: `.default`.
  open var backButtonDisplayMode = BackButtonDisplayMode.default { didSet { didChange() } }

  /// Runs on a tap on the back button while this item is on top, instead of going back. Default: nil.
  open var backAction: UIAction? { didSet { didChange() } }

  /// Whether the bar has no back button while this item is on top. Default: false.
  open var hidesBackButton = false { didSet { didChange() } }

  /// Whether the bar keeps the back button if the item has left buttons. Default: false.
  open var leftItemsSupplementBackButton = false { didSet { didChange() } }

  /// The buttons at the leading edge, from the edge to the title. Default: nil.
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { didChange() } }
  /// The buttons at the trailing edge, from the edge to the title. Default: nil.
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { didChange() } }

  /// The look of the bar while this item is on top. Default: nil, that of the bar.
  open var standardAppearance: UINavigationBarAppearance? { didSet { didChange() } }
  open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { didChange() } }
  /// No effect, as the following one: a page has one height of bars.
  open var compactAppearance: UINavigationBarAppearance?
  open var compactScrollEdgeAppearance: UINavigationBarAppearance?

  /// The search controller whose search bar stands below the title. Default: nil.
  open var searchController: UISearchController? { didSet { didChange() } }

  /// Kept: the search bar scrolls with the navigation bar.
  open var hidesSearchBarWhenScrolling = true

  /// Where the search bar is. On a page it is always below the title.
  public enum SearchBarPlacement: Int, Sendable {
    case automatic, inline, stacked, integrated, integratedCentered, integratedButton
  }
  open var preferredSearchBarPlacement = SearchBarPlacement.automatic
  open var searchBarPlacement: SearchBarPlacement { .stacked }

  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  @WeakReference final var bar: UINavigationBar?

  /// The view controller that the item is of; nil for an item that the app created.
  @WeakReference final var owner: UIViewController?

  public init(title: String) { self.title = title.isEmpty ? nil : title }

  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }

  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }

  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }

  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }

  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }

  private func didChange() { bar?.itemDidChange() }
}

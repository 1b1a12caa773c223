public import Foundation

/// The looks of a list in a collection view, which are those of a table.
public struct UICollectionLayoutListConfiguration {
  public enum Appearance: Int, Sendable { case plain, grouped, insetGrouped, sidebar, sidebarPlain }
  /// What the header of a section is. The first item of a section looks like the others: its cell configures it as a header.
  public enum HeaderMode: Int, Sendable { case none, supplementary, firstItemInSection }
  public enum FooterMode: Int, Sendable { case none, supplementary }
  public typealias SwipeActionsConfigurationProvider = (IndexPath) -> UISwipeActionsConfiguration?

  public let appearance: Appearance
  public var headerMode = HeaderMode.none
  public var footerMode = FooterMode.none
  /// Whether there are lines between the rows. Default: true.
  public var showsSeparators = true
  public var backgroundColor: UIColor?
  /// Ignored: the style sheet decides about the room above headers.
  public var headerTopPadding: CGFloat?
  /// Ignored, as is the handler: see `UIListSeparatorConfiguration`.
  public var separatorConfiguration = UIListSeparatorConfiguration(listAppearance: .plain)
  public var itemSeparatorHandler: ((IndexPath, UIListSeparatorConfiguration) -> UIListSeparatorConfiguration)?
  /// The actions of a row, which a swipe shows.
  public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
  public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

  public init(appearance: Appearance) { self.appearance = appearance }

  /// The style of tables that looks the same.
  var tableStyle: UITableView.Style {
    switch appearance {
    case .plain, .sidebarPlain: .plain
    case .grouped: .grouped
    case .insetGrouped, .sidebar: .insetGrouped
    }
  }
}

/// The lines of a row. Ignored: the style sheet draws those of the list.
public struct UIListSeparatorConfiguration: Hashable {
  public enum Visibility: Int, Sendable { case automatic, visible, hidden }
  public static let automaticInsets = NSDirectionalEdgeInsets(top: -1, leading: -1, bottom: -1, trailing: -1)

  public var topSeparatorVisibility = Visibility.automatic
  public var bottomSeparatorVisibility = Visibility.automatic
  public var topSeparatorInsets = Self.automaticInsets
  public var bottomSeparatorInsets = Self.automaticInsets
  public var color = UIColor.separator
  public var multipleSelectionColor = UIColor.separator

  public init(listAppearance: UICollectionLayoutListConfiguration.Appearance) {}
}

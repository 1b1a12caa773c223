public import Foundation

/// A tab of a tab bar.
open class UITabBarItem: UIBarItem {
  /// Standard tabs, with a title and a symbol.
  public enum SystemItem: Int, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads
    case mostRecent, mostViewed

    fileprivate var title: String {
      switch self {
      case .more: localized(.buttonMore)
      case .favorites: localized(.buttonFavorites)
      case .featured: localized(.buttonFeatured)
      case .topRated: localized(.buttonTopRated)
      case .recents: localized(.buttonRecents)
      case .contacts: localized(.buttonContacts)
      case .history: localized(.buttonHistory)
      case .bookmarks: localized(.buttonBookmarks)
      case .search: localized(.buttonSearch)
      case .downloads: localized(.buttonDownloads)
      case .mostRecent: localized(.buttonMostRecent)
      case .mostViewed: localized(.buttonMostViewed)
      }
    }

    fileprivate var symbol: String {
      switch self {
      case .more: "ellipsis"
      case .favorites, .featured: "star.fill"
      case .topRated: "star"
      case .recents, .history, .mostRecent: "clock"
      case .contacts: "person.crop.circle"
      case .bookmarks: "bookmark"
      case .search: "magnifyingglass"
      case .downloads: "square.and.arrow.down"
      case .mostViewed: "list.bullet"
      }
    }
  }

  /// The image of the tab while it is selected. Default: nil, the `image`.
  open var selectedImage: UIImage? { didSet { didChange() } }

  /// A short text beside the title, such as the number of new messages. Default: nil, no badge.
  open var badgeValue: String? { didSet { didChange() } }

  /// The background of the badge. Default: nil, dark red. The text of the badge is white.
  open var badgeColor: UIColor? { didSet { didChange() } }

  override public init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init(title: title, image: image, selectedImage: nil)
    self.tag = tag
  }

  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init()
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
  }

  public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
    self.init(title: systemItem.title, image: UIImage(systemName: systemItem.symbol), tag: tag)
  }
}

public import Foundation

/// A tab of a tab bar.
open class UITabBarItem: UIBarItem {
  /// Standard tabs, with a title and a symbol.
  public enum SystemItem: Int, Sendable {
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads
    case mostRecent, mostViewed

    fileprivate var look: (title: ServerText, symbol: String) {
      switch self {
      case .more: (.buttonMore, "ellipsis")
      case .favorites: (.buttonFavorites, "star.fill")
      case .featured: (.buttonFeatured, "star.fill")
      case .topRated: (.buttonTopRated, "star")
      case .recents: (.buttonRecents, "clock")
      case .contacts: (.buttonContacts, "person.crop.circle")
      case .history: (.buttonHistory, "clock")
      case .bookmarks: (.buttonBookmarks, "bookmark")
      case .search: (.buttonSearch, "magnifyingglass")
      case .downloads: (.buttonDownloads, "square.and.arrow.down")
      case .mostRecent: (.buttonMostRecent, "clock")
      case .mostViewed: (.buttonMostViewed, "list.bullet")
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
    let look = systemItem.look
    self.init(title: localized(look.title), image: UIImage(systemName: look.symbol), tag: tag)
  }
}

public import Foundation

/// A share sheet. On a page it is a dialog with the links, texts to copy, and images and files to save. Where the browser has a share
/// sheet, a button opens that.
open class UIActivityViewController: UIViewController {
  public typealias CompletionWithItemsHandler = (
    _ activityType: UIActivity.ActivityType?, _ completed: Bool, _ returnedItems: [Any]?, _ activityError: (any Error)?
  ) -> Void

  /// Called when the dialog was closed, or the user shared something in the browser's sheet. `completed` is true: the server does not
  /// know more.
  open var completionWithItemsHandler: CompletionWithItemsHandler?

  /// - Parameters:
  ///   - activityItems: Texts, URLs, images, and URLs of files. Others are left out.
  ///   - applicationActivities: No effect.
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    items = activityItems
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    isModalInPresentation = true  // It has a button of its own.
    title = localized(.buttonShare)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  private var items: [Any] = []

  override open func loadView() {
    let screen = LinkScreenView()
    screen.heading = title
    screen.rows = items.compactMap { item in
      row((item as? any UIActivityItemSource)?.activityViewController(self, itemForActivityType: nil) ?? item)
    }
    screen.canShare = true
    screen.onClose = { [weak self] _ in
      guard let self else { return }
      dismiss(animated: true)
      completionWithItemsHandler?(nil, true, nil, nil)
    }
    view = screen
  }

  private func row(_ item: Any) -> LinkScreenView.Row? {
    switch item {
    case let url as URL where url.isFileURL: Download(file: url).map { .file($0) }
    case let url as URL: LinkTarget(url).map { .link($0, title: url.absoluteString, opensTab: true) }
    case let text as String: .text(text)
    case let text as NSAttributedString: .text(text.string)
    case let image as UIImage: .image(image)
    default: nil
    }
  }
}

/// An activity of a share sheet. A page has none.
open class UIActivity: NSObject {
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let message = ActivityType("com.apple.UIKit.activity.Message")
    public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
    public static let print = ActivityType("com.apple.UIKit.activity.Print")
    public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
    public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
    public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
    public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
    public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
    public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
    public static let postToWeibo = ActivityType("com.apple.UIKit.activity.PostToWeibo")
    public static let postToTencentWeibo = ActivityType("com.apple.UIKit.activity.TencentWeibo")
    public static let postToFlickr = ActivityType("com.apple.UIKit.activity.PostToFlickr")
    public static let postToVimeo = ActivityType("com.apple.UIKit.activity.PostToVimeo")
    public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
    public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
    public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
  }

  override public init() { super.init() }
}

/// An object that supplies an item of a share sheet.
public protocol UIActivityItemSource: AnyObject {
  func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
  func activityViewController(
    _ activityViewController: UIActivityViewController, itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any?
  func activityViewController(
    _ activityViewController: UIActivityViewController, subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String
}

extension UIActivityItemSource {
  public func activityViewController(
    _ activityViewController: UIActivityViewController, subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String { "" }
}

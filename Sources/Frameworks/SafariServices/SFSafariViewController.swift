@_exported public import TempuraUI
public import Foundation

/// Shows a web page on a phone. Here it is a dialog with a link, which opens in another tab of the browser.
open class SFSafariViewController: UIViewController {
  /// No setting has an effect.
  open class Configuration: NSObject {
    override public init() { super.init() }
    open var entersReaderIfAvailable = false
    open var barCollapsingEnabled = true
  }

  public enum DismissButtonStyle: Int, Sendable { case done, close, cancel }

  open weak var delegate: (any SFSafariViewControllerDelegate)?
  /// No effect, as the following ones.
  open var preferredBarTintColor: UIColor?
  open var preferredControlTintColor: UIColor?
  open var dismissButtonStyle = DismissButtonStyle.done
  public final let configuration: Configuration

  private let url: URL

  /// - Parameter URL: A URL with `http` or `https`. A dialog with another URL has no link.
  public init(url URL: URL, configuration: Configuration) {
    url = URL
    self.configuration = configuration
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .formSheet
    isModalInPresentation = true  // It has a button of its own.
  }

  public convenience init(url URL: URL) { self.init(url: URL, configuration: Configuration()) }

  public convenience init(url URL: URL, entersReaderIfAvailable: Bool) { self.init(url: URL) }

  public required init?(coder: NSCoder) { nil }

  override open func loadView() {
    let screen = LinkScreenView()
    let target = LinkTarget(url)
    screen.heading = title ?? target?.name
    if let target { screen.rows = [.link(target, title: localized(.pageOpen(target.name)), opensTab: true)] }
    screen.onClose = { [weak self] _ in
      guard let self else { return }
      if let navigationController {
        navigationController.popViewController(animated: true)
      } else {
        dismiss(animated: true)
      }
      delegate?.safariViewControllerDidFinish(self)
    }
    view = screen
  }
}

/// Responds to the end of a dialog with a link.
public protocol SFSafariViewControllerDelegate: AnyObject {
  func safariViewControllerDidFinish(_ controller: SFSafariViewController)
  /// Never called.
  func safariViewController(_ controller: SFSafariViewController, didCompleteInitialLoad didLoadSuccessfully: Bool)
}

extension SFSafariViewControllerDelegate {
  public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
  public func safariViewController(
    _ controller: SFSafariViewController, didCompleteInitialLoad didLoadSuccessfully: Bool
  ) {}
}

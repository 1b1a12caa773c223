@_exported public import TempuraUI
internal import Basics
public import Foundation

/// How a dialog for a mail ended.
public enum MFMailComposeResult: Int, Sendable { case cancelled, saved, sent, failed }

/// Composes a mail on a phone. Here it is a dialog with a `mailto:` link, which starts the user's mail program (RFC 6068).
open class MFMailComposeViewController: UINavigationController {
  /// Told how the dialog ended: `.sent` if the user pressed *Done*. The server does not know whether a mail was sent.
  open weak var mailComposeDelegate: (any MFMailComposeViewControllerDelegate)?

  private var recipients: [String] = []
  private var fields: [(name: String, value: String)] = []

  public init() {
    super.init(nibName: nil, bundle: nil)
    setUp(with: MessageScreen { [weak self] in self?.finish(isCancelled: $0) })
  }

  override public init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { nil }

  /// Always true: the user may have a mail program.
  open class func canSendMail() -> Bool { true }

  open func setToRecipients(_ toRecipients: [String]?) {
    recipients = toRecipients ?? []
    update()
  }
  open func setCcRecipients(_ ccRecipients: [String]?) { set("cc", ccRecipients?.joined(separator: ",")) }
  open func setBccRecipients(_ bccRecipients: [String]?) { set("bcc", bccRecipients?.joined(separator: ",")) }
  open func setSubject(_ subject: String) { set("subject", subject) }

  /// Sets the text. The user sees the tags of a text with markup, because a link cannot contain markup.
  open func setMessageBody(_ body: String, isHTML: Bool) { set("body", body) }

  /// Leaves the attachment out, because a link cannot have one.
  open func addAttachmentData(_ attachment: Data, mimeType: String, fileName filename: String) {
    Misuse.report("MFMailComposeViewController leaves attachments out, because a mailto link cannot have one.")
  }

  /// No effect.
  open func setPreferredSendingFromEmailAddress(_ emailAddress: String) {}

  private func set(_ name: String, _ value: String?) {
    fields.removeAll { $0.name == name }
    if let value, !value.isEmpty { fields.append((name, value)) }
    update()
  }

  private func update() { showLink("mailto", to: recipients, fields) }

  private func finish(isCancelled: Bool) {
    guard let mailComposeDelegate else { return dismiss(animated: true) }
    mailComposeDelegate.mailComposeController(self, didFinishWith: isCancelled ? .cancelled : .sent, error: nil)
  }
}

/// Responds to the end of a dialog for a mail. It has to dismiss the dialog.
public protocol MFMailComposeViewControllerDelegate: AnyObject {
  func mailComposeController(
    _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: (any Error)?)
}

extension MFMailComposeViewControllerDelegate {
  public func mailComposeController(
    _ controller: MFMailComposeViewController, didFinishWith result: MFMailComposeResult, error: (any Error)?
  ) { controller.dismiss(animated: true) }
}

/// How a dialog for a message ended.
public enum MessageComposeResult: Int, Sendable { case cancelled, sent, failed }

/// Composes a message on a phone. Here it is a dialog with an `sms:` link (RFC 5724).
open class MFMessageComposeViewController: UINavigationController {
  /// Told how the dialog ended: `.sent` if the user pressed *Done*.
  open weak var messageComposeDelegate: (any MFMessageComposeViewControllerDelegate)?
  open var recipients: [String]? { didSet { update() } }
  open var body: String? { didSet { update() } }
  open var subject: String?

  public init() {
    super.init(nibName: nil, bundle: nil)
    setUp(with: MessageScreen { [weak self] in self?.finish(isCancelled: $0) })
  }

  override public init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  public required init?(coder: NSCoder) { nil }

  /// Always true: the user may have a program for messages.
  open class func canSendText() -> Bool { true }
  open class func canSendSubject() -> Bool { false }
  open class func canSendAttachments() -> Bool { false }

  private func update() { showLink("sms", to: recipients ?? [], body.map { [("body", $0)] } ?? []) }

  private func finish(isCancelled: Bool) {
    guard let messageComposeDelegate else { return dismiss(animated: true) }
    messageComposeDelegate.messageComposeViewController(self, didFinishWith: isCancelled ? .cancelled : .sent)
  }
}

/// Responds to the end of a dialog for a message. It has to dismiss the dialog.
public protocol MFMessageComposeViewControllerDelegate: AnyObject {
  func messageComposeViewController(
    _ controller: MFMessageComposeViewController, didFinishWith result: MessageComposeResult)
}

// MARK: - The screen

extension UINavigationController {
  /// Makes the controller a dialog with one screen.
  fileprivate func setUp(with screen: MessageScreen) {
    modalPresentationStyle = .formSheet
    isModalInPresentation = true  // It has buttons of its own.
    isNavigationBarHidden = true
    setViewControllers([screen], animated: false)
  }

  /// Shows a link that starts the user's program.
  fileprivate func showLink(_ scheme: String, to recipients: [String], _ fields: [(name: String, value: String)]) {
    let address = recipients.map(escaped).joined(separator: ",")
    let query = fields.map { "\($0.name)=\(escaped($0.value))" }.joined(separator: "&")
    let link = "\(scheme):\(address)\(query.isEmpty ? "" : "?")\(query)"
    (viewControllers.first as? MessageScreen)?.show(link, named: recipients.joined(separator: ", "))
  }
}

/// Escapes a text as a part of a link. Line ends are CR LF (RFC 6068, section 5).
private func escaped(_ text: String) -> String {
  let lines = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n", with: "\r\n")
  let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~@+")
  return lines.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
}

/// The only screen of a dialog for a mail or a message.
private final class MessageScreen: UIViewController {
  private let screen = LinkScreenView()

  init(onClose: @escaping (Bool) -> Void) {
    super.init(nibName: nil, bundle: nil)
    screen.canCancel = true
    screen.onClose = onClose
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() { view = screen }

  /// Shows a link, unless it is too long for one.
  func show(_ link: String, named name: String) {
    screen.heading = name
    let target = URL(string: link).flatMap { LinkTarget($0) }
    screen.rows =
      target.map { [.link($0, title: localized(.pageOpen(name.isEmpty ? $0.name : name)), opensTab: false)] } ?? []
  }
}

internal import Basics
internal import DevelopmentPanel
internal import Foundation
internal import Hydra
internal import Recordings

/// In development, the mails that the app has sent: the panel shows them, and nobody gets them.
final class ShownMails: Sendable {
  static let limit = 100

  private let mails = Locked<[PanelMail]>([])
  private let log: DevelopmentLog?
  private let didAdd: @Sendable (PanelMail, Scene?) -> Void

  /// - Parameters:
  ///   - log: Names each mail.
  ///   - didAdd: Called with each mail and the scene whose code has sent it; nil for a job of the server, such as one that
  ///     empties an outbox.
  init(_ log: DevelopmentLog?, didAdd: @escaping @Sendable (PanelMail, Scene?) -> Void = { _, _ in }) {
    (self.log, self.didAdd) = (log, didAdd)
  }

  func add(to address: String, subject: String, text: String) {
    let mail = PanelMail(time: Date().timeIntervalSince1970, address: address, subject: subject, text: text)
    mails.withLock { mails in
      mails.insert(mail, at: 0)
      if mails.count > Self.limit { mails.removeLast() }
    }
    log?.add("mail to \(address), “\(subject.shortened(to: 40))” → shown instead of sent")
    didAdd(mail, Main.scoped as? Scene)
  }

  /// The last ones, the newest first.
  var all: [PanelMail] { mails.withLock { $0 } }
}

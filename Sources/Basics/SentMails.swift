/// Where the mails go that the app sends: the modules of mails and of the server do not import each other.
package enum SentMails {
  package typealias Taker = @Sendable (_ address: String, _ subject: String, _ text: String) -> Void

  private static let taker = Locked<Taker?>(nil)

  /// Sets a function that gets each mail from now on, instead of a server of mails.
  package static func take(by body: @escaping Taker) { taker.withLock { $0 = body } }

  /// Hands a mail to the function, if there is one.
  ///
  /// - Returns: Whether there is. If not, the mail is to be sent.
  package static func isTaken(to address: String, subject: String, text: String) -> Bool {
    guard let taker = taker.value else { return false }
    taker(address, subject, text)
    return true
  }
}

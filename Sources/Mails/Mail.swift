internal import CCurl
internal import Foundation

/// A message in plain text to one address.
public struct Mail: Sendable {
  /// In the header field `Message-ID`, so that a mail that was sent twice is known as one.
  public let id: String
  public let address: String
  public let subject: String
  public let text: String

  /// - Throws: `MailError.badAddress` if the address could be something else for the server of mails, such as a command.
  public init(id: String, to address: String, subject: String, text: String) throws {
    // The rule of <input type=email> (HTML, section 4.10.5.1.5).
    let pattern = /[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*/
    guard address.utf8.count <= 254, address.wholeMatch(of: pattern) != nil else { throw MailError.badAddress }
    (self.id, self.address, self.subject, self.text) = (id, address, subject, text)
  }

  /// The message as it is sent (RFC 5322). What users wrote is in Base64, so it can neither end a line nor a header field.
  func message(from sender: String) -> String {
    let lines = [
      "From: <\(sender)>", "To: <\(address)>", "Subject: \(Self.encoded(subject))", "Date: \(Self.date())",
      "Message-ID: <\(id)@\(sender.split(separator: "@").last ?? "")>", "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
      Data(text.utf8).base64EncodedString(options: [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ]), "",
    ]
    return lines.joined(separator: "\r\n")
  }

  private static func date() -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
    return formatter.string(from: Date())
  }

  /// A text in a header field, in words of at most 75 characters (RFC 2047).
  private static func encoded(_ text: String) -> String {
    var words = [""]
    for character in text.prefix(200).unicodeScalars {
      if words[words.count - 1].utf8.count > 40 { words.append("") }
      words[words.count - 1].unicodeScalars.append(character)
    }
    return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }
}

/// A server that takes mails.
public struct MailServer: Sendable {
  /// Such as `smtp://mail.example.com:587`, with STARTTLS if there is a user, or `smtps://mail.example.com`.
  public var url: String
  public var user: String?
  public var password: String?
  /// The address in the header field `From`.
  public var sender: String

  public init(url: String, user: String? = nil, password: String? = nil, sender: String) {
    self.url = url
    self.user = user
    self.password = password
    self.sender = sender
  }

  /// That of the variables `MAIL_SERVER`, `MAIL_USER`, `MAIL_PASSWORD` and `MAIL_SENDER`. Default: this machine.
  public static let configured: MailServer = {
    let variables = ProcessInfo.processInfo.environment
    return MailServer(
      url: variables["MAIL_SERVER"] ?? "smtp://127.0.0.1", user: variables["MAIL_USER"],
      password: variables["MAIL_PASSWORD"], sender: variables["MAIL_SENDER"] ?? "app@localhost")
  }()

  /// Hands a mail over. Blocks up to half a minute.
  ///
  /// - Throws: `MailError.notSent`.
  public func send(_ mail: Mail) throws {
    let code = send_mail(
      url, user, password, "<\(sender)>", "<\(mail.address)>", mail.message(from: sender))
    guard code == CURLE_OK else { throw MailError.notSent(String(cString: curl_easy_strerror(code))) }
  }
}

/// Why a mail is not sent, for the log.
public enum MailError: Error, Equatable, CustomStringConvertible {
  case badAddress
  case notSent(String)

  public var description: String {
    switch self {
    case .badAddress: "An address for a mail is malformed."
    case .notSent(let reason): "A mail was not sent, and will be tried again: \(reason)"
    }
  }
}

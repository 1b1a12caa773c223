internal import Basics
internal import CCurl
internal import Foundation

/// A message in plain text to one address.
public struct Mail: Sendable {
  /// In the header field `Message-ID`, so that a mail that was sent twice is known as one.
  public let id: String
  public let address: String
  public let subject: String
  public let text: String

  /// - Parameter id: 1 to 200 ASCII characters without spaces, such as a UUID.
  /// - Throws: `MailError.badAddress` if the address could be something else for the server of mails, such as a command, and
  ///   `MailError.badID`.
  public init(id: String, to address: String, subject: String, text: String) throws {
    // The rule of <input type=email> (HTML, section 4.10.5.1.5).
    let pattern = /[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*/
    guard address.utf8.count <= 254, address.wholeMatch(of: pattern) != nil else { throw MailError.badAddress }
    // In front of the @ of a Message-ID (RFC 5322, section 3.6.4).
    let word = /[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+/
    guard id.utf8.count <= 200, id.wholeMatch(of: word) != nil else { throw MailError.badID }
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
  /// A server that runs with `--dev` shows the mail to its developer instead, whatever the variables say.
  ///
  /// - Throws: `MailError.notSent` and `.noServer`.
  public func send(_ mail: Mail) throws {
    if SentMails.isTaken(to: mail.address, subject: mail.subject, text: mail.text) { return }
    let code = send_mail(
      url, user, password, "<\(sender)>", "<\(mail.address)>", mail.message(from: sender))
    let reason = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_OK: return
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT: throw MailError.noServer(reason)
    default: throw MailError.notSent(reason)
    }
  }
}

/// Why a mail is not sent, for the log.
public enum MailError: Error, Equatable, CustomStringConvertible {
  case badAddress
  case badID
  case notSent(String)
  /// The server does not answer.
  case noServer(String)
  /// By an `Outbox`: for each mail its id, and what happens now.
  case undelivered([String])

  public var description: String {
    switch self {
    case .badAddress: "An address for a mail is malformed."
    case .badID: "The id of a mail has characters that a header field does not allow, or more than 200."
    case .notSent(let reason): "The server of mails did not take the mail. \(reason)"
    case .noServer(let reason): "The server of mails does not answer. \(reason)"
    case .undelivered(let mails): "Mails were not sent. \(mails.joined(separator: " "))"
    }
  }
}

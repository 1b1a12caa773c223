import COrders
import Foundation

/// A message in plain text to one address.
struct Mail {
  let id: String
  let address: String
  let subject: String
  let text: String

  /// - Throws: `MailError.badAddress` if the address could be something else for the server of mails, such as a command.
  init(id: String, to address: String, subject: String, text: String) throws {
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
struct MailServer: Sendable {
  /// Such as `smtp://mail.example.com:587`, with STARTTLS if there is a user, or `smtps://mail.example.com`.
  var url: String
  var user: String?
  var password: String?
  var sender: String

  static let configured: MailServer = {
    let variables = ProcessInfo.processInfo.environment
    return MailServer(
      url: variables["MAIL_SERVER"] ?? "smtp://127.0.0.1", user: variables["MAIL_USER"],
      password: variables["MAIL_PASSWORD"], sender: variables["MAIL_SENDER"] ?? "orders@localhost")
  }()

  /// Hands a mail over. Blocks up to half a minute.
  func send(_ mail: Mail) throws {
    let code = send_mail(
      url, user, password, "<\(sender)>", "<\(mail.address)>", mail.message(from: sender))
    guard code == CURLE_OK else { throw MailError.notSent(String(cString: curl_easy_strerror(code))) }
  }
}

enum MailError: Error, Equatable, CustomStringConvertible {
  case badAddress
  case notSent(String)

  var description: String {
    switch self {
    case .badAddress: "An address for a mail is malformed."
    case .notSent(let reason): "A mail was not sent, and will be tried again: \(reason)"
    }
  }
}

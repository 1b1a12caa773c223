internal import Foundation
internal import Tempura

struct MailsContent: Codable, Equatable, Sendable {
  var rows: [MailRow] = []
  var selected: PanelMail?

  init() {}

  init(_ question: Question) {
    let mails = question.source.mails()
    // The newest one is the first, so that the others keep their numbers when one comes.
    rows = mails.enumerated().map { index, mail in
      MailRow(
        id: mails.count - index, time: Self.time(mail.time), address: mail.address, subject: mail.subject,
        isSelected: mails.count - index == question.choices.mail)
    }
    if let number = question.choices.mail, 1...max(mails.count, 1) ~= number, !mails.isEmpty {
      selected = mails[mails.count - number]
    }
  }

  private static func time(_ seconds: Double) -> String {
    Date(timeIntervalSince1970: seconds).formatted(.iso8601.time(includingFractionalSeconds: false))
  }
}

struct MailRow: ViewModel, Codable, Equatable, Sendable, Identifiable {
  var id: Int
  var time: String
  var address: String
  var subject: String
  var isSelected: Bool
}

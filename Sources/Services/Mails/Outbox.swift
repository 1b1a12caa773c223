public import Databases

/// The mails that are still to be sent, as rows of the table `mails`. They are stored together with what they are about.
public enum Outbox {
  /// With pauses of 5 minutes × the square of the tries so far, these take four days (RFC 5321, section 4.5.4.1).
  static let maxTries = 16

  /// Creates the table if it is missing. Call it in `ServerLifecycle.serverWillStart()`.
  public static func createTable(in database: DatabasePool) throws {
    try database.use {
      try $0.createTables(
        "CREATE TABLE IF NOT EXISTS mails (id TEXT PRIMARY KEY, address TEXT NOT NULL, subject TEXT NOT NULL, "
          + "text TEXT NOT NULL, due BIGINT NOT NULL, tries BIGINT NOT NULL)")
    }
  }

  /// Adds a mail, in the transaction that is open.
  public static func add(_ mail: Mail, by connection: any DatabaseConnection) throws {
    try connection.rows(
      "INSERT INTO mails (id, address, subject, text, due, tries) VALUES ($1, $2, $3, $4, $5, 0)",
      mail.id, mail.address, mail.subject, mail.text, seconds())
  }

  /// Sends what is due: call it in a `ServerJob`. Of all servers that do so, one gets a mail. If it fails or ends, the mail is due
  /// again after five minutes, then after longer pauses. After 16 tries, in four days, it is removed.
  ///
  /// - Throws: `MailError.undelivered`, after the other mails were sent. If the server does not answer, they wait for the next run.
  public static func send(from database: DatabasePool, by server: MailServer) throws {
    var problems: [String] = []
    while let row = try database.use({ try take(by: $0) }), let id = row[0] {
      do {
        try server.send(Mail(id: id, to: row[1] ?? "", subject: row[2] ?? "", text: row[3] ?? ""))
      } catch {
        let isLast = row[4].flatMap { Int($0) } ?? 0 >= maxTries
        problems.append("\(id) \(isLast ? "is removed after \(maxTries) tries" : "will be tried again"): \(error)")
        if !isLast {
          if case MailError.noServer = error { break }  // the others would wait for it as long
          continue
        }
      }
      try database.use { _ = try $0.rows("DELETE FROM mails WHERE id = $1", id) }
    }
    if !problems.isEmpty { throw MailError.undelivered(problems) }
  }

  static func take(by connection: any DatabaseConnection) throws -> [String?]? {
    try connection.rows(
      """
      UPDATE mails SET tries = tries + 1, due = $1 + 300 * (tries + 1) * (tries + 1)
      WHERE id = (SELECT id FROM mails WHERE due <= $1 ORDER BY due LIMIT 1) AND due <= $1
      RETURNING id, address, subject, text, tries
      """, seconds()
    ).first
  }
}

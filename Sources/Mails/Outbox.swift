public import Databases

/// The mails that are still to be sent, as rows of the table `mails`. They are stored together with what they are about.
public enum Outbox {
  /// Creates the table if it is missing. Call it in `ServerLifecycle.serverWillStart()`.
  public static func createTable(in database: DatabasePool) throws {
    try database.use {
      try $0.createTables(
        "CREATE TABLE IF NOT EXISTS mails "
          + "(id TEXT PRIMARY KEY, address TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, due BIGINT NOT NULL)"
      )
    }
  }

  /// Adds a mail, in the transaction that is open.
  public static func add(_ mail: Mail, by connection: any DatabaseConnection) throws {
    try connection.rows(
      "INSERT INTO mails (id, address, subject, text, due) VALUES ($1, $2, $3, $4, $5)",
      mail.id, mail.address, mail.subject, mail.text, seconds())
  }

  /// Sends what is due: call it in a `ServerJob`. Of all servers that do so, one gets a mail. If it fails or ends, the mail is due again after five minutes.
  public static func send(from database: DatabasePool, by server: MailServer) throws {
    while let row = try database.use({ try take(by: $0) }), let id = row[0], let address = row[1] {
      try server.send(Mail(id: id, to: address, subject: row[2] ?? "", text: row[3] ?? ""))
      try database.use { _ = try $0.rows("DELETE FROM mails WHERE id = $1", id) }
    }
  }

  static func take(by connection: any DatabaseConnection) throws -> [String?]? {
    try connection.rows(
      """
      UPDATE mails SET due = $2
      WHERE id = (SELECT id FROM mails WHERE due <= $1 ORDER BY due LIMIT 1) AND due <= $1
      RETURNING id, address, subject, text
      """, seconds(), seconds(after: 300)
    ).first
  }
}

public import Databases
internal import Foundation
internal import TempuraUI

/// The users who may sign in, as rows of the tables `users`, `tries` and `browsers` of a database.
///
/// All functions ask the database, so call them in a side effect. They throw `AccountError`s, whose description is a sentence for the
/// user, and `DatabaseError`s.
public struct AccountStore: Sendable {
  /// That in the database of this process.
  public static let shared = AccountStore(.shared)

  /// A longer name signs nobody in.
  public static let maxNameCount = 100
  /// NIST SP 800-63B, section 5.1.1.2.
  public static let minPasswordCount = 8
  /// Tries for a name in 15 minutes.
  static let maxTries = 10

  private let database: DatabasePool

  public init(_ database: DatabasePool) { self.database = database }

  /// Creates the tables that are missing. Call it in `ServerLifecycle.serverWillStart()`, when the database is open.
  public func createTables() throws {
    try database.use {
      try $0.createTables(
        "CREATE TABLE IF NOT EXISTS users "
          + "(id TEXT PRIMARY KEY, name TEXT UNIQUE, hash TEXT, issuer TEXT, subject TEXT, UNIQUE (issuer, subject))",
        "CREATE TABLE IF NOT EXISTS tries (name TEXT PRIMARY KEY, count BIGINT NOT NULL, since BIGINT NOT NULL)",
        "CREATE TABLE IF NOT EXISTS browsers (token TEXT PRIMARY KEY, owner TEXT NOT NULL, since BIGINT NOT NULL)")
    }
  }

  // MARK: - Sign in

  /// Checks a name and a password, and gives the session a new id.
  ///
  /// Takes some tens of milliseconds and 16 MB, also for names that no user has. There are no more checks at a time than cores.
  ///
  /// - Parameter browser: The ``SignedIn/browser`` of an earlier sign-in in this browser; nil if no user has signed in with it.
  /// - Throws: `AccountError.wrongPassword`, also after ten tries for the name in 15 minutes. A browser that the user has signed in
  ///   with has ten tries of its own.
  public func signIn(_ name: String, password: String, browser: String? = nil) throws -> SignedIn {
    let name = (try? AccountName.prepared(name)) ?? ""  // which no user has
    let (counted, tries, found) = try database.use { connection -> (String, Int, [String?]?) in
      let user = try connection.rows("SELECT id, hash FROM users WHERE name = $1", name).first
      let known = try connection.rows(
        "SELECT token FROM browsers WHERE token = $1 AND owner = $2", browser ?? "", user?[0] ?? "")
      let counted = known.isEmpty ? name : " \(browser ?? "")"  // no name has a space
      return (counted, try countTry(of: counted, by: connection), user)
    }
    // In any case, and without a connection, because it takes so long.
    let isRight = Password.isRight(password, for: found?[1])
    guard isRight, tries <= Self.maxTries, let id = found?[0], let hash = found?[1] else {
      throw AccountError.wrongPassword
    }
    let user = try database.use { connection in
      try connection.rows("DELETE FROM tries WHERE name = $1", counted)
      return try signedIn(id, hash, by: connection)
    }
    UIApplication.shared.renewSession()
    return user
  }

  /// Signs in a user whom a provider knows, and gives the session a new id. A user who comes for the first time is added.
  ///
  /// - Parameters:
  ///   - issuer: The provider. Never join accounts of two of them by e-mail addresses.
  ///   - subject: The user's id there.
  /// - Returns: The user's id here, for the state.
  public func signIn(issuer: String, subject: String) throws -> String {
    let rows = try database.use {
      try $0.rows(
        "INSERT INTO users (id, issuer, subject) VALUES ($1, $2, $3) ON CONFLICT (issuer, subject) DO NOTHING",
        UUID().uuidString, issuer, subject)
      return try $0.rows("SELECT id FROM users WHERE issuer = $1 AND subject = $2", issuer, subject)
    }
    guard let id = rows.first?[0] else { throw AccountError.wrongPassword }  // removed meanwhile
    UIApplication.shared.renewSession()
    return id
  }

  /// - Throws: `AccountError.wrongPassword` if the user has another password by now.
  func signedIn(_ id: String, _ hash: String, by connection: any DatabaseConnection) throws -> SignedIn {
    let browser = UUID().uuidString
    let rows = try connection.rows(
      "INSERT INTO browsers (token, owner, since) SELECT $1, id, $2 FROM users WHERE id = $3 AND hash = $4 RETURNING token",
      browser, seconds(), id, hash)
    guard !rows.isEmpty else { throw AccountError.wrongPassword }
    return SignedIn(user: id, securityStamp: Self.securityStamp(of: hash), browser: browser)
  }

  // MARK: - Users

  /// Adds a user.
  ///
  /// - Parameters:
  ///   - name: Upper and lower case, and widths of letters are the same (RFC 8265).
  ///   - password: As the user types it. Only a hash is stored (yescrypt).
  /// - Returns: The id of the user.
  /// - Throws: `AccountError.nameTaken`, `.badName` and `.badPassword`, and `POSIXError` if no hash can be made.
  @discardableResult
  public func add(_ name: String, password: String) throws -> String {
    let name = try AccountName.prepared(name)
    let hash = try checkedHash(password)
    let rows = try database.use {
      try $0.rows(
        "INSERT INTO users (id, name, hash) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING id",
        UUID().uuidString, name, hash)
    }
    guard let id = rows.first?[0] else { throw AccountError.nameTaken }
    return id
  }

  /// The name of a user; nil if there is no such user, or if a provider knows the user.
  public func name(of id: String) throws -> String? {
    try database.use { try $0.rows("SELECT name FROM users WHERE id = $1", id) }.first?[0]
  }

  /// A text that differs after each change of the password; nil if there is no such user. Sessions keep it with the user's id, and
  /// end when it differs. It is the salt of the hash, and no secret.
  public func securityStamp(of id: String) throws -> String? {
    let user = try database.use { try $0.rows("SELECT hash FROM users WHERE id = $1", id) }.first
    return user.map { Self.securityStamp(of: $0[0] ?? "") }
  }

  private static func securityStamp(of hash: String) -> String {
    hash.split(separator: "$").dropLast().last.map(String.init) ?? ""
  }

  /// Changes a password, and so the user's `securityStamp(of:)`. The browsers of the user are forgotten.
  ///
  /// - Returns: For the session that has changed it.
  @discardableResult
  public func setPassword(_ password: String, of id: String) throws -> SignedIn {
    let hash = try checkedHash(password)
    return try database.use { connection in
      try connection.transaction {
        try connection.rows("UPDATE users SET hash = $2 WHERE id = $1", id, hash)
        try connection.rows("DELETE FROM browsers WHERE owner = $1", id)
        return try signedIn(id, hash, by: connection)
      }
    }
  }

  /// Removes a user, who then has no `securityStamp(of:)`.
  public func remove(_ id: String) throws {
    try database.use { connection in
      try connection.transaction {
        try connection.rows("DELETE FROM users WHERE id = $1", id)
        try connection.rows("DELETE FROM browsers WHERE owner = $1", id)
      }
    }
  }

  private func checkedHash(_ password: String) throws -> String {
    guard password.count >= Self.minPasswordCount else { throw AccountError.badPassword }
    return try Password.hash(password)
  }

  // MARK: - Tries

  /// Removes what was counted more than 15 minutes ago, and browsers after a year. A `ServerJob` calls it now and then.
  public func removeOldTries() throws {
    try database.use {
      try $0.rows("DELETE FROM tries WHERE since < $1", seconds(after: -900))
      try $0.rows("DELETE FROM browsers WHERE since < $1", seconds(after: -365 * 86400))
    }
  }

  /// Counts also the tries of names that no user has: otherwise the answer would tell which names there are.
  ///
  /// - Returns: The number in the last 15 minutes, with this one.
  func countTry(of name: String, by connection: any DatabaseConnection) throws -> Int {
    let rows = try connection.rows(
      """
      INSERT INTO tries (name, count, since) VALUES ($1, 1, $2) ON CONFLICT (name) DO UPDATE SET
      count = CASE WHEN tries.since < $3 THEN 1 ELSE tries.count + 1 END,
      since = CASE WHEN tries.since < $3 THEN $2 ELSE tries.since END
      RETURNING count
      """, name, seconds(), seconds(after: -900))
    return rows.first?[0].flatMap { Int($0) } ?? .max
  }
}

/// Who has signed in with a password, for the state of the session.
public struct SignedIn: Sendable {
  /// The user's id.
  public let user: String
  /// `AccountStore.securityStamp(of:)` of the password that was right.
  public let securityStamp: String
  /// A secret that has to survive the sign-out: with it, strangers who try passwords cannot keep the user out of this browser.
  public let browser: String
}

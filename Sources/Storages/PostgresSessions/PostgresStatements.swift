internal import Basics
internal import PostgresConnections
internal import Sessions

/// The statements of a storage, for its table.
///
/// PostgreSQL runs them in the isolation level READ COMMITTED: each statement sees what was committed before it began. If
/// a row was changed since, an UPDATE or a DELETE waits for that change, and looks at its conditions again (PostgreSQL,
/// section 13.2.1).
///
/// A row has two times. Its `expiry` changes with nearly each save. `due` is not later, and has an index: when it has
/// come, the row is removed or gets another `due`. So a save changes no indexed column, and PostgreSQL writes no index
/// (PostgreSQL, section 73.7, heap-only tuples).
///
/// The column `save` consists of words of 8 bytes: the name of the server that has saved, a count of its saves, and the names of the
/// servers that have loaded this version. The first two are the number of the save. All servers that are named are readers.
/// A save notifies the readers, each on a channel of its own. Then the server that has saved is the only one. So a server hears of the
/// sessions that it has, and PostgreSQL has nothing to notify if a session is always used at one server.
struct PostgresStatements: Sendable {
  /// The version, NULL or the content, created, expiry, used, and whether this server is a reader. Parameters: key, the
  /// caller's version, now.
  let load: PostgresStatement
  /// Adds this server to the readers, and returns a row as `load` does; none if it is one already, or if there is no session.
  let addReader: PostgresStatement
  /// A row if it was saved. Parameters: key, version to replace, now, then version, content, created, expiry, used,
  /// whether it is quarantined, number of the save.
  let replace: PostgresStatement
  /// A row if it was saved. Parameters: key, now, then the values.
  let insert: PostgresStatement
  /// A row if this save was done before. Parameters: key, version, number of the save.
  let wasSaved: PostgresStatement
  /// Ends the transaction with ``notSaved`` unless this save has written the row. Parameters: key, version, number of the
  /// save.
  let requireSaved: PostgresStatement
  /// Parameters: key, expiry, now.
  let touch: PostgresStatement
  /// A row if it was removed. Parameters: key, version (-1 for any).
  let remove: PostgresStatement
  /// The numbers of removed rows, and of rows that were due. Parameters: now, the greatest number of rows.
  let removeExpired: PostgresStatement
  /// The key and all values. Parameters: the key after which the list begins, the greatest number of rows.
  let list: PostgresStatement
  /// Parameters: channel, message.
  let notify: PostgresStatement

  /// The bytes of the number of a save, and of the name of a server.
  private static let (numberBytes, nodeBytes) = (16, 8)

  /// The most readers of a session. If one more server loads it, the others get a report as for a change, and are no readers any
  /// more. Servers that have ended stay readers until the next save.
  private static let maxReaders = 1_000

  /// The start of a transaction that waits at most 200 ms for another one, and not for the disk or a standby. A crash of PostgreSQL
  /// may lose such a change, but also ends all connections: then servers load sessions again.
  static let doesNotWait = PostgresStep(
    "SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '200ms', true)")

  /// The SQLSTATE of a division by zero (PostgreSQL, appendix A).
  static let notSaved = "22012"

  var all: [PostgresStatement] {
    [
      load, addReader, replace, insert, wasSaved, requireSaved, touch, remove, removeExpired, list, notify,
    ]
  }

  /// - Parameters:
  ///   - names: The names of the table and of the channel.
  ///   - node: The name of this server among those that use the table.
  init(_ names: PostgresNames, node: String) {
    let table = names.table
    /// Notifies the readers of a row when the transaction is committed. If another transaction has changed the row meanwhile,
    /// PostgreSQL calculates it twice, and those who were readers before may be told once more.
    ///
    /// - Returns: An expression without bytes.
    func told() -> String {
      let reader = "encode(substring(save FROM i FOR \(Self.nodeBytes)), 'hex')"
      let notification = "pg_notify('\(names.channel(of: ""))' || \(reader), '\(node) ' || encode(key, 'hex'))"
      let notified = """
        SELECT string_agg(\(notification)::text, '')
         FROM generate_series(1, octet_length(save), \(Self.nodeBytes)) AS i
         WHERE i <> \(Self.nodeBytes + 1) AND \(reader) <> '\(node)'
        """
      return "decode(coalesce((\(notified)), ''), 'hex')"
    }
    let reader = "decode('\(node)', 'hex')"
    let number = "substring(save FOR \(Self.numberBytes))"
    let values: [PostgresKind] = [.integer, .bytes, .integer, .integer, .flag, .flag, .bytes]
    let columns = "version, content, created, expiry, used, aside, save"
    let loaded = "version, CASE WHEN version = $2 AND $2 <> 0 THEN NULL ELSE content END, created, expiry, used"
    let isReader = "position(\(reader) IN save) > 0"
    let isLive = "NOT aside AND expiry >"

    load = PostgresStatement(
      "load", [.bytes, .integer, .integer],
      """
      SELECT \(loaded), \(isReader) FROM \(table) WHERE key = $1 AND \(isLive) $3
      """)
    addReader = PostgresStatement(
      "add_reader", [.bytes, .integer, .integer],
      """
      UPDATE \(table) SET save = CASE WHEN octet_length(save) < \(Self.maxReaders * Self.nodeBytes + Self.nodeBytes) THEN save
        ELSE \(number) || \(told()) END || \(reader)
      WHERE key = $1 AND \(isLive) $3 AND NOT \(isReader)
      RETURNING \(loaded), true
      """)
    replace = PostgresStatement(
      "replace", [.bytes, .integer, .integer] + values,
      """
      UPDATE \(table) SET (\(columns)) = ($4, $5, $6, $7, $8, $9, $10 || \(told())), due = least(due, $7)
      WHERE key = $1 AND version = $2 AND \(isLive) $3
      RETURNING 1
      """)
    // A session that is expired, was quarantined, or has a version that no server stores makes room for a new one of its key.
    let replaced = """
      ON CONFLICT (key) DO UPDATE SET (\(columns), due)
        = (excluded.version, excluded.content, excluded.created, excluded.expiry, excluded.used,
           excluded.aside, excluded.save, excluded.due)
      WHERE s.aside OR s.expiry <= $2
        OR s.version NOT BETWEEN \(SessionRecord.versions.lowerBound) AND \(SessionRecord.versions.upperBound - 1)
      """
    insert = PostgresStatement(
      "insert", [.bytes, .integer] + values,
      """
      INSERT INTO \(table) AS s (key, \(columns), due) VALUES ($1, $3, $4, $5, $6, $7, $8, $9, $6)
      \(replaced) RETURNING 1
      """)
    let isSaved = "key = $1 AND version = $2 AND \(number) = $3"
    wasSaved = PostgresStatement(
      "was_saved", [.bytes, .integer, .bytes], "SELECT 1 FROM \(table) WHERE \(isSaved)")
    // Only an error can end a transaction whose next statements were sent already.
    requireSaved = PostgresStatement(
      "require_saved", [.bytes, .integer, .bytes],
      "SELECT 1 / count(*) FROM \(table) WHERE \(isSaved)")
    touch = PostgresStatement(
      "touch", [.bytes, .integer, .integer],
      "UPDATE \(table) SET expiry = $2, due = least(due, $2) WHERE key = $1 AND \(isLive) $3")
    remove = PostgresStatement(
      "remove", [.bytes, .integer],
      "DELETE FROM \(table) WHERE key = $1 AND ($2 = -1 OR version = $2) RETURNING \(told())")
    // A server whose clock is fast must not remove the sessions of all.
    let now = "least($1, extract(epoch FROM clock_timestamp())::int8)"
    removeExpired = PostgresStatement(
      "remove_expired", [.integer, .integer],
      """
      WITH due AS MATERIALIZED (
        SELECT key FROM \(table) WHERE due <= \(now) ORDER BY due LIMIT $2 FOR UPDATE SKIP LOCKED
      ), removed AS (
        DELETE FROM \(table) AS s USING due WHERE s.key = due.key AND s.expiry <= \(now) RETURNING 1
      ), postponed AS (
        UPDATE \(table) AS s SET due = s.expiry FROM due WHERE s.key = due.key AND s.expiry > \(now) RETURNING 1
      )
      SELECT (SELECT count(*) FROM removed), (SELECT count(*) FROM due) + 0 * (SELECT count(*) FROM postponed)
      """)
    list = PostgresStatement(
      "list", [.bytes, .integer],
      """
      SELECT key, version, content, created, expiry, used, aside FROM \(table)
      WHERE key > $1 AND octet_length(key) = 16 ORDER BY key LIMIT $2
      """)
    notify = PostgresStatement("notify", [.text, .text], "SELECT pg_notify($1, $2)")
  }
}

/// The names in the database, which begin with the prefix in the URL.
struct PostgresNames: Sendable {
  private let prefix: String
  let table: String
  /// The channel for all servers.
  let channel: String
  /// A number for advisory locks. If other programs have the same one, they wait for each other.
  let lock: Int64

  init(prefix: String) {
    self.prefix = prefix
    table = "\(prefix)_sessions"
    channel = "\(prefix)_changed"
    var hash = StableHash()
    hash.combine(table)
    lock = Int64(bitPattern: hash.value)
  }

  /// The channel of one server, for the changes of what it has.
  func channel(of node: String) -> String { "\(prefix)_\(node)" }
}

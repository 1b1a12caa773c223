/// What a client may ask of the server. Sizes are bytes.
package struct HTTPLimits: Sendable {
  /// The request line and all header fields; more is 431.
  package var headerBytes = 16 * 1024
  /// The target in the request line; more is 414.
  package var targetBytes = 8 * 1024
  /// A body; of one with files, all that is not a file. More is 413.
  package var bodyBytes = 1024 * 1024
  /// All files of a body together. Of a file that does not fit any more nothing is kept.
  package var uploadBytes = 16 * 1024 * 1024
  /// What is read of the files beyond that, and dropped, so that whoever sent them can be told by a page; more is 413.
  package var uploadExcessBytes = 0
  /// Fields of a form; more is 413.
  package var fieldCount = 1000
  /// The name of a form's field; more is 413.
  package var fieldNameBytes = 1024
  /// One value of a form; more is 413.
  package var fieldBytes = 256 * 1024
  /// Connections at a time; others wait until one closes.
  package var connections = 10_000
  /// Connections of one address at a time. No limit where nil: behind a proxy all have one address.
  package var connectionsPerAddress: Int?
  /// Silence after which a connection is closed, in whole seconds.
  package var idleTimeout: Duration = .seconds(30)
  /// The time from a request's first line until all of it must have come; later is 408. A form with files has a second
  /// more for each 32 KiB that it says it has.
  package var requestTimeout: Duration = .seconds(30)
  /// The time that a handler has for its answer; later is 503.
  package var responseDeadline: Duration = .seconds(60)
  /// Memory of a connection, for the heads of its request and response: twice `headerBytes` or more.
  package var connectionMemory = 32 * 1024

  package init() {}
}

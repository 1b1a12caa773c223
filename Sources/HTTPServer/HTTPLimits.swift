/// What a client may ask of the server. Sizes are bytes.
package struct HTTPLimits: Sendable {
  /// The request line and all header fields; more is 431.
  package var headerBytes = 9728
  /// The target in the request line; more is 414. At least 8,000 are recommended (RFC 9110, section 4.1).
  package var targetBytes = 8 * 1024
  /// A body; of one with files, all that is not a file. More is 413.
  package var bodyBytes = 1024 * 1024
  /// All files of a body together. Of a file that does not fit any more nothing is kept. 0 for a server that takes no
  /// files; one is 413.
  package var uploadBytes = 16 * 1024 * 1024
  /// Bytes of files beyond that, which are read and dropped so that a page can name the limit; more is 413.
  package var uploadExcessBytes = 0
  /// Files of a form, those without a byte aside; more is 413.
  package var formFiles = 20
  /// Files at a time, of all requests; more is 503. A quarter of the descriptors that the process may have at most. One
  /// address may have a quarter of them.
  package var uploadedFiles = 1000
  /// Fields of a form; more is 413.
  package var fieldCount = 1000
  /// The name of a form's field; more is 413.
  package var fieldNameBytes = 1024
  /// One value of a form; more is 413.
  package var fieldBytes = 256 * 1024
  /// Connections at a time; others wait until one closes.
  package var connections = 10_000
  /// Connections of one network address at a time; one more is closed. Where forwarded headers are trusted all connections
  /// are a proxy's, and requests at a time are counted instead, by the address that it names; one more is 429.
  package var connectionsPerAddress = 1000
  /// Whether limits per address are for this machine's own addresses, too.
  package var countsThisMachine = false
  /// Memory of answers that clients have not read yet; one more is 503. One address may have an eighth of it.
  package var answerBytes = 256 * 1024 * 1024
  /// Memory of forms that are coming or being answered, without their files; one more is 503. One address may have an eighth
  /// of it. The first 16 KiB of a form are not counted.
  package var formBytes = 256 * 1024 * 1024
  /// Silence after which a connection is closed, in whole seconds.
  package var idleTimeout: Duration = .seconds(30)
  /// The time from a request's first line until all of it must have come; later is 408. A form with files has a second
  /// more for each 32 KiB that came.
  package var requestTimeout: Duration = .seconds(30)
  /// The time that a handler has for its answer; later is 503.
  package var responseDeadline: Duration = .seconds(60)
  /// Memory of a connection, for the heads of its request and response: twice `headerBytes` or more. libmicrohttpd clears
  /// all of it for each request, so that an idle connection takes as much.
  package var connectionMemory = 19 * 1024

  package init() {}
}

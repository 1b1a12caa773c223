/// Limits of requests and connections. Sizes are in bytes.
package struct HTTPLimits: Sendable {
  /// The size of the request line and all header fields; a larger head is 431.
  package var headerBytes = 9728
  /// The size of the target in the request line; a longer one is 414. At least 8,000 are recommended (RFC 9110, section 4.1).
  package var targetBytes = 8 * 1024
  /// The size of a body without its files; a larger one is 413.
  package var bodyBytes = 1024 * 1024
  /// The size of all files of a body together. Nothing is kept of a file that exceeds it. 0 for a server that takes no files;
  /// one is 413.
  package var uploadBytes = 16 * 1024 * 1024
  /// The bytes of files beyond that, which are read and dropped so that a page can name the limit; more is 413.
  package var uploadExcessBytes = 0
  /// The number of files of a form that are not empty; more is 413.
  package var formFiles = 20
  /// The number of files of all requests at a time; more is 503. At most a quarter of the descriptors that the process may
  /// have. One address may have a quarter of the files.
  package var uploadedFiles = 1000
  /// The number of fields of a form; more is 413. Also their number counts for `formBytes`.
  package var fieldCount = 1000
  /// The size of a field's name in a form; more is 413.
  package var fieldNameBytes = 1024
  /// The size of a field's value in a form; more is 413.
  package var fieldBytes = 256 * 1024
  /// The number of connections at a time; others wait until one closes.
  package var connections = 10_000
  /// The number of connections of one network address at a time; one more is closed. If forwarded headers are trusted, all
  /// connections are those of a proxy. Then requests are counted instead, by the address that it names; one more is 429.
  package var connectionsPerAddress = 1000
  /// The number of requests of one network address; one more is 429. A school behind one address is 1,000 people, of whom each
  /// loads a first page with eight files within some seconds.
  package var requestsPerAddress = AddressRateLimit(500, per: 1, burst: 5000)
  /// The number of event streams at a time; one more is 503. They do not count as connections. If the system allows too few
  /// descriptors for both, streams have at least a quarter.
  package var streams = 20_000
  /// The number of event streams of one network address at a time; one more is 503.
  package var streamsPerAddress = 1000
  /// The time after which an event stream sends an event `pulse`, so that both sides notice ends of connections, and proxies keep
  /// them.
  package var streamHeartbeat: Duration = .seconds(15)
  /// Whether limits per address apply to this machine's own addresses, too.
  package var countsThisMachine = false
  /// The memory of answers that clients have not read yet; one more is 503. One address may have an eighth of it.
  package var answerBytes = 256 * 1024 * 1024
  /// The memory of forms that are arriving or being answered, without their files; one more is 503. One address may have an
  /// eighth of it. The first 16 KiB of a form are not counted.
  package var formBytes = 256 * 1024 * 1024
  /// The silence after which a connection is closed, in whole seconds.
  package var idleTimeout: Duration = .seconds(30)
  /// The time from a request's first line until all of it must have arrived; later is 408. A form with files has a second
  /// more for each 32 KiB that have arrived.
  package var requestTimeout: Duration = .seconds(30)
  /// The time that requests may wait before the server comes to them, if all have to wait so long for
  /// `overloadGracePeriod`; one that has waited longer is 503.
  package var longestWait: Duration = .milliseconds(500)
  package var overloadGracePeriod: Duration = .seconds(1)
  /// The time that a handler has for its answer; later is 503.
  package var responseDeadline: Duration = .seconds(60)
  /// The memory of a connection, for the heads of its request and response: twice `headerBytes` or more. libmicrohttpd clears
  /// all of it for each request, and so an idle connection takes as much.
  package var connectionMemory = 19 * 1024

  package init() {}

  /// The limit that a refused request exceeds, in bytes or a number; nil if clients need not know one.
  package func limit(of problem: RequestError) -> Int? {
    switch problem {
    case .bodyTooLarge: bodyBytes
    case .uploadTooLarge: uploadBytes
    case .fieldTooLarge: fieldBytes
    case .tooManyFiles: formFiles
    case .tooManyFields: fieldCount
    default: nil
    }
  }
}

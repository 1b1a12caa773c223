/// The last changes of a page, which bring clients with older versions up to date. It is cheap to copy.
///
/// A step is the operations that lead from one version to the next: `docs/reference/live-protocol.md`.
package struct PatchLog: Sendable {
  /// The version of the page.
  package private(set) var version: PageVersion

  /// The operations of the last steps, the last of which leads to `version`.
  private var steps: [[UInt8]] = []
  private var size = 0

  /// A log without steps, at the first version of a new generation.
  package init() { version = PageVersion() }

  /// The bytes that a log holds at most. Beyond them, a client gets the whole page.
  package static let maximumSize = 16 * 1024

  /// Adds a step, and drops the oldest ones if they exceed a limit.
  ///
  /// - Parameters:
  ///   - operations: The operations in JSON, joined by commas.
  ///   - limit: The bytes that all steps may have, at most `maximumSize`: steps that are longer than the markup of the
  ///     page are of no use.
  package mutating func append(operations: [UInt8], limit: Int = maximumSize) {
    version = version.next
    steps.append(operations)
    size += operations.count
    let limit = min(limit, Self.maximumSize)
    var dropped = 0
    while size > limit {
      size -= steps[dropped].count
      dropped += 1
    }
    if dropped > 0 { steps.removeFirst(dropped) }
  }

  /// Adds a version whose changes are not known. Clients with older versions get the whole page.
  package mutating func appendUnknown() {
    version = version.next
    steps = []
    size = 0
  }

  /// The steps that lead from a version to `version`, as the elements of a JSON array: `[17,…],[18,…]`.
  ///
  /// - Returns: Empty for the present version; nil if the client needs the whole page, because its version is of another
  ///   generation, too old, or not yet reached.
  package func steps(since client: PageVersion) -> [UInt8]? {
    guard let steps = newSteps(since: client) else { return nil }
    var number = client.number
    var json = HTMLBuffer(capacity: size + 16)
    for operations in steps {
      number += 1
      if json.count > 0 { json.append(",") }
      json.append("[")
      json.append(number)
      if !operations.isEmpty { json.append(",") }
      operations.withUnsafeBytes { json.append(bytes: $0) }
      json.append("]")
    }
    return Array(json.bytes)
  }

  /// The bytes of the operations of these steps, without writing them; nil if the client needs the whole page.
  package func size(since client: PageVersion) -> Int? { newSteps(since: client)?.reduce(0) { $0 + $1.count } }

  private func newSteps(since client: PageVersion) -> ArraySlice<[UInt8]>? {
    guard client.generation == version.generation, client.number <= version.number,
      client.number >= version.number - steps.count
    else { return nil }
    return steps[(steps.count - (version.number - client.number))...]
  }
}

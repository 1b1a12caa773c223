/// Leads from a version of a page to a later one: `docs/reference/live-protocol.md`.
package struct Patch: Equatable, Sendable {
  /// Elements that replace those with the same ids, one after the other.
  package var markup: [UInt8]
  /// The CSS rules that are new.
  package var rules: [UInt8]
  /// Names and values of the page by turns, in JSON, joined by commas.
  package var values: [UInt8]
  package init(markup: [UInt8] = [], rules: [UInt8] = [], values: [UInt8] = []) {
    (self.markup, self.rules, self.values) = (markup, rules, values)
  }

  package var size: Int { markup.count + rules.count + values.count }

  fileprivate mutating func append(_ next: Patch) {
    markup += next.markup
    rules += next.rules
    if !values.isEmpty, !next.values.isEmpty { values.append(UInt8(ascii: ",")) }
    values += next.values
  }
}

/// The last changes of a page, which bring clients with older versions up to date. It is cheap to copy.
package struct PatchLog: Sendable {
  /// The version of the page.
  package private(set) var version: PageVersion

  /// The last steps, each from one version to the next. The last one leads to `version`.
  private var steps: [Patch] = []
  private var size = 0

  /// The animations that begin with the last versions, in JSON.
  private var motions: [(version: PageVersion, json: [UInt8])] = []
  private static let (maxMotions, maxMotionSize) = (16, 64 * 1024)

  /// A log without steps, at the first version of a new generation.
  package init() { version = PageVersion() }

  /// The bytes that a log holds at most. Beyond them, a client gets the whole page.
  package static let maximumSize = 16 * 1024

  /// Adds a step, and drops the oldest ones if they exceed a limit.
  ///
  /// - Parameter limit: The bytes that all steps may have, at most `maximumSize`: steps that are longer than the markup of
  ///   the page are of no use.
  package mutating func append(_ step: Patch, limit: Int = maximumSize) {
    version = version.next
    steps.append(step)
    size += step.size
    let limit = min(limit, Self.maximumSize)
    var dropped = 0
    while size > limit {
      size -= steps[dropped].size
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

  /// Notes that animations begin with the present version. Of many, the oldest are dropped.
  package mutating func append(motion json: [UInt8]) {
    guard !json.isEmpty else { return }
    motions = motions.suffix(Self.maxMotions - 1) + [(version, json)]
    while motions.reduce(0, { $0 + $1.json.count }) > Self.maxMotionSize { motions.removeFirst() }
  }

  /// The animations that begin with versions after one, in JSON and joined by commas. Without a version: those of the present one.
  package func motion(since client: PageVersion?) -> [UInt8] {
    if motions.isEmpty { return [] }
    let new = motions.filter { motion in
      client.map { $0.generation == version.generation && $0.number < motion.version.number }
        ?? (motion.version == version)
    }
    return Array(new.map(\.json).joined(separator: [UInt8(ascii: ",")]))
  }

  /// The patch that leads from a version to `version`.
  ///
  /// - Returns: nil if the client needs the whole page, because its version is of another generation, too old, or not yet
  ///   reached.
  package func patch(since client: PageVersion) -> Patch? {
    guard client.generation == version.generation, client.number <= version.number,
      client.number >= version.number - steps.count
    else { return nil }
    var patch = Patch()
    for step in steps[(steps.count - (version.number - client.number))...] { patch.append(step) }
    return patch
  }
}

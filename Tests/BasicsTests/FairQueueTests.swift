import Basics
import Testing

/// Whose element is next in a queue: the digit is the key.
@Suite struct FairQueueTests {
  @Test(arguments: [
    (["1a", "1b", "1c"], ["1a", "1b", "1c"]),
    (["1a", "1b", "1c", "2a"], ["1a", "2a", "1b", "1c"]),
    (["1a", "1b", "2a", "2b", "3a"], ["1a", "2a", "3a", "1b", "2b"]),
    ([], []),
  ]) func keysTakeTurns(added: [String], left: [String]) {
    #expect(Self.order(added) == left)
  }

  @Test(arguments: [
    (["1a", "1b", "2a", "3a"], "1", ["2a", "3a"]), (["1a", "1b", "2a"], "2", ["1a", "1b"]), (["1a"], "1", []),
  ]) func keysThatMayNotLeaveKeepTheirPlaces(added: [String], held: String, left: [String]) {
    #expect(Self.order(added, holding: held) == left)
  }

  private static func order(_ added: [String], holding held: String = "") -> [String] {
    var queue = FairQueue<String>()
    for element in added { queue.append(element, of: UInt64(element.prefix(1))!) }
    var left: [String] = []
    while let next = queue.popFirst(where: { "\($0)" != held }) { left.append(next) }
    return left
  }
}

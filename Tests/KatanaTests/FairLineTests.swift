import Testing

@testable import Katana

/// Who is next in a line: the digit is the client.
struct FairLineTests {
  @Test(arguments: [
    (["1a", "1b", "1c"], ["1a", "1b", "1c"]),
    (["1a", "1b", "1c", "2a"], ["1a", "2a", "1b", "1c"]),
    (["1a", "1b", "2a", "2b", "3a"], ["1a", "2a", "3a", "1b", "2b"]),
    ([], []),
  ]) func clientsTakeTurns(added: [String], left: [String]) {
    #expect(Self.order(added) == left)
  }

  @Test(arguments: [
    (["1a", "1b", "2a", "3a"], "1", ["2a", "3a"]), (["1a", "1b", "2a"], "2", ["1a", "1b"]), (["1a"], "1", []),
  ]) func clientsThatMayNotLeaveKeepTheirPlaces(added: [String], held: String, left: [String]) {
    #expect(Self.order(added, holding: held) == left)
  }

  private static func order(_ added: [String], holding held: String = "") -> [String] {
    var line = FairLine<String>()
    for element in added { line.append(element, of: UInt64(element.prefix(1))!) }
    var left: [String] = []
    while let next = line.popFirst(where: { "\($0)" != held }) { left.append(next) }
    return left
  }
}

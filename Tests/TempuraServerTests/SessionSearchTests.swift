import Sessions
import Testing

@testable import TempuraServer

/// Which session a request gets, row by row.
@Suite struct SessionSearchTests {
  private typealias Search = SessionSearch

  private let first = SessionID.random()
  private let renewed = SessionID.random()

  private struct Row {
    let name: String
    /// All are found in their order. The steps before the last one are `look`.
    let findings: [SessionSearch.Finding]
    let expected: SessionSearch.Action
  }

  private var rows: [Row] {
    [
      Row(name: "no id", findings: [.noMoreIDs], expected: .begin(isAfterLoss: false)),
      Row(name: "a session in memory", findings: [.id(first, isInMemory: true)], expected: .enter),
      Row(name: "any other id", findings: [.id(first, isInMemory: false)], expected: .load(first)),
      Row(name: "it is stored", findings: [.record], expected: .enter),
      Row(name: "nothing is stored", findings: [.nothing(isAfterEnd: false)], expected: .look),
      Row(
        name: "of several cookies none has a session",
        findings: [.nothing(isAfterEnd: false), .nothing(isAfterEnd: true), .noMoreIDs],
        expected: .begin(isAfterLoss: false)),
      Row(name: "it cannot be read", findings: [.unreadable], expected: .quarantine),
      Row(name: "it was quarantined", findings: [.quarantined], expected: .begin(isAfterLoss: true)),
      Row(name: "the storage does not answer", findings: [.noAnswer], expected: .refuse(.sessionUnavailable)),
      Row(name: "it was renewed, and the new id may be told", findings: [.renewed(to: renewed)], expected: .look),
      Row(
        name: "it was renewed for another request", findings: [.renewed(to: nil), .noMoreIDs],
        expected: .refuse(.sessionRenewed)),
      Row(
        name: "it was renewed for another request, and another cookie has a session",
        findings: [.renewed(to: nil), .id(first, isInMemory: true)], expected: .enter),
      Row(
        name: "it was renewed for another request, and was evicted meanwhile",
        findings: [.renewed(to: nil), .gone, .noMoreIDs], expected: .begin(isAfterLoss: false)),
      Row(name: "it was evicted before its turn", findings: [.gone], expected: .look),
      Row(name: "it is ending", findings: [.ending], expected: .refuse(.sessionUnavailable)),
    ]
  }

  @Test func eachFindingLeadsToItsStep() {
    for row in rows {
      var search = Search()
      let steps = row.findings.map { search.next(after: $0) }
      #expect(steps.last == row.expected, "\(row.name)")
      #expect(steps.dropLast().allSatisfy { $0 == .look }, "\(row.name)")
    }
  }

  @Test func cookiesAreTriedInTheirOrder() {
    var search = Search()
    for number in 1...3 {
      _ = search.next(after: number == 2 ? .renewed(to: nil) : .nothing(isAfterEnd: false))
      #expect(search.tried == number)
    }
    _ = search.next(after: .gone)
    #expect(search.tried == 0)
  }

  @Test func aNewIDIsTriedInsteadOfTheCookie() {
    var search = Search()
    _ = search.next(after: .renewed(to: renewed))
    #expect(search.newID == renewed && search.tried == 0)
    _ = search.next(after: .nothing(isAfterEnd: false))
    #expect(search.newID == nil && search.tried == 1)
  }

  @Test func theEndOfASessionIsRememberedUntilTheBrowserIsTold() {
    var search = Search()
    _ = search.next(after: .nothing(isAfterEnd: true))
    _ = search.next(after: .nothing(isAfterEnd: false))
    _ = search.next(after: .gone)
    #expect(search.isAfterEnd)
  }
}

import HTML
import Testing

@Suite struct PatchLogTests {
  private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  private func version(_ log: PatchLog, _ difference: Int) -> PageVersion {
    PageVersion(generation: log.version.generation, number: log.version.number + difference)
  }

  @Test func stepsLeadToThePresentVersion() {
    var log = PatchLog()
    let first = log.version
    #expect(text(log.steps(since: first)) == "")
    log.append(operations: Array(#"["a"]"#.utf8))
    log.append(operations: Array(#"["b"],["c"]"#.utf8))
    #expect(log.version.number == first.number + 2)
    #expect(text(log.steps(since: first)) == #"[2,["a"]],[3,["b"],["c"]]"#)
    #expect(text(log.steps(since: version(log, -1))) == #"[3,["b"],["c"]]"#)
    #expect(text(log.steps(since: log.version)) == "")
  }

  @Test func aStepWithoutOperationsIsItsNumber() {
    var log = PatchLog()
    log.append(operations: [])
    #expect(text(log.steps(since: version(log, -1))) == "[2]")
  }

  @Test func versionsOfTheFutureAndOfOtherGenerationsNeedTheWholePage() {
    var log = PatchLog()
    log.append(operations: [0x30])
    #expect(log.steps(since: version(log, 1)) == nil)
    #expect(log.steps(since: version(log, -2)) == nil)
    #expect(log.steps(since: PageVersion(generation: PageVersion().generation, number: log.version.number)) == nil)
    #expect(log.steps(since: PageVersion(generation: log.version.generation, number: 0)) == nil)
    #expect(log.steps(since: PageVersion(generation: log.version.generation, number: .max)) == nil)
  }

  @Test func theOldestStepsAreDroppedBeyondTheLimit() {
    var log = PatchLog()
    for _ in 0..<10 { log.append(operations: Array(repeating: 0x30, count: 100), limit: 350) }
    #expect(log.steps(since: version(log, -3))?.count == 3 * 100 + "[9,],[10,],[11,]".count)
    #expect(log.steps(since: version(log, -4)) == nil)
    log.append(operations: Array(repeating: 0x30, count: 351), limit: 350)
    #expect(log.steps(since: version(log, -1)) == nil)
    #expect(log.steps(since: log.version) == [])
  }

  @Test func aLogHasNeverMoreThanItsMaximumSize() {
    var log = PatchLog()
    log.append(operations: Array(repeating: 0x30, count: PatchLog.maximumSize + 1), limit: .max)
    #expect(log.steps(since: version(log, -1)) == nil)
  }

  @Test func anUnknownChangeNeedsTheWholePage() {
    var log = PatchLog()
    log.append(operations: [0x30])
    log.appendUnknown()
    #expect(log.steps(since: version(log, -1)) == nil)
    log.append(operations: [0x31])
    #expect(text(log.steps(since: version(log, -1))) == "[4,1]")
  }
}

@Suite struct PageVersionTests {
  @Test func textsAreReadAgain() {
    for number in [0, 1, 17, 999_999_999_999_999] {
      let version = PageVersion(generation: PageVersion().generation, number: number)
      #expect(PageVersion(version.description) == version)
      #expect(version.description.utf8.count == 13 + 1 + "\(number)".count)
    }
  }

  @Test func buffersGetTheTextOfAVersion() {
    let version = PageVersion(generation: "0k3v9x0q2m4d1", number: 17)
    var buffer = HTMLBuffer()
    buffer.append(version)
    #expect(buffer.string == "0k3v9x0q2m4d1.17")
    #expect(version.description == "0k3v9x0q2m4d1.17")
  }

  @Test(arguments: [
    "", ".", "1", "0000000000000", "0000000000000.", "0000000000000.x", "0000000000000.-1", "0000000000000.01",
    "000000000000.1", "00000000000000.1", "0000000000000.1.1", "000000000000A.1", "0000000000000 1",
    "0000000000000.1 ", "0000000000000.1000000000000000", "0000000000000.99999999999999999999", "é00000000000.1",
  ])
  func malformedTextsAreRefused(text: String) {
    #expect(PageVersion(text) == nil)
  }
}

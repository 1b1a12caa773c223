import HTML
import Testing

@Suite struct PatchLogTests {
  private func step(_ markup: String, rules: String = "", values: String = "") -> Patch {
    Patch(markup: Array(markup.utf8), rules: Array(rules.utf8), values: Array(values.utf8))
  }

  private func version(_ log: PatchLog, _ difference: Int) -> PageVersion {
    PageVersion(generation: log.version.generation, number: log.version.number + difference)
  }

  @Test func aPatchJoinsTheStepsToThePresentVersion() {
    var log = PatchLog()
    let first = log.version
    #expect(log.patch(since: first) == Patch())
    log.append(step("a", rules: "r", values: "1,2"))
    log.append(step("b"))
    log.append(step("c", rules: "s", values: "3,4"))
    #expect(log.version.number == first.number + 3)
    #expect(log.patch(since: first) == step("abc", rules: "rs", values: "1,2,3,4"))
    #expect(log.patch(since: version(log, -2)) == step("bc", rules: "s", values: "3,4"))
    #expect(log.patch(since: log.version) == Patch())
  }

  @Test func versionsOfTheFutureAndOfOtherGenerationsNeedTheWholePage() {
    var log = PatchLog()
    log.append(step("a"))
    #expect(log.patch(since: version(log, 1)) == nil)
    #expect(log.patch(since: version(log, -2)) == nil)
    #expect(log.patch(since: PageVersion(generation: PageVersion().generation, number: log.version.number)) == nil)
    #expect(log.patch(since: PageVersion(generation: log.version.generation, number: 0)) == nil)
    #expect(log.patch(since: PageVersion(generation: log.version.generation, number: .max)) == nil)
  }

  @Test func theOldestStepsAreDroppedBeyondTheLimit() {
    var log = PatchLog()
    let long = String(repeating: "0", count: 98)
    for _ in 0..<10 { log.append(step(long, rules: "1", values: "2"), limit: 350) }
    #expect(log.patch(since: version(log, -3))?.markup.count == 3 * 98)
    #expect(log.patch(since: version(log, -4)) == nil)
    log.append(step(String(repeating: "0", count: 351)), limit: 350)
    #expect(log.patch(since: version(log, -1)) == nil)
    #expect(log.patch(since: log.version) == Patch())
  }

  @Test func aLogHasNeverMoreThanItsMaximumSize() {
    var log = PatchLog()
    log.append(step(String(repeating: "0", count: PatchLog.maximumSize + 1)), limit: .max)
    #expect(log.patch(since: version(log, -1)) == nil)
  }

  @Test func anUnknownChangeNeedsTheWholePage() {
    var log = PatchLog()
    log.append(step("a"))
    log.appendUnknown()
    #expect(log.patch(since: version(log, -1)) == nil)
    log.append(step("b"))
    #expect(log.patch(since: version(log, -1)) == step("b"))
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

import Testing

@testable import TempuraServer

/// Which sessions give memory back, and in which order.
@Suite struct MemoryPlanTests {
  private static let megabyte = 1 << 20

  /// Sizes in megabytes.
  private func use(_ all: Int, spare: Int = 0, at lastUse: Int64 = 0) -> MemoryPlan.Use {
    .init(all: all * Self.megabyte, spare: spare * Self.megabyte, lastUse: lastUse)
  }

  private func steps(_ uses: [MemoryPlan.Use], part: Double, endsSpareScenes: Bool = true) -> [String] {
    MemoryPlan.steps(uses, part: part, endsSpareScenes: endsSpareScenes)
      .map { "\($0.evicts ? "evict" : "trim") \($0.index)" }
  }

  @Test func aLargeSessionEndsTheScenesThatItDoesNotUse() {
    #expect(steps([use(1), use(80, spare: 70), use(1)], part: 0.5) == ["trim 1"])
  }

  @Test func theLargestSessionsComeFirst() {
    #expect(steps([use(1), use(9), use(90), use(30)], part: 0.7) == ["evict 2", "evict 3"])
  }

  @Test func ofSessionsOfAboutOneSizeTheOneThatWasIdleLongestComesFirst() {
    #expect(steps([use(9, at: 5), use(10, at: 3), use(8, at: 4)], part: 0.5) == ["evict 1", "evict 2"])
  }

  @Test func sessionsLeaveIfItIsNotEnoughToEndScenes() {
    #expect(steps([use(80, spare: 40), use(10)], part: 0.6) == ["trim 0", "evict 0"])
    #expect(steps([use(80, spare: 40), use(10)], part: 1) == ["trim 0", "evict 0", "evict 1"])
  }

  @Test func sessionsLeaveIfItDidNotHelpToEndScenes() {
    #expect(steps([use(80, spare: 70), use(1)], part: 0.1, endsSpareScenes: false) == ["evict 0"])
  }

  @Test func sessionsWithoutScenesHaveASize() {
    #expect(steps([use(0, at: 2), use(0, at: 1)], part: 0.4) == ["evict 1"])
  }

  @Test func nothingHappensIfThereIsNoSurplus() {
    #expect(steps([use(80, spare: 40)], part: 0).isEmpty)
    #expect(steps([], part: 0.5).isEmpty)
  }
}

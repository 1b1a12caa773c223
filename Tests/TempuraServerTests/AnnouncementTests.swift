import Basics
import Sessions
import Testing

@testable import HTTPServer
@testable import TempuraServer

/// How all open pages are told that anything may have changed.
@Suite struct AnnouncementTests {
  private static func keys(_ count: Int) -> [SessionKey] { (0..<count).map { _ in SessionKey(of: .random()) } }

  @Test func everySessionIsToldOnceInBatches() {
    let keys = Self.keys(250)
    var announcement = Announcement()
    let isFirst = announcement.begin(keys)
    #expect(isFirst)
    var told: [SessionKey] = []
    for (count, hasMore) in [(100, true), (100, true), (50, false)] {
      let next = announcement.next()
      #expect(next.sessions.count == count)
      #expect(next.hasMore == hasMore)
      told += next.sessions
    }
    #expect(Set(told) == Set(keys))
  }

  @Test func aSessionThatWasToldMeanwhileIsLeftOut() {
    let keys = Self.keys(150)
    var announcement = Announcement()
    _ = announcement.begin(keys)
    let rest = Set(keys).subtracting(announcement.next().sessions)
    for key in rest.dropFirst() { announcement.skip(key) }
    let next = announcement.next()
    #expect(next.sessions == Array(rest.prefix(1)))
    #expect(!next.hasMore)
  }

  @Test func aSecondAnnouncementTellsAllAgainAndNoFaster() {
    let keys = Self.keys(150)
    var announcement = Announcement()
    _ = announcement.begin(keys)
    _ = announcement.next()
    // The next batch has its time already, also if all sessions were left out meanwhile.
    for leavesOut in [false, true] {
      if leavesOut { for key in keys { announcement.skip(key) } }
      let isFirst = announcement.begin(keys)
      #expect(!isFirst)
    }
    let counts = [announcement.next(), announcement.next()].map(\.sessions.count)
    #expect(counts == [100, 50])
    let isFirst = announcement.begin(keys)
    #expect(isFirst)
  }

  @Test func theStreamsOfALaterBatchAreToldLater() {
    let waiting = Locked<[@Sendable () -> Void]>([])
    let table = StreamTable { seconds, body in
      #expect(seconds == Announcement.interval)
      waiting.withLock { $0.append(body) }
    }
    let streams = Self.keys(130).map { key in
      let stream = CountingStream()
      table.add(stream.stream, named: "a", of: key, until: .max)
      return (key: key, stream: stream)
    }
    func told() -> Int { streams.count { $0.stream.eventCount == 1 } }
    table.tellAll { table.tell($0) }
    #expect(told() == 100)
    let rest = streams.filter { $0.stream.eventCount == 0 }
    table.tell(rest[0].key)
    table.tellAll { table.tell($0) }
    let times = waiting.withLock { $0 }
    #expect(times.count == 1, "one batch at a time")
    for body in times { body() }
    #expect(waiting.withLock { $0.count } == 2)
    waiting.withLock(\.last)?()
    #expect(waiting.withLock { $0.count } == 2, "all are told")
    #expect(streams.allSatisfy { (1...2).contains($0.stream.eventCount) })
  }
}

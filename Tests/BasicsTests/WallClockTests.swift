import Testing

@testable import Basics

@Suite struct WallClockTests {
  @Test func aJumpAheadDoesNotCount() {
    var clock = WallClock()
    #expect(clock.time(1_000_000, 50) == 1_000_000)
    #expect(clock.time(1_000_010, 60) == 1_000_010)
    #expect(clock.time(1_000_010 + 20 * 86_400, 61) == 1_000_011 && clock.hasJumped)
    #expect(clock.time(1_000_100 + 20 * 86_400, 151) == 1_000_101, "it goes on with the other clock")
    #expect(clock.time(1_000_102, 152) == 1_000_102 && !clock.hasJumped, "and with this one when it is right again")
  }

  @Test func stepsOfAClockThatIsSetAndTimeInWhichTheMachineSleepsCount() {
    var clock = WallClock()
    _ = clock.time(1000, 10)
    #expect(clock.time(1000 + WallClock.maxStep + 1, 11) == 1000 + WallClock.maxStep + 1)
    #expect(clock.time(100_000, 100_000) == 100_000 && !clock.hasJumped)
    #expect(clock.time(500, 100_001) == 500, "a clock that is set back counts")
    #expect(clock.time(501, 100_002) == 501)
  }
}

@Suite struct ProcessArgumentsTests {
  @Test func argumentsEndWithZeros() {
    #expect(ProcessArguments.parse(Array("a/server\0--port\0\0x y\0".utf8)) == ["a/server", "--port", "", "x y"])
    #expect(ProcessArguments.parse([]) == [])
    #expect(ProcessArguments.all == CommandLine.arguments)
  }
}

import TempuraTesting
import Testing

/// Tests of apps decide whether animations take time.
@Suite struct AnimationDriverTests {
  @Test(arguments: [true, false]) func animationsAreOverAtOnce(isLive: Bool) throws {
    let app = try AppDriver(FadingDelegate.self, isLive: isLive)
    try app.open("/")
    try app.tap("Archive")
    #expect(!app.isShown("Milk") && app.isShown("No card"))
  }

  @Test func aTestCanAdvanceTheirTime() throws {
    let app = try AppDriver(FadingDelegate.self)
    app.holdAnimations()
    try app.open("/")
    try app.tap("Archive")
    #expect(app.isShown("Milk"))
    try app.advanceAnimations(by: 0.2)
    #expect(app.isShown("Milk"))
    try app.advanceAnimations(by: 0.2)
    #expect(!app.isShown("Milk") && app.isShown("One card"), "the second animation lasts until 0.5 s")
    try app.advanceAnimations(by: 1)
    #expect(app.isShown("No card"))
  }
}

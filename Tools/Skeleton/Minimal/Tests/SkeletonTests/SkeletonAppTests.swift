import TempuraTesting
import Testing

@testable import Skeleton

struct SkeletonAppTests {
  @Test(arguments: [AppDriver.Place.process, .browser])
  func tappingAddCountsUp(place: AppDriver.Place) throws {
    let app = try AppDriver(AppDelegate.self, in: place)
    try app.open("/")
    #expect(app.isShown("The counter is at 0"))
    try app.tap("Add")
    #expect(app.isShown("The counter is at 1"))
    #expect(app.route == ["skeleton"])
    #expect(app.dispatchedNames == ["Increment"])
    #expect(try app.state(as: SkeletonState.self).counter == 1)
  }
}

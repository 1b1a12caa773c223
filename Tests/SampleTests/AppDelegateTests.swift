import Tempura
import Testing
import UIKit

@MainActor @Suite struct AppDelegateTests {
  @Test func anAppDelegateHasAMainFunction() {
    let entry: () -> Void = AppDelegate.main
    _ = entry  // Calling it would serve the app.
  }

  @Test func launchingShowsTheFirstScreen() throws {
    let delegate: any UIApplicationDelegate = AppDelegate()
    #expect(delegate.application(.shared, didFinishLaunchingWithOptions: nil))
    let window = try #require(delegate.window)
    #expect(window.frame == UIScreen.main.bounds)
    #expect(window.route == ["list screen"])
    #expect((window.rootViewController as? ListViewController)?.connected == true)
  }

  @Test func anUnknownRootIsNotInstalled() {
    let delegate = AppDelegate()
    #expect(!delegate.installRoot(identifier: "nowhere", context: nil) {})
  }
}

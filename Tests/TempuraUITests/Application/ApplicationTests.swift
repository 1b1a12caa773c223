import Foundation
import Hydra
import Testing

@testable import TempuraUI

@Suite struct ApplicationTests {
  @Test func sharedIsTheApplicationOfTheAppInstance() {
    let one = TestApp()
    let other = TestApp()
    Main.run(as: one) {
      #expect(UIApplication.shared === one.application)
      #expect(UIScreen.main === one.application.environment.screen)
      #expect(UIDevice.current === one.application.environment.device)
    }
    Main.run(as: other) { #expect(UIApplication.shared === other.application) }
    #expect(UIApplication.shared !== one.application)
    #expect(UIScreen.main.bounds == CGRect(x: 0, y: 0, width: 390, height: 844))
  }

  @Test(.app) func aVisibleWindowIsTheKeyWindowAndTheApplicationDoesNotRetainIt() {
    var window: UIWindow? = UIWindow(frame: UIScreen.main.bounds)
    #expect(UIApplication.shared.keyWindow == nil)
    window?.makeKeyAndVisible()
    #expect(UIApplication.shared.keyWindow === window)
    #expect(window?.isKeyWindow == true)
    let second = UIWindow(frame: .zero)
    second.makeKeyAndVisible()
    #expect(UIApplication.shared.keyWindow === second)
    #expect(UIApplication.shared.windows.count == 2)
    window = nil
    #expect(UIApplication.shared.windows.count == 1)
  }

  @Test func aDelegateNeedsNoMethods() {
    final class Delegate: UIResponder, UIApplicationDelegate {}
    final class WithWindow: UIResponder, UIApplicationDelegate { var window: UIWindow? }
    let type: any UIApplicationDelegate.Type = Delegate.self
    let delegate = UIResponder.make(type)
    #expect(delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil))
    #expect(delegate.window == nil)
    let other: any UIApplicationDelegate = WithWindow()
    other.window = UIWindow(frame: .zero)
    #expect(other.window != nil)
  }
}

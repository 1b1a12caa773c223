import Foundation
import Katana
import Tempura
import TempuraUI
import Testing

@testable import TempuraServer

/// Apps whose first screen has no name in routes.
@Suite struct PlainRootTests {
  private struct EmptyState: State, Codable {}

  private final class Plain: UIViewController {
    override func viewDidLoad() { title = "Plain" }
  }

  private final class Detail: UIViewController, Routable {
    var routeIdentifier: RouteElementIdentifier { "detail" }
    override func viewDidLoad() { title = "Detail" }
  }

  private class PlainDelegate: TestDelegate<EmptyState, NavigatorOnly> {
    override var root: String { "plain" }

    override func installRoot(
      identifier: RouteElementIdentifier, context: Any?, completion: @escaping () -> Void
    ) -> Bool {
      window?.rootViewController = identifier == "detail" ? Detail() : Plain()
      completion()
      return true
    }
  }

  /// An app without a navigator.
  private final class BareDelegate: WindowDelegate {
    override func makeRoot() -> UIViewController? { UINavigationController(rootViewController: Plain()) }
  }

  @Test func theFirstScreenIsShownAtTheRoot() throws {
    for app in [PlainDelegate.self, BareDelegate.self] as [any UIApplicationDelegate.Type] {
      let server = try TestServer(app)
      let browser = server.browser()
      #expect(try browser.get("/").status == 200)
      try browser.open("/")
      #expect(browser.page.body.contains("<title>Plain"))
      try server.evictAll()
      #expect(try browser.open("/").status == 200)
    }
  }

  @Test func otherScreensAreFoundByTheirNames() throws {
    let server = try TestServer(PlainDelegate.self)
    #expect(try server.browser().open("/detail").body.contains("<title>Detail"))
  }
}

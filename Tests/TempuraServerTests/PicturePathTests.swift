import Foundation
import Katana
import TempuraUI
import TestSupport
import Testing

@testable import Pictures
@testable import TempuraServer

/// Pictures that an app has loaded or drawn: who gets them.
@Suite struct PicturePathTests {
  private class AlbumDelegate: UIResponder, UIApplicationDelegate {
    var brightness: CGFloat { 1 }
    var window: UIWindow?
    private let store = Store<LibraryState, NavigatorOnly>()

    func application(
      _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window = UIWindow(frame: UIScreen.main.bounds)
      let screen = UIViewController()
      // Too large for a page to carry.
      let drawn = UIGraphicsImageRenderer(size: CGSize(width: 90, height: 60)).image { context in
        for index in 0..<60 {
          UIColor(hue: CGFloat(index) / 60, saturation: 1, brightness: brightness, alpha: 1).setFill()
          context.fill(CGRect(x: index, y: 0, width: 1, height: 60))
        }
      }
      for image in [drawn, UIImage(data: drawn.pngData() ?? Data(), scale: 3)] {
        let view = UIImageView(image: image)
        view.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
        screen.view.addSubview(view)
      }
      window?.rootViewController = screen
      window?.makeKeyAndVisible()
      return true
    }
  }

  /// Shows pictures that the apps of other tests, which may still be in memory, do not.
  private final class DarkAlbumDelegate: AlbumDelegate {
    override var brightness: CGFloat { 0.5 }
  }

  private let server: TestServer
  private let browser: Browser
  private let urls: [String]

  init() throws { try self.init(AlbumDelegate.self) }

  private init(_ app: AlbumDelegate.Type) throws {
    server = try TestServer(app, storage: TestStorage(bytes: true))
    browser = server.browser()
    let page = try browser.get("/").body
    urls = page.matches(of: /src="(\/tempura-pictures\/[^"]*)"/).map { String($0.1) }
    #expect(urls.count == 2 && page.contains("/60 2x") && page.contains("width=\"30\" height=\"20\""))
  }

  @Test func aSessionGetsWhatItsPagesShow() throws {
    for (url, types) in zip(urls, [["image/svg+xml", "image/svg+xml"], ["image/png", "image/webp"]]) {
      for (type, accepted) in zip(types, ["*/*", "image/avif,image/webp"]) {
        browser.headers["Accept"] = accepted
        let answer = try browser.get(url)
        #expect(answer.status == 200 && answer.header("Content-Type") == type)
        #expect(answer.header("Cache-Control") == "private, max-age=31536000, immutable")
        #expect(answer.header("Vary") == "Accept")
      }
    }
    #expect(try browser.get("/").body.contains(urls[0]), "a picture keeps its URL")
  }

  @Test func anotherSessionDoesNotGetIt() throws {
    let other = server.browser()
    #expect(try other.get(urls[1]).status == 404, "it has no session")
    let page = try other.get("/").body
    let own = try #require(page.firstMatch(of: /src="(\/tempura-pictures\/([0-9a-f]+)\/[^"]*)"/))
    #expect(own.2 == urls[0].split(separator: "/")[1], "the same content")
    #expect(own.1 != urls[0])
    #expect(try other.get(String(own.1)).status == 200)
    #expect(try other.get(urls[0]).status == 404)
  }

  @Test func aServerThatHasNotMadeThePageMakesItForItsPictures() throws {
    let other = try Self(DarkAlbumDelegate.self)
    let (server, browser, urls) = (other.server, other.browser, other.urls)
    let digest = String(urls[1].split(separator: "/")[1])
    #expect(try browser.get(urls[1]).status == 200)
    try server.evictAll()
    try FileManager.default.removeItem(atPath: #require(PictureFolder.shared.path(of: digest)))
    for name in try FileManager.default.contentsOfDirectory(atPath: PictureFolder.shared.path)
    where name.hasPrefix(digest) {
      try FileManager.default.removeItem(atPath: "\(PictureFolder.shared.path)/\(name)")
    }
    #expect(try browser.get(urls[1]).status == 404, "it does not say where it is shown")
    browser.headers["Referer"] = "http://127.0.0.1/"
    #expect(try browser.get(urls[1]).status == 200)
  }

  @Test func aURLThatNoPageHasLeadsNowhere() throws {
    let parts = urls[1].split(separator: "/").map(String.init)
    let zeros = String(repeating: "0", count: 32)
    for path in [
      "\(parts[1])/\(parts[2])/0", "\(parts[1])/\(parts[2])/99999", "\(parts[1])/\(zeros)/32",
      "\(zeros)/\(parts[2])/32",
      "\(parts[1])/\(parts[2])", "..%2f..%2fetc/passwd/1", "",
    ] {
      #expect(try browser.get("/tempura-pictures/\(path)").status == 404)
    }
  }
}

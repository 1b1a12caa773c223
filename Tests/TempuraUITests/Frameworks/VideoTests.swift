import AVFoundation
import AVKit
import Foundation
import Testing

@testable import TempuraUI

/// Videos on a page.
@Suite(.app) struct VideoTests {
  private func source(_ text: String) -> VideoSource? { URL(string: text).flatMap { VideoSource($0) } }

  @Test func ownFilesArePlayedAndOthersAreLinks() {
    #expect(source("/videos/a%20b.mp4") == .file("/videos/a%20b.mp4"))
    #expect(source("intro.mp4") == .file("/intro.mp4"))
    #expect(VideoSource(URL(fileURLWithPath: "/srv/App.resources/Public/in/x.mp4")) == .file("/in/x.mp4"))
    #expect(VideoSource(URL(fileURLWithPath: "/srv/x.mp4")) == nil)
    #expect(source("//example.com/x.mp4") == nil)
    #expect(source("javascript:alert(1)") == nil && source("data:video/mp4,x") == nil)
    #expect(source("../x.mp4") == nil)
    guard case .link(let target) = source("https://example.com/x.mp4") else { return #expect(Bool(false)) }
    #expect(target.name == "example.com")
  }

  @Test func aPlayersControllerShowsTheBrowsersPlayer() throws {
    let (root, player) = (UIViewController(), AVPlayer(url: URL(string: "/intro.mp4")!))
    let page = Page(showing: root)
    let controller = AVPlayerViewController()
    controller.player = player
    player.play()
    root.present(controller, animated: true)
    #expect(page.html.contains(#"<video controls playsinline preload="metadata" src="/intro.mp4"></video>"#))
    player.replaceCurrentItem(with: AVPlayerItem(url: URL(string: "https://example.com/x?a&b")!))
    #expect(page.html.contains(#"target="_blank" href="https://example.com/x?a&amp;b">Open example.com</a>"#))
    try page.tap(try #require(page.buttons.last))
    #expect(root.presentedViewController == nil)
    root.addChild(controller)
    root.view.addSubview(controller.view)
    #expect(page.buttons.isEmpty)
  }

  @Test func aLayerShowsAVideoThatCanBePlayed() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    let layer = AVPlayerLayer(player: AVPlayer(url: URL(string: "/intro.mp4")!))
    layer.frame = view.bounds
    view.layer.addSublayer(layer)
    let markup = html(view)
    #expect(markup.contains(#"class="layer video" src="/intro.mp4"></video>"#))
    #expect(!markup.contains("aria-hidden"))
  }

  @Test func timesAreSane() {
    #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
    for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(!CMTime(seconds: seconds, preferredTimescale: 600).isValid)
    }
    #expect((CMTime(value: 1, timescale: 2) + CMTime(value: 1, timescale: 4)).seconds == 0.75)
    #expect(CMTime.zero < CMTimeMake(value: 1, timescale: 1) && CMTimeGetSeconds(.invalid).isNaN)
  }
}

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
    #expect(page.html.contains(#"<video controls playsinline preload="metadata" id="#))
    #expect(page.html.contains(#" src="/intro.mp4"></video>"#) && !page.html.contains("data-bare"))
    controller.showsPlaybackControls = false
    controller.allowsPictureInPicturePlayback = false
    #expect(page.html.contains(#" data-bare disablepictureinpicture src="/intro.mp4">"#))
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
    #expect(markup.contains(#"<video controls playsinline preload="metadata" class="layer video" id="#))
    #expect(markup.contains(#" data-bare src="/intro.mp4"></video>"#))
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

  // MARK: - What a page tells

  private static let messages: [(String, String?)] = [
    ("a.medium1 7 p 1.5 6.0 1", "1.5 6.0 1.0"), ("a.medium1 7 p 1.5 0 1", "1.5 nil 1.0"),
    ("a.medium1 7 p 1.5 Infinity 1", "1.5 nil 1.0"), ("a.medium1 7 e 9 6 1", "6.0 6.0 1.0"),
    ("a.medium1 7 s -1 6 99", "0.0 6.0 16.0"), ("a%20b 7 x 1e99 NaN 0", "10000000.0 nil 0.0625"),
    ("a 7 p Infinity 6 1", nil), ("a 7 p 1 6 nan", nil), ("a 7 q 1 6 1", nil), ("a x p 1 6 1", nil),
    ("a 99999999999999999999 p 1 6 1", nil), (" 7 p 1 6 1", nil), ("%ZZ 7 p 1 6 1", nil), ("a 7 p 1 6", nil),
    ("a 7 p 1 6 1 1", nil), ("", nil),
  ]

  @Test(arguments: messages) func aMessageIsWhatAMediumCanBe(text: String, result: String?) {
    let message = MediumMessage(text)
    #expect(message.map { "\($0.time) \($0.duration.map { "\($0)" } ?? "nil") \($0.rate)" } == result)
  }

  /// A player in a layer, and what a page would tell it.
  private final class Shown {
    let player: AVPlayer
    let layer: AVPlayerLayer
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))

    init(_ player: AVPlayer) {
      (self.player, layer) = (player, AVPlayerLayer(player: player))
      view.layer.addSublayer(layer)
    }

    var words: [String] {
      let markup = html(view)
      return markup.firstMatch(of: /data-medium="([^"]*)"/).map { $0.1.split(separator: " ").map(String.init) } ?? []
    }

    func tell(_ event: String, _ time: Double, order: String? = nil, rate: Float = 1) throws {
      let text = "x \(order ?? words[0]) \(event) \(time) 6 \(rate)"
      try #require(view.media.first?.player as? any MediumListener).hear(try #require(MediumMessage(text)))
    }
  }

  private static let film = URL(string: "/film.mp4")!

  @Test func aPlayerIsWhatThePageTells() throws {
    let player = AVPlayer(url: Self.film)
    let shown = Shown(player)
    player.play()
    #expect(shown.words[1] == "1.0" && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    let old = shown.words[0]
    try shown.tell("p", 2)
    #expect(player.timeControlStatus == .playing && 2..<4 ~= player.currentTime().seconds)
    #expect(player.currentItem?.duration.seconds == 6)
    // The browser refuses, or the user pauses: no new order, or the page would carry it out.
    try shown.tell("s", 3)
    #expect(player.rate == 0 && player.timeControlStatus == .paused && player.currentTime().seconds == 3)
    #expect(shown.words[0] == old)
    player.rate = 2
    // What the page did before it knew the order
    try shown.tell("s", 3, order: old)
    #expect(player.rate == 2 && shown.words[1] == "2.0")
    try shown.tell("x", 3)
    #expect(player.status == .failed && player.currentItem?.error != nil && player.rate == 0)
    (player.volume, player.isMuted, player.rate) = (.nan, true, -.infinity)
    #expect(player.volume == 0 && player.rate == 0 && html(shown.view).contains(" muted src"))
  }

  @Test func aPlayerGoesToTimes() throws {
    let player = AVPlayer(url: Self.film)
    let shown = Shown(player)
    try shown.tell("s", 0)
    var log: [Bool] = []
    player.seek(to: CMTime(seconds: 2, preferredTimescale: 600)) { log.append($0) }
    player.seek(to: CMTime(seconds: 99, preferredTimescale: 600)) { log.append($0) }
    #expect(log == [false] && shown.words[2] == shown.words[0] && shown.words[3] == "6.0")
    try shown.tell("s", 6)
    player.seek(to: .invalid) { log.append($0) }
    #expect(log == [false, true, false])
    // A new element begins there.
    let other = AVPlayerLayer()
    player.seek(to: CMTime(seconds: 4, preferredTimescale: 600))
    let order = shown.words[0]
    other.player = player
    #expect(shown.words[3] == "4.0" && shown.words[0] != order)
  }

  @Test func observersHearOfTimes() throws {
    let player = AVPlayer(url: Self.film)
    let shown = Shown(player)
    #expect(shown.words.last == "20000")
    var (times, count): ([Double], Int) = ([], 0)
    let second = CMTime(seconds: 1, preferredTimescale: 600)
    let periodic = player.addPeriodicTimeObserver(forInterval: second, queue: .main) { times.append($0.seconds) }
    #expect(shown.words.last == "1000")
    let boundary = player.addBoundaryTimeObserver(forTimes: [NSValue(time: second)], queue: nil) { count += 1 }
    #expect(shown.words.last == "250")
    player.play()
    for time in [0, 0.5, 0.9, 1.1, 2] { try shown.tell("p", time) }
    #expect(times == [0, 0.9, 2] && count == 1)
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
    try shown.tell("p", 5)
    #expect(times.count == 3 && shown.words.last == "20000")
  }

  @Test func theEndIsToldAndTheNextItemComes() throws {
    // Safe because notifications are posted on the thread of the test.
    nonisolated(unsafe) let items = [AVPlayerItem(url: Self.film), AVPlayerItem(url: URL(string: "/next.mp4")!)]
    nonisolated(unsafe) var ended: [AVPlayerItem] = []
    let player = AVQueuePlayer(items: items)
    let shown = Shown(player)
    let token = NotificationCenter.default.addObserver(
      forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
    ) { note in
      if let item = note.object as? AVPlayerItem, items.contains(item) { ended.append(item) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    player.play()
    try shown.tell("e", 6)
    #expect(ended == [items[0]] && player.currentItem === items[1] && player.rate == 1)
    #expect(html(shown.view).contains("/next.mp4"))
    player.actionAtItemEnd = .none
    try shown.tell("e", 6)
    #expect(ended == items && player.rate == 1)
    player.actionAtItemEnd = .advance
    try shown.tell("e", 6)
    #expect(player.currentItem == nil && player.rate == 0 && !html(shown.view).contains("<video"))
  }

  @Test func aSoundIsInTheWindowAndLoops() throws {
    let page = Page(showing: UIViewController())
    let sound = try AVAudioPlayer(contentsOf: URL(string: "/bell.ogg")!)
    #expect(throws: (any Error).self) { try AVAudioPlayer(data: Data()) }
    #expect(throws: (any Error).self) { try AVAudioPlayer(contentsOf: URL(string: "https://example.com/bell.ogg")!) }
    sound.numberOfLoops = -1
    #expect(!page.html.contains("<audio"))
    sound.play()
    #expect(page.html.contains("<audio controls") && page.html.contains(#" data-bare loop src="/bell.ogg"></audio>"#))
    sound.stop()
    #expect(!sound.isPlaying)
  }

  @Test func aSoundOfAPlayerThatIsGoneIsGone() {
    let page = Page(showing: UIViewController())
    var player: AVPlayer? = AVPlayer(url: Self.film)
    player?.play()
    #expect(page.html.contains("<audio"))
    player = nil
    #expect(!page.html.contains("<audio"))
  }
}

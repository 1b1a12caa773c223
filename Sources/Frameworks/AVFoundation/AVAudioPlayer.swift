public import Foundation
internal import TempuraUI

/// A player of a sound: a file of the app or of its user.
open class AVAudioPlayer: NSObject {
  public final let url: URL?
  open weak var delegate: (any AVAudioPlayerDelegate)?
  private let player: AVPlayer
  private var loopsLeft = 0

  /// - Throws: If a page cannot name the file.
  public init(contentsOf url: URL, fileTypeHint utiString: String? = nil) throws {
    guard case .file = VideoSource(url) else { throw Self.unsupported }
    (self.url, player) = (url, AVPlayer(url: url))
    super.init()
    player.actionAtItemEnd = .none
    player.didEnd = { [weak self] in self?.ended($0) }
  }

  /// - Throws: If the data cannot be kept in a file.
  public convenience init(data: Data, fileTypeHint utiString: String? = nil) throws {
    let isWave = data.starts(with: "RIFF".utf8)
    let ending =
      isWave
      ? "wav" : data.starts(with: "OggS".utf8) ? "ogg" : data.dropFirst(4).starts(with: "ftyp".utf8) ? "m4a" : "mp3"
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(ending)")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try self.init(contentsOf: file)
  }

  // kAudioFileUnsupportedFileTypeError
  private static var unsupported: NSError { NSError(domain: NSOSStatusErrorDomain, code: 1_954_115_647) }

  /// - Returns: True, also if the browser will refuse to play.
  @discardableResult open func prepareToPlay() -> Bool { true }
  @discardableResult open func play() -> Bool {
    loopsLeft = max(numberOfLoops, 0)
    player.rate = enableRate ? rate : 1
    return true
  }
  open func pause() { player.pause() }
  open func stop() { player.pause() }

  open var isPlaying: Bool { player.rate > 0 }
  /// In seconds; 0 until the page tells of it.
  open var duration: TimeInterval { player.currentItem?.asset.length ?? 0 }
  open var currentTime: TimeInterval {
    get { player.currentTime().seconds }
    set { player.seek(to: CMTime(seconds: newValue, preferredTimescale: 1000)) }
  }

  /// How often the sound is repeated; without end if it is negative.
  open var numberOfLoops = 0 { didSet { player.loop(numberOfLoops < 0) } }
  open var volume: Float {
    get { player.volume }
    set { player.volume = newValue }
  }
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) { self.volume = volume }
  open var enableRate = false
  open var rate: Float = 1 { didSet { if isPlaying, enableRate { player.rate = rate } } }

  private func ended(_ isEnd: Bool) {
    loopsLeft -= 1
    player.seek(to: .zero)
    if isEnd, loopsLeft >= 0 { return }
    stop()
    delegate?.audioPlayerDidFinishPlaying(self, successfully: isEnd)
  }
}

public protocol AVAudioPlayerDelegate: AnyObject {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

internal import Basics
package import Foundation

/// A film or a sound of a player: what the app wants, and how a view, a layer or a window shows it.
package struct Medium: Equatable {
  /// The number of the player in its app.
  package let number = Medium.nextNumber()
  package weak var player: NSObject?
  package var source: VideoSource?
  /// The number of the last order to play, to pause, to go to a time, or to load another file.
  package var order = 0
  /// The number of the last order to go to a time, and the time in seconds.
  package var (seekOrder, seekTime) = (0, 0.0)
  /// 0 if it is paused.
  package var rate: Float = 0
  package var volume: Float = 1
  package var (isMuted, loops) = (false, false)
  /// How often the page tells of the time, in seconds.
  package var interval = longInterval
  package var (isSound, hasControls, allowsPictureInPicture) = (false, false, true)
  /// A value of `object-fit` in CSS.
  package var fit = "contain"

  package init() {}

  /// The session of a film that plays must stay in memory.
  package static let longInterval = 20.0

  /// Returns a number that no other player or order of the app has.
  package static func nextNumber() -> Int { AppEnvironment.current.nextNumber(of: MediumNumber.self) }
  private final class MediumNumber {}

  /// The name of its element, as a part of the view.
  package var part: String { "medium\(number)" }
}

/// Hears what a page tells of a medium.
package protocol MediumListener: NSObject {
  func hear(_ message: MediumMessage)
}

/// What a live page tells of a medium: see docs/reference/live-protocol.md.
package struct MediumMessage: Hashable, Sendable {
  package enum Event: String, Sendable { case playing = "p", paused = "s", waiting = "w", ended = "e", failed = "x" }

  /// The id of the element.
  package let id: String
  /// The last order that was carried out.
  package let order: Int
  package let event: Event
  /// In seconds; the duration is nil if it is unknown.
  package let time: Double, duration: Double?
  package let rate: Float

  /// What browsers play.
  package static let rates: ClosedRange<Float> = 0.0625...16
  private static let maxTime = 1e7

  /// - Returns: nil if a page cannot have written it.
  package init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 6).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 6, let order = Int(words[1]), let event = Event(rawValue: words[2]),
      let time = Double(words[3]),
      let duration = Double(words[4]), let rate = Float(words[5]), time.isFinite, rate.isFinite,
      let id = Array(words[0].utf8).withUnsafeBytes({ PercentEncoding.decode($0) })
    else { return nil }
    (self.id, self.order, self.event) = (id.streamSafe, order, event)
    // A live stream has no end.
    self.duration = duration > 0 && duration <= Self.maxTime ? duration : nil
    self.time = min(max(time, 0), self.duration ?? Self.maxTime)
    self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
  }
}

extension UIView {
  /// The media that layers show, to which the app gives frames.
  final var layerMedia: [Medium] { rareProperties.box(of: LayerProperties.self)?.properties.layer?.media ?? [] }
}

extension HTMLRenderer {
  /// Writes a medium with the browser's controls, which the script takes away if the app has its own; or a link.
  func write(_ medium: Medium, of view: UIView, label: String? = nil, cssClass: String = "") {
    switch medium.source {
    case .file(let path):
      write(medium.isSound ? "<audio controls" : "<video controls playsinline")
      let fit = medium.fit == "contain" ? "" : " s\(styles.number(of: "object-fit:\(medium.fit);"))"
      write(" preload=\"metadata\"")
      if !(cssClass + fit).isEmpty { write(attribute: "class", cssClass + fit) }
      if let label { write(attribute: "aria-label", label) }
      write(attribute: "id", idOf: view, part: medium.part)
      let orders = "\(medium.order) \(medium.rate) \(medium.seekOrder) \(medium.seekTime)"
      write(attribute: "data-medium", "\(orders) \(medium.volume) \(Int(medium.interval * 1000))")
      if !medium.hasControls { write(" data-bare") }
      if !medium.allowsPictureInPicture { write(" disablepictureinpicture") }
      if medium.isMuted { write(" muted") }
      if medium.loops { write(" loop") }
      write(attribute: "src", url(of: path))
      write(medium.isSound ? "></audio>" : "></video>")
    case .link(let target) where !medium.isSound:
      write("<a rel=\"noreferrer\" target=\"_blank\"")
      if !cssClass.isEmpty { write(attribute: "class", cssClass) }
      write(attribute: "href", target.url)
      write(">")
      write(text: label ?? localized(.pageOpen(target.name)))
      write("</a>")
    case .link, nil: break
    }
  }
}

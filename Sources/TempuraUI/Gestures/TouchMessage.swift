internal import Basics
internal import Foundation

/// What a live page tells of fingers on a view: see docs/reference/live-protocol.md.
package struct TouchMessage: Hashable, Sendable {
  /// What a finger did.
  struct Event: Hashable, Sendable {
    enum Kind: String { case began = "b", moved = "m", passed = "k", ended = "e", cancelled = "c", rested = "t" }

    let kind: Kind
    let finger: Int
    /// In seconds since the first finger came down.
    let time: TimeInterval
    /// From the centre of the view when the first finger came down, in points.
    let offset: CGPoint
    /// The id of the innermost element under a finger that began; nil for the view.
    let hitID: String?
  }

  /// The id of the view that the fingers are on.
  package let viewID: String
  /// The page's number of the gesture, which begins with the first finger, and ends when all are up.
  let gesture: Int
  /// The number of the message in the gesture, from 1 on.
  let number: Int
  /// Whether the touches are the view's, and taps are not told as presses of buttons.
  let isOwn: Bool
  /// The size of the view on the page, in points.
  let size: CGSize
  let events: [Event]

  package static let maxEvents = 1000
  static let maxFingers = 10
  // No page is longer, and no finger rests longer.
  private static let (maxLength, maxTime): (Double, Double) = (100_000, 3600)

  /// - Returns: nil if a page cannot have written it.
  package init?(_ text: String) {
    // Characters would be ten times as slow as bytes.
    let parts = Array(text.utf8).split(separator: UInt8(ascii: ","), maxSplits: Self.maxEvents + 1)
    guard let head = parts.first?.split(separator: Self.space), head.count == 6, parts.count <= Self.maxEvents + 1,
      let id = Self.id(head[0]), let gesture = Int(Self.text(head[1])), let number = Int(Self.text(head[2])),
      number > 0,
      let width = Self.number(head[4], max: Self.maxLength), let height = Self.number(head[5], max: Self.maxLength)
    else { return nil }
    var events: [Event] = []
    for part in parts.dropFirst() {
      let words = part.split(separator: Self.space)
      guard 5...6 ~= words.count, let kind = Event.Kind(rawValue: Self.text(words[0])),
        let finger = Int(Self.text(words[1])), 0..<Self.maxFingers ~= finger,
        let time = Self.number(words[2], max: Self.maxTime * 1000), time >= 0,
        let x = Self.number(words[3], max: Self.maxLength), let y = Self.number(words[4], max: Self.maxLength)
      else { return nil }
      events.append(
        Event(
          kind: kind, finger: finger, time: time / 1000, offset: CGPoint(x: x, y: y),
          hitID: words.count > 5 ? Self.id(words[5]) : nil))
    }
    (viewID, self.gesture, self.number, isOwn, self.events) = (
      id, gesture, number, head[3] == [UInt8(ascii: "1")], events
    )
    size = CGSize(width: max(width, 0), height: max(height, 0))
  }

  private static let space = UInt8(ascii: " ")

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a finite number, which is no larger than any that a page has.
  private static func number(_ bytes: ArraySlice<UInt8>, max limit: Double) -> Double? {
    guard let number = Double(text(bytes)), number.isFinite else { return nil }
    return min(Swift.max(number, -limit), limit)
  }

  private static func id(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.withUnsafeBytes { PercentEncoding.decode($0) }.flatMap { $0.isEmpty ? nil : $0.streamSafe }
  }

  /// Tells messages of a view apart.
  package var description: String { "\(viewID) \(gesture) \(number)" }

  /// Whether it is the last message of its gesture, or may be.
  package var ends: Bool { events.last.map { $0.kind != .began && $0.kind != .moved && $0.kind != .passed } ?? false }

  /// The ids that it names.
  package var ids: [String] { [viewID] + events.compactMap(\.hitID) }
}

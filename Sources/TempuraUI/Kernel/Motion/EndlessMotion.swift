internal import Foundation
internal import HTML

/// The animations of a view that never end, in JSON, by the property that they change. They are part of its markup, so that a page that is
/// loaded later has them, too.
private struct EndlessMotion: RarePropertyGroup {
  var animations: [String: String] = [:]
}

extension UIView {
  /// Starts what a block without end has changed. It replaces an animation of the same property.
  final func startEndlessMotion(_ motion: Motion, from before: String, to after: String) {
    for change in StyleChange.all(from: before, to: after, last: after) {
      guard let from = change.from?.json else { continue }
      let frames =
        change.property == "move"
        ? "\"adds\":true,\"frames\":[{\"translate\":\(from)},{\"translate\":\"0 0\"}]"
        : "\"frames\":[{\"offset\":0,\"\(change.property)\":\(from)}]"
      rareProperties[EndlessMotion.self].animations[change.property] = "\(motion.json),\(frames)}"
    }
    noteMotionAim(after)
    setNeedsRender()
  }

  private final var endlessMotion: [String: String] {
    rareProperties.box(of: EndlessMotion.self)?.properties.animations ?? [:]
  }

  /// Ends the animations that never end by themselves.
  final func stopEndlessMotion() {
    guard !rareProperties.isEmpty, !endlessMotion.isEmpty else { return }
    rareProperties.remove(EndlessMotion.self)
    setNeedsRender()
  }

  final var hasLastingMotion: Bool {
    !rareProperties.isEmpty && (!endlessMotion.isEmpty || layerIfMade?.animations.isEmpty == false)
  }

  /// The animations that are part of the markup, in JSON: those that never end, and those of Core Animation.
  final var lastingMotion: [String] {
    endlessMotion.sorted { $0.key < $1.key }.map(\.value) + (layerIfMade?.animationsAsJSON(ofShape: false) ?? [])
  }
}

extension String {
  /// The text as a string of JSON.
  var json: String {
    var buffer = HTMLBuffer(capacity: utf8.count + 2)
    buffer.append(json: self)
    return buffer.string
  }
}

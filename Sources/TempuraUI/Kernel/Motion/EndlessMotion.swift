internal import Foundation
internal import HTML

/// The animations of a view that never end, by the properties that they change, in JSON. They are part of its markup, so that a page that
/// is loaded later has them, too.
private struct EndlessMotion: RarePropertyGroup {
  var animations: [(properties: String, json: String)] = []
}

extension UIView {
  /// Starts what a block without end has changed. It replaces an animation of the same properties.
  final func startEndlessMotion(_ motion: Motion, from before: String, to after: String) {
    var (values, timing) = ([String](), motion.json)
    let changes = StyleChange.all(from: before, to: after, last: after).sorted { $0.property < $1.property }
    var animations: [(properties: String, json: String)] = []
    for change in changes {
      guard let from = change.from?.json else { continue }
      if change.property == "move" {
        let frames = "[{\"translate\":\(from)},{\"translate\":\"0 0\"}]"
        animations.append(("move", "\(timing),\"adds\":true,\"frames\":\(frames)}"))
      } else {
        values.append("\"\(change.property)\":\(from)")
      }
    }
    if !values.isEmpty {
      let properties = changes.map(\.property).filter { $0 != "move" }.joined(separator: " ")
      timing += ",\"frames\":[{\"offset\":0,\(values.joined(separator: ","))}]}"
      animations.append((properties, timing))
    }
    guard !animations.isEmpty else { return }
    rareProperties[EndlessMotion.self].animations.removeAll { old in
      animations.contains { $0.properties == old.properties }
    }
    rareProperties[EndlessMotion.self].animations += animations
    noteMotionAim(after)
    setNeedsRender()
  }

  private final var endlessMotion: [(properties: String, json: String)] {
    rareProperties.box(of: EndlessMotion.self)?.properties.animations ?? []
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
    endlessMotion.map(\.json) + (layerIfMade?.animationsAsJSON(ofShape: false) ?? [])
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

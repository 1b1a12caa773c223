internal import Foundation
internal import HTML

/// The animations of a view that never end. They are part of its markup, so that a page that is loaded later has them, too.
struct EndlessMotion: RarePropertyGroup {
  struct Block {
    let motion: Motion
    let before: String
  }

  var blocks: [Block] = []

  mutating func start(_ motion: Motion, of view: UIView) {
    blocks = blocks.suffix(Self.maxBlocks - 1) + [Block(motion: motion, before: view.styleText)]
    view.setNeedsRender()
  }

  private static let maxBlocks = 8
}

extension UIView {
  final var hasEndlessMotion: Bool { rareProperties.box(of: EndlessMotion.self)?.properties.blocks.isEmpty == false }

  /// Ends the animations that never end by themselves.
  final func stopEndlessMotion() {
    guard hasEndlessMotion else { return }
    rareProperties[EndlessMotion.self].blocks = []
    setNeedsRender()
  }

  final var hasLastingMotion: Bool {
    !rareProperties.isEmpty && (hasEndlessMotion || layerIfMade?.animations.isEmpty == false)
  }

  /// The animations that are part of the markup, in JSON: those that never end, and those of Core Animation.
  final var lastingMotion: [String] {
    var all: [String] = []
    if let blocks = rareProperties.box(of: EndlessMotion.self)?.properties.blocks, !blocks.isEmpty {
      let now = styleText
      for block in blocks {
        let timing = block.motion.json
        var values: [String] = []
        for change in StyleChange.all(from: block.before, to: now, last: now).sorted(by: { $0.property < $1.property })
        {
          guard let from = change.from?.json else { continue }
          if change.property == "move" {
            all.append("\(timing),\"adds\":true,\"frames\":[{\"translate\":\(from)},{\"translate\":\"0 0\"}]}")
          } else {
            values.append("\"\(change.property)\":\(from)")
          }
        }
        if !values.isEmpty { all.append("\(timing),\"frames\":[{\"offset\":0,\(values.joined(separator: ","))}]}") }
      }
    }
    if let layer = layerIfMade { all += layer.animationsAsJSON(ofShape: false) }
    return all
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

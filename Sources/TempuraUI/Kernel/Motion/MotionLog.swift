internal import Basics
internal import Foundation
package import Hydra

/// An app instance whose pages show animations.
package protocol MotionHost: MainExecutor {
  /// Runs code when an animation of the page is over, in a turn.
  ///
  /// - Returns: False if no page shows it.
  func runAfterMotion(_ seconds: Double, _ body: @escaping () -> Void) -> Bool
}

/// What an app has animated since its page was rendered last.
package final class MotionLog {
  private var blocks: [MotionBlock] = []
  private var commands: [String] = []
  private var count = 0
  /// See `UIView.setAnimationsEnabled`.
  var isEnabled = true

  /// That of the app whose code is running; nil if it has no page.
  static var current: MotionLog? {
    guard Main.scoped is any MotionHost, let environment = Main.app as? AppEnvironment else { return nil }
    if let log = environment.motions as? MotionLog { return log }
    let log = MotionLog()
    environment.motions = log
    return log
  }

  /// The oldest ones are dropped, so that an app which no page shows keeps little.
  private static let (maxBlocks, maxChanges) = (200, 2000)

  func nextNumber() -> Int {
    count += 1
    return count
  }

  func add(_ block: MotionBlock) {
    let motion = block.motion
    if !motion.isEndless, motion.duration > 0 || motion.delay > 0 || block.animator != nil {
      blocks = blocks.suffix(Self.maxBlocks - 1) + [block]
      while blocks.count > 1, blocks.reduce(0, { $0 + $1.changes.count }) > Self.maxChanges { blocks.removeFirst() }
    }
  }

  /// What an animator does with the animations of its block.
  func add(command: String) { commands = commands.suffix(Self.maxBlocks - 1) + [command] }

  /// Returns the animations for a page in JSON, without the brackets of the list; empty if nothing moves.
  package func take(_ window: UIView) -> [UInt8] {
    if OpenMotion.isAny { OpenMotion.current.endAll(of: self) }
    guard !blocks.isEmpty || !commands.isEmpty else { return [] }
    defer { (blocks, commands) = ([], []) }
    var writer = MotionWriter(isFramed: window.viewFlags.contains(.isFramed))
    writer.add(blocks, in: window)
    for command in commands { writer.add(command) }
    return writer.bytes
  }
}

/// Where an animation leads that a page may show still.
private struct MotionAim: RarePropertyGroup {
  /// As declarations of CSS.
  var style: String?
}

extension UIView {
  final func noteMotionAim(_ style: String) { rareProperties[MotionAim.self].style = style }
}

/// Writes animations for pages: docs/reference/live-protocol.md.
private struct MotionWriter {
  /// Objects in JSON.
  private var list: [String] = []
  let isFramed: Bool

  init(isFramed: Bool) { self.isFramed = isFramed }

  var bytes: [UInt8] { Array(list.joined(separator: ",").utf8) }

  mutating func add(_ json: String) { list.append(json) }

  /// A change of one property by one block.
  private struct Segment {
    let block: MotionBlock
    let from: String?
    let to: String
  }

  mutating func add(_ blocks: [MotionBlock], in window: UIView) {
    // By view, because a later change says where an earlier one leads.
    var views: [ObjectIdentifier: [(block: MotionBlock, change: MotionBlock.Change)]] = [:]
    var order: [UIView] = []
    for block in blocks {
      for change in block.changes {
        let view = change.view
        if views[ObjectIdentifier(view)] == nil { order.append(view) }
        views[ObjectIdentifier(view), default: []].append((block, change))
      }
    }
    var simple: [ObjectIdentifier: [(id: String, frame: String)]] = [:]
    var sequences: [String] = []
    var gone: [ObjectIdentifier: [String]] = [:]
    for view in order {
      let leavingID = view.inTransition?.leavingID
      guard leavingID != nil || view.renderedLength > 0 && view.isDescendant(of: window) else { continue }
      let id = (leavingID ?? view.elementID).json
      let changes = (views[ObjectIdentifier(view)] ?? []).sorted { $0.change.number < $1.change.number }
      var segments: [String: [Segment]] = [:]
      let (now, lastAim) = (view.styleText, view.rareProperties[MotionAim.self].style)
      view.noteMotionAim(now)
      for (block, change) in changes {
        let after = change.after ?? now
        // The picture of a screen that has left is as it was. What was moved once is moved by as much, wherever it is now.
        let last = leavingID != nil ? changes[0].change.before : changes.count == 1 ? after : now
        for (property, from, to) in StyleChange.all(from: change.before, to: after, last: last) {
          segments[property, default: []].append(Segment(block: block, from: from, to: to))
        }
      }
      var frames: [ObjectIdentifier: [String]] = [:]
      for (property, steps) in segments.sorted(by: { $0.key < $1.key }) {
        if leavingID != nil, let step = steps.last {
          let values = "[\((step.from ?? step.to).json),\(step.to.json)]"
          gone[ObjectIdentifier(step.block), default: []].append("[\(id),\"\(property)\",\(values)]")
        } else if steps.count == 1 {
          // What goes where an earlier animation leads begins where the page has it.
          let from = steps[0].from.flatMap { from in
            lastAim.flatMap { StyleChange.value(of: property, in: $0) } == from ? nil : from
          }
          frames[ObjectIdentifier(steps[0].block), default: []].append("\"\(property)\":\(from?.json ?? "null")")
        } else if let sequence = sequence(of: steps, property) {
          sequences.append("\(sequence.timing),\"frames\":{\(id):[\(sequence.frames)]}}")
        }
      }
      for (block, frame) in frames { simple[block, default: []].append((id, "{\(frame.joined(separator: ","))}")) }
    }
    for block in blocks {
      var json = block.motion.json
      if let animator = block.animator { json += ",\"key\":\(animator)" }
      let start = json.utf8.count
      if let frames = simple[ObjectIdentifier(block)] {
        json += ",\"from\":{\(frames.map { "\($0.id):\($0.frame)" }.joined(separator: ","))}"
      }
      let lists = block.lists.filter { $0.list.isDescendant(of: window) }
      if !lists.isEmpty {
        json += ",\"rows\":{\(lists.map { "\($0.list.elementID.json):\"\($0.rows)\"" }.joined(separator: ","))}"
      }
      let scrolls = Set(block.scrolls.filter { $0.isDescendant(of: window) }.map(\.elementID))
      if !scrolls.isEmpty { json += ",\"scrolls\":[\(scrolls.sorted().map(\.json).joined(separator: ","))]" }
      let faces = block.faces.filter { $0.view.isDescendant(of: window) }
      if !faces.isEmpty {
        let list = faces.map { "[\($0.id.json),\($0.view.elementID.json),\"\($0.kind)\"]" }
        json += ",\"faces\":[\(list.joined(separator: ","))]"
      }
      if let leaving = block.leaving {
        let screens = leaving.id.map { "\($0.json),\(leaving.other.elementID.json),\(leaving.isInFront)" }
        json += ",\"leaves\":[\(screens ?? "")]"
      }
      if let changes = gone[ObjectIdentifier(block)] { json += ",\"gone\":[\(changes.joined(separator: ","))]" }
      if !isFramed { json += ",\"flows\":true" }
      if json.utf8.count > start { add(json + "}") }
    }
    for sequence in sequences { add(sequence) }
  }

  /// Returns the changes of one property by several blocks as key frames; nil if they take no time.
  private func sequence(of steps: [Segment], _ property: String) -> (timing: String, frames: String)? {
    let steps = steps.sorted { $0.block.motion.delay < $1.block.motion.delay }
    let start = steps[0].block.motion.delay
    let end = steps.map { $0.block.motion.delay + $0.block.motion.duration }.max() ?? start
    guard end > start else { return nil }
    var frames: [String] = []
    func add(_ time: Double, _ value: String?, _ curve: Motion.Curve) {
      let offset = CSS.number(CGFloat((time - start) / (end - start)))
      let name = property == "move" ? "translate" : property
      frames.append("{\"offset\":\(offset),\"easing\":\"\(curve.css)\",\"\(name)\":\(value?.json ?? "null")}")
    }
    for (index, step) in steps.enumerated() {
      let motion = step.block.motion
      let next = index + 1 < steps.count ? steps[index + 1].block.motion.delay : .infinity
      // One that begins at the same time replaces it.
      if next <= motion.delay { continue }
      add(motion.delay, step.from, motion.curve)
      add(min(motion.delay + motion.duration, next), step.to, .linear)
    }
    var timing = Motion(duration: end - start, delay: start, curve: .linear)
    timing.autoreverses = steps.allSatisfy(\.block.motion.autoreverses)
    return (timing.json + (property == "move" ? ",\"adds\":true" : ""), frames.joined(separator: ","))
  }
}

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
    return Array((objects(in: window) + commands).joined(separator: ",").utf8)
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

extension MotionLog {
  /// A change of one property by one block.
  private struct Segment {
    let block: MotionBlock
    let from: String?
    let to: String
  }

  /// Returns the animations of the blocks as objects in JSON: docs/reference/live-protocol.md.
  private func objects(in window: UIView) -> [String] {
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
    var simple: [ObjectIdentifier: [String]] = [:]
    var (list, sequences) = ([String](), [String]())
    var gone: [ObjectIdentifier: [String]] = [:]
    for view in order {
      // The picture of a screen that has left is animated with all that is in it.
      let leavingID = view.inTransition?.leavingID
      let hasLeft = view.isOnItsWay { $0.leavingID != nil }
      guard hasLeft || view.renderedLength > 0 && view.isDescendant(of: window) else { continue }
      let id = (leavingID ?? view.elementID).json
      let changes = (views[ObjectIdentifier(view)] ?? []).sorted { $0.change.number < $1.change.number }
      var segments: [String: [Segment]] = [:]
      let (now, lastAim) = (view.styleText, view.rareProperties[MotionAim.self].style)
      view.noteMotionAim(now)
      for (block, change) in changes {
        let after = change.after ?? now
        // The picture of a screen that has left is as it was. A view that only one
        // block moved keeps that distance, even if its place has changed since.
        let last = hasLeft ? changes[0].change.before : changes.count == 1 ? after : now
        for (property, from, to) in StyleChange.all(from: change.before, to: after, last: last) {
          segments[property, default: []].append(Segment(block: block, from: from, to: to))
        }
      }
      var frames: [ObjectIdentifier: [String]] = [:]
      for (property, steps) in segments.sorted(by: { $0.key < $1.key }) {
        if hasLeft, let step = steps.last {
          let values = "[\((step.from ?? step.to).json),\(step.to.json)]"
          gone[ObjectIdentifier(step.block), default: []].append("[\(id),\"\(property)\",\(values)]")
        } else if steps.count == 1 {
          // If it starts where an earlier animation ends, that may still run: only the page knows the value.
          let from = steps[0].from.flatMap { from in
            lastAim.flatMap { StyleChange.value(of: property, in: $0) } == from ? nil : from
          }
          frames[ObjectIdentifier(steps[0].block), default: []].append("\"\(property)\":\(from?.json ?? "null")")
        } else if let sequence = sequence(of: steps, property) {
          sequences.append("\(sequence.timing),\"frames\":{\(id):[\(sequence.frames)]}}")
        }
      }
      for (block, frame) in frames { simple[block, default: []].append("\(id):{\(frame.joined(separator: ","))}") }
    }
    for block in blocks {
      var json = block.motion.json
      if let animator = block.animator { json += ",\"key\":\(animator)" }
      let start = json.utf8.count
      func add(_ name: String, _ items: [String], in brackets: (String, String) = ("[", "]")) {
        if !items.isEmpty { json += ",\"\(name)\":\(brackets.0)\(items.joined(separator: ","))\(brackets.1)" }
      }
      let (lists, faces) = (
        block.lists.filter { $0.list.isDescendant(of: window) }, block.faces.filter { $0.view.isDescendant(of: window) }
      )
      add("from", simple[ObjectIdentifier(block)] ?? [], in: ("{", "}"))
      add("rows", lists.map { "\($0.list.elementID.json):\"\($0.rows)\"" }, in: ("{", "}"))
      add("scrolls", Set(block.scrolls.filter { $0.isDescendant(of: window) }.map(\.elementID)).sorted().map(\.json))
      add("faces", faces.map { "[\($0.id.json),\($0.view.elementID.json),\"\($0.kind)\"]" })
      if let leaving = block.leaving {
        let screens = leaving.id.map { "\($0.json),\(leaving.other.elementID.json),\(leaving.isInFront)" }
        json += ",\"leaves\":[\(screens ?? "")]"
      }
      add("gone", gone[ObjectIdentifier(block)] ?? [])
      if !window.viewFlags.contains(.isFramed) { json += ",\"flows\":true" }
      if json.utf8.count > start { list.append(json + "}") }
    }
    return list + sequences
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

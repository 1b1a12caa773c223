internal import Basics
internal import Foundation
internal import Hydra
internal import Synchronization
internal import TempuraGraphics

/// The changes of one animation block, such as `UIView.animate`.
final class MotionBlock {
  var motion: Motion
  /// The number by which an animator speaks of its block later; nil for other blocks.
  fileprivate(set) var animator: Int?
  /// What changes in it, in the order of the changes.
  var changes: [Change] = []
  var lists: [(list: UIView, rows: String)] = []
  /// Scroll views that go to another place.
  var scrolls: [UIView] = []
  var faces: [(id: String, view: UIView, kind: String)] = []
  /// A change of screens: the id of the one that leaves the page, the one that comes, and whether the first one is in front.
  var leaving: (id: String?, other: UIView, isInFront: Bool)?
  private var known: Set<ObjectIdentifier> = []

  /// A view that changes, and the CSS of its properties before and after.
  struct Change {
    let view: UIView
    let before: String
    /// nil until the block ends.
    var after: String?
    let number: Int
    /// Gives the view the properties that it had before, for an animator, which can go back.
    let restore: (() -> Void)?
  }

  /// The one that gets the block. It is not in another app's.
  weak let log = MotionLog.current

  init(_ motion: Motion, animator: Int? = nil) { (self.motion, self.animator) = (motion, animator) }

  /// Gives the views the values that they had before, for an animator.
  func undo() {
    for change in changes.reversed() { change.restore?() }
  }

  /// Beyond, views change at once.
  private static let maxChanges = 1000

  func note(_ view: UIView) {
    guard let log, changes.count < Self.maxChanges, view.window != nil || view.isOnItsWay,
      known.insert(ObjectIdentifier(view)).inserted
    else { return }
    if !motion.isEndless { view.stopEndlessMotion() }
    changes.append(
      Change(
        view: view, before: view.styleText, number: log.nextNumber(), restore: animator == nil ? nil : view.restorer))
  }

  /// Notes how the views are at the end of the block. What changes later is not animated.
  fileprivate func noteEnd() {
    for index in changes.indices { changes[index].after = changes[index].view.styleText }
    guard motion.isEndless else { return }
    for change in changes { change.view.startEndlessMotion(motion, from: change.before, to: change.after ?? "") }
    changes = []
  }
}

/// The animation blocks that are open on a thread, innermost last.
final class OpenMotion {
  private static let threads = ThreadLocal { OpenMotion() }
  static var current: OpenMotion { threads.value }

  /// The number of blocks that are open on all threads: most changes of views are in none.
  private static let count = Atomic<Int>(0)

  @inline(__always) static var isAny: Bool { count.load(ordering: .relaxed) != 0 }

  private(set) var blocks: [MotionBlock] = []
  /// The number of `performWithoutAnimation` around the running code.
  var disabled = 0
  /// How much later the running code would run with a live page, in seconds: see `complete`.
  private(set) var lateness = 0.0
  private var completions = 0
  /// Animations that begin now and do not run by themselves.
  fileprivate(set) var held: HeldMotion?

  /// The innermost block of the app whose code is running; nil if changes are not animated.
  var block: MotionBlock? {
    guard disabled == 0, let block = blocks.last, block.log === MotionLog.current else { return nil }
    return block
  }

  /// Runs changes as an animation, and what follows when it is over.
  ///
  /// - Parameter inherits: Whether a block around this one decides about duration and curve.
  func run(
    _ motion: Motion, inherits: Bool = true, _ changes: () -> Void, then completion: ((Bool) -> Void)? = nil
  ) {
    var motion = motion
    if inherits, let outer = block?.motion { (motion.duration, motion.curve) = (outer.duration, outer.curve) }
    let end = perform(MotionBlock(motion), changes)
    if let completion { complete(after: end) { completion(true) } }
  }

  /// Runs changes in a block.
  ///
  /// - Returns: The seconds until its animation is over.
  func perform(_ block: MotionBlock, _ changes: () -> Void) -> Double {
    guard disabled == 0, MotionLog.current?.isEnabled == true else {
      changes()
      return 0
    }
    begin(block)
    changes()
    return end()
  }

  func begin(_ block: MotionBlock) {
    // Another app, which ran on this thread before, has not ended its last one.
    while let last = blocks.last, last.log !== block.log { _ = removeLast() }
    guard blocks.count < Self.maxBlocks else { return }
    block.motion.delay += lateness
    if let held {
      if block.animator == nil { block.animator = held.key.number }
      held.blocks.append(block)
    }
    blocks.append(block)
    Self.count.add(1, ordering: .relaxed)
  }

  /// - Returns: The seconds until the animation of the block that ends is over.
  @discardableResult
  func end() -> Double {
    guard let block = removeLast() else { return 0 }
    block.noteEnd()
    block.log?.add(block)
    let end = block.motion.end - lateness
    CATransaction.note(end: end)
    return end
  }

  private func removeLast() -> MotionBlock? {
    guard let block = blocks.popLast() else { return nil }
    Self.count.subtract(1, ordering: .relaxed)
    return block
  }

  /// Ends the blocks that an app has begun and not ended.
  func endAll(of log: MotionLog) {
    while let block, block.log === log { end() }
  }

  private static let maxBlocks = 1000

  /// Runs code whose animations stay at their start, until they are told to move.
  func hold(_ body: () -> Void) -> HeldMotion? {
    let outer = held
    let motion = MotionLog.current.map { HeldMotion(key: MotionKey(number: $0.nextNumber())) }
    held = motion
    body()
    held = outer
    return motion
  }

  /// The maximum number of completions that start one another without taking time.
  private static let limit = 50

  /// Runs what follows an animation.
  ///
  /// With a live page that is later, in a turn of the session. Else it is at once, and what it animates itself begins when the first
  /// animation is over: a page whose script begins only now shows both.
  func complete(after seconds: Double, _ body: @escaping () -> Void) {
    guard seconds < .infinity else { return }
    if let held { return held.completions.append(body) }
    if seconds > 0, let host = Main.scoped as? any MotionHost, host.runAfterMotion(seconds, body) { return }
    // A completion that starts the same animation again would never end.
    guard completions < Self.limit else { return }
    completions += 1
    lateness += seconds
    defer {
      completions -= 1
      lateness -= seconds
    }
    body()
  }
}

/// The number by which an animator speaks of its animations, and what it tells the page: docs/reference/live-protocol.md.
struct MotionKey {
  let number: Int
  private func send(_ command: String) { MotionLog.current?.add(command: "{\"key\":\(number),\(command)}") }

  /// - Parameter eases: Whether the fraction is one of the time, and not of the way.
  func seek(to fraction: CGFloat, eases: Bool = false) {
    send("\"seek\":\(CSS.number(fraction))\(eases ? ",\"eases\":true" : "")")
  }

  /// Moves them to their end (1) or start (-1) in so many seconds, which a `Motion` has bounded.
  func run(by direction: Int, for time: Double, _ curve: Motion.Curve) {
    send("\"run\":\(direction),\"ms\":\(Int(time * 1000)),\"easing\":\(curve.css.json)")
  }

  func stop() { send("\"stop\":true") }
}

/// Animations that follow a finger, as those of an animator do.
final class HeldMotion {
  let key: MotionKey
  /// What follows them.
  fileprivate(set) var completions: [() -> Void] = []
  fileprivate(set) var blocks: [MotionBlock] = []

  fileprivate init(key: MotionKey) { self.key = key }

  /// Moves the animations to their end (1) or start (-1), and runs what follows.
  func run(by direction: Int, for seconds: Double, _ curve: Motion.Curve) {
    let time = Motion(duration: seconds).duration
    key.run(by: direction, for: time, curve)
    OpenMotion.current.complete(after: time) { [self] in
      if direction < 0 { for block in blocks.reversed() { block.undo() } }
      for completion in completions { completion() }
      (completions, blocks) = ([], [])
      key.stop()
    }
  }
}

extension UIView {
  /// Called before a property changes that the page shows.
  @inline(__always) final func willChange() {
    if OpenMotion.isAny { noteMotion() }
  }

  @inline(never) private final func noteMotion() { OpenMotion.current.block?.note(self) }

  /// The CSS of the view's properties.
  final var styleText: String {
    var css = CSSText()
    appendStyle(to: &css)
    appendTransition(to: &css)
    return css.string
  }
}

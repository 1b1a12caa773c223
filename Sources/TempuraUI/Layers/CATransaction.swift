internal import Basics
public import Foundation

/// A group of changes of layers. Nothing is animated: a completion block runs when its transaction is committed.
public final class CATransaction: NSObject {
  /// The state of one transaction.
  private struct State {
    var completion: (() -> Void)?
    var duration: CFTimeInterval = 0.25
    var isWithoutActions = false
    var timingFunction: CAMediaTimingFunction?
  }

  /// The open transactions of a thread.
  private final class Stack {
    var states: [State] = []
  }

  private static let stacks = ThreadLocal { Stack() }
  private static var stack: Stack { stacks.value }

  /// Changes the innermost transaction. Outside of transactions nothing is kept.
  private class func change(_ change: (inout State) -> Void) {
    let stack = stack
    if !stack.states.isEmpty { change(&stack.states[stack.states.count - 1]) }
  }

  public class func begin() {
    // An app that never commits would otherwise need more and more memory.
    let stack = stack
    if stack.states.count < 1000 { stack.states.append(State()) }
  }

  public class func commit() {
    let stack = stack
    guard let state = stack.states.popLast(), let completion = state.completion else { return }
    CompletedAnimations.run(completion)
  }

  public class func flush() {}

  /// Sets the block that runs when the transaction is committed. Outside of a transaction it runs at once.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    if stack.states.isEmpty, let block { return CompletedAnimations.run(block) }
    change { $0.completion = block }
  }

  public class func completionBlock() -> (() -> Void)? { stack.states.last?.completion }

  public class func setDisableActions(_ flag: Bool) { change { $0.isWithoutActions = flag } }
  public class func disableActions() -> Bool { stack.states.last?.isWithoutActions ?? false }

  public class func setAnimationDuration(_ dur: CFTimeInterval) { change { $0.duration = dur } }
  public class func animationDuration() -> CFTimeInterval { stack.states.last?.duration ?? 0.25 }

  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    change { $0.timingFunction = function }
  }
  public class func animationTimingFunction() -> CAMediaTimingFunction? { stack.states.last?.timingFunction }

  /// Does nothing: layers are confined to their session.
  public class func lock() {}
  /// Does nothing: layers are confined to their session.
  public class func unlock() {}
}

/// Runs the completions of animations, which end as soon as they start.
enum CompletedAnimations {
  private final class Depth {
    var count = 0
  }

  private static let depths = ThreadLocal { Depth() }

  /// The maximum number of animations that start one another in their completions.
  private static let limit = 50

  /// Runs a completion. If completions start animations again and again, it is skipped after some repetitions.
  static func run(_ body: () -> Void) {
    let depth = depths.value
    guard depth.count < limit else {
      return Misuse.report(
        "An animation is started again whenever it ends. On a server animations end at once: set its repeatCount to "
          + "infinity, or animate with the app's style sheet.")
    }
    depth.count += 1
    defer { depth.count -= 1 }
    body()
  }
}

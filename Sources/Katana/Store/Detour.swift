internal import Hydra

/// A side effect that runs on a thread although its dispatch does not.
final class Detour: Work, @unchecked Sendable {
  // Safe because all is immutable, and only the one thread that runs the work uses it.
  let promise = Promise<Any>()
  private let effect: any AnySideEffect
  private let context: any AnySideEffectContext
  private let scoped = Main.scoped
  private let host: (any StoreHost)?

  init(_ effect: any AnySideEffect, _ context: any AnySideEffectContext, _ host: (any StoreHost)?) {
    self.host = host
    self.effect = effect
    self.context = context
  }

  func run() {
    Main.$scoped.withValue(scoped) {
      do { promise.resolve(try effect.anySideEffect(context)) } catch { promise.reject(error) }
    }
  }

  func refuse() { promise.reject(StoreError.tooManySideEffects(effect.debugDescription)) }

  func waitDidChange(isWaiting: Bool) { host?.sideEffectWaitDidChange(isWaiting: isWaiting) }
}

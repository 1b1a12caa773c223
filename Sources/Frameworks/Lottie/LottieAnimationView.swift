public import Foundation
public import TempuraUI

/// A view that shows one frame of a Lottie animation, as a drawing. Pages do not play it.
///
/// `play` ends at once, as all animations: the view then shows the last frame if the animation is played once, else the first.
/// Without an `accessibilityLabel` the picture is decoration.
open class LottieAnimationView: UIImageView {
  override public init(frame: CGRect) {
    super.init(frame: frame)
    isAccessibilityElement = false
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public convenience init(animation: LottieAnimation?) {
    self.init(frame: .zero)
    self.animation = animation
    show(0)
  }

  /// A view with the animation of a resource: see `LottieAnimation.named`.
  public convenience init(name: String, bundle: Bundle = .main, subdirectory: String? = nil) {
    self.init(animation: LottieAnimation.named(name, bundle: bundle, subdirectory: subdirectory))
  }

  public convenience init(filePath: String) { self.init(animation: LottieAnimation.filepath(filePath)) }

  open var animation: LottieAnimation? { didSet { show(0) } }

  /// How often the animation is played. Default: `.playOnce`.
  open var loopMode = LottieLoopMode.playOnce

  /// No effect, as the following ones.
  open var animationSpeed: CGFloat = 1
  open var backgroundBehavior = LottieBackgroundBehavior.pause
  open var shouldRasterizeWhenIdle = false

  /// Whether an endless animation was started and not stopped.
  public private(set) final var isAnimationPlaying = false

  private var completion: LottieCompletionBlock?
  private var progress: CGFloat = 0

  /// The part of the animation before the frame that is shown, from 0 to 1.
  open var currentProgress: CGFloat {
    get { progress }
    set {
      end(false)
      show(newValue)
    }
  }

  open var currentFrame: CGFloat {
    get { animation?.frame(atProgress: progress) ?? 0 }
    set {
      guard let animation, animation.endFrame > animation.startFrame else { return }
      currentProgress = (newValue - animation.startFrame) / (animation.endFrame - animation.startFrame)
    }
  }

  /// Plays the animation to its end.
  ///
  /// - Parameter completion: Called at once with true. For an endless animation it is called with false when it is stopped.
  open func play(completion: LottieCompletionBlock? = nil) {
    play(fromProgress: nil, toProgress: 1, completion: completion)
  }

  open func play(
    fromProgress: CGFloat? = nil, toProgress: CGFloat, loopMode: LottieLoopMode? = nil,
    completion: LottieCompletionBlock? = nil
  ) {
    end(false)
    if let loopMode { self.loopMode = loopMode }
    show(self.loopMode == .playOnce ? toProgress : fromProgress ?? 0)
    guard self.loopMode.isEndless else {
      completion?(true)
      return
    }
    isAnimationPlaying = true
    self.completion = completion
  }

  open func play(
    fromFrame: CGFloat? = nil, toFrame: CGFloat, loopMode: LottieLoopMode? = nil,
    completion: LottieCompletionBlock? = nil
  ) {
    guard let animation, animation.endFrame > animation.startFrame else { return }
    func progress(_ frame: CGFloat) -> CGFloat {
      (frame - animation.startFrame) / (animation.endFrame - animation.startFrame)
    }
    play(
      fromProgress: fromFrame.map(progress), toProgress: progress(toFrame), loopMode: loopMode, completion: completion)
  }

  /// Ends the animation, and shows its first frame.
  open func stop() {
    end(false)
    show(0)
  }

  /// Ends the animation at the frame that is shown.
  open func pause() { end(false) }

  private func end(_ isFinished: Bool) {
    isAnimationPlaying = false
    let completion = completion
    self.completion = nil
    completion?(isFinished)
  }

  private func show(_ progress: CGFloat) {
    self.progress = progress.isFinite ? min(max(progress, 0), 1) : 0
    image = animation.map { animation in
      UIGraphicsImageRenderer(size: animation.size).image { context in
        LottieFrame(animation: animation, context: context.cgContext).draw(animation.frame(atProgress: self.progress))
      }
    }
  }
}

/// How often an animation is played.
public enum LottieLoopMode: Hashable, Sendable {
  case playOnce, loop, autoReverse
  case `repeat`(Float)
  case repeatBackwards(Float)

  var isEndless: Bool { self == .loop || self == .autoReverse }
}

/// What an animation does while the app is in the background. No effect.
public enum LottieBackgroundBehavior: Sendable { case stop, pause, pauseAndRestore, forceFinish, continuePlaying }

public typealias LottieCompletionBlock = (Bool) -> Void

/// The names before Lottie 4.
public typealias AnimationView = LottieAnimationView
public typealias Animation = LottieAnimation

internal import Foundation

/// An object that keeps the values of its timing. They have no effect, because nothing is animated.
protocol TimingKeeper: CAMediaTiming {
  var timing: MediaTiming { get set }
}

extension CAMediaTiming {
  private var kept: MediaTiming {
    get { (self as? any TimingKeeper)?.timing ?? MediaTiming() }
    set { (self as? any TimingKeeper)?.timing = newValue }
  }

  public var beginTime: CFTimeInterval {
    get { kept.beginTime }
    set { kept.beginTime = newValue }
  }

  public var duration: CFTimeInterval {
    get { kept.duration }
    set { kept.duration = newValue }
  }

  public var speed: Float {
    get { kept.speed }
    set { kept.speed = newValue }
  }

  public var timeOffset: CFTimeInterval {
    get { kept.timeOffset }
    set { kept.timeOffset = newValue }
  }

  public var repeatCount: Float {
    get { kept.repeatCount }
    set { kept.repeatCount = newValue }
  }

  public var repeatDuration: CFTimeInterval {
    get { kept.repeatDuration }
    set { kept.repeatDuration = newValue }
  }

  public var autoreverses: Bool {
    get { kept.autoreverses }
    set { kept.autoreverses = newValue }
  }

  public var fillMode: CAMediaTimingFillMode {
    get { kept.fillMode }
    set { kept.fillMode = newValue }
  }
}

extension CAAnimation: TimingKeeper {}

extension CALayer: TimingKeeper {
  /// Returns a time: layers have no clock of their own.
  public final func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { t }

  /// Returns a time: layers have no clock of their own.
  public final func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { t }
}

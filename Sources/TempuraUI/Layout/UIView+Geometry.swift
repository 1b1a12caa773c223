public import Foundation

extension UIView {
  /// Which distances of a frame change when the superview is of another size than it was made for.
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
  }

  /// How a frame follows the superview, whose real size is the browser's: what is not flexible stays as it is.
  public final var autoresizingMask: AutoresizingMask {
    get { rareProperties?.autoresizingMask ?? [] }
    set {
      guard newValue != autoresizingMask else { return }
      makeRareProperties().autoresizingMask = newValue
      setNeedsRender()
    }
  }

  /// A frame in CSS, with the distances from the superview's edges that are not flexible.
  final func autoresizingStyle(of frame: CGRect) -> String {
    let room = superview?.frame.size ?? frame.size
    let mask = autoresizingMask
    return Self.distances(
      ("left", "right", "width"), frame.minX, frame.width, room.width,
      isStartFlexible: mask.contains(.flexibleLeftMargin),
      isLengthFlexible: mask.contains(.flexibleWidth), isEndFlexible: mask.contains(.flexibleRightMargin))
      + Self.distances(
        ("top", "bottom", "height"), frame.minY, frame.height, room.height,
        isStartFlexible: mask.contains(.flexibleTopMargin), isLengthFlexible: mask.contains(.flexibleHeight),
        isEndFlexible: mask.contains(.flexibleBottomMargin))
  }

  private static func distances(
    _ names: (start: String, end: String, length: String), _ start: CGFloat, _ length: CGFloat, _ room: CGFloat,
    isStartFlexible: Bool, isLengthFlexible: Bool, isEndFlexible: Bool
  ) -> String {
    let end = room - start - length
    switch (isStartFlexible, isLengthFlexible, isEndFlexible) {
    case (_, false, false) where isStartFlexible:
      return "\(names.end):\(CSS.px(end));\(names.length):\(CSS.px(length));"
    case (true, false, true):
      // What is left over is shared in the proportion of the margins.
      let share = start + end > 0 ? start / (start + end) : 0.5
      return
        "\(names.start):calc((100% - \(CSS.number(length))px) * \(CSS.number(share)));\(names.length):\(CSS.px(length));"
    case (false, true, false): return "\(names.start):\(CSS.px(start));\(names.end):\(CSS.px(end));"
    case (_, true, _) where room > 0:
      // Several distances share what is left over: all are parts of the whole.
      return "\(names.start):\(CSS.number(start / room * 100))%;\(names.length):\(CSS.number(length / room * 100))%;"
    default: return "\(names.start):\(CSS.px(start));\(names.length):\(CSS.px(length));"
    }
  }

  // MARK: - Conversion

  /// A point of this view in the coordinates of another one, or of the window, by their estimated frames.
  public final func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let (own, other) = (originInRoot, (view ?? root).originInRoot)
    return CGPoint(x: point.x + own.x - other.x, y: point.y + own.y - other.y)
  }

  /// A point of another view, or of the window, in the coordinates of this one.
  public final func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { (view ?? root).convert(point, to: self) }

  /// A rectangle of this view in the coordinates of another one, or of the window.
  public final func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// A rectangle of another view, or of the window, in the coordinates of this one.
  public final func convert(_ rect: CGRect, from view: UIView?) -> CGRect { (view ?? root).convert(rect, to: self) }

  private var root: UIView {
    var view = self
    while let superview = view.superview { view = superview }
    return view
  }

  private var originInRoot: CGPoint {
    var origin = CGPoint.zero
    var view = self
    while let superview = view.superview {
      origin.x += view.frame.minX
      origin.y += view.frame.minY
      view = superview
    }
    return origin
  }
}

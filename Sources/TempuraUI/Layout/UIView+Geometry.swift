public import Foundation

extension UIView {
  struct Geometry: RarePropertyGroup {
    var frame = CGRect.zero
    var autoresizingMask: AutoresizingMask = []
  }

  /// The place in the superview, in points, which are CSS pixels. Assigning a frame takes the view out of the flow and
  /// places it there.
  public final var frame: CGRect {
    get { rareProperties[Geometry.self].frame }
    set { place(newValue, isCentered: false) }
  }

  private func place(_ frame: CGRect, isCentered: Bool) {
    let isResized = frame.size != self.frame.size
    var flags = viewFlags.union(.isPlaced)
    // A view that was sized to fit keeps the size of its content when only its origin changes.
    if isResized { flags.remove(.isSizedToFit) }
    if isCentered, flags.contains(.isSizedToFit) { flags.insert(.isCentered) } else { flags.remove(.isCentered) }
    guard flags != viewFlags || frame != self.frame else { return }
    if isResized { setNeedsLayout() }
    viewFlags = flags
    rareProperties[Geometry.self].frame = frame
    setNeedsRender()
    guard let superview else { return }
    superview.viewFlags.insert(.hasPlacedSubview)
    superview.setNeedsRender()
  }

  /// Sets an estimated frame for the app to read, without taking the view out of the flow.
  package final func setFlowingFrame(_ frame: CGRect) {
    guard frame != self.frame else { return }
    rareProperties[Geometry.self].frame = frame
    setNeedsLayout()
  }

  public final var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set {
      // As in UIKit, the centre does not change.
      let (width, height) = (newValue.width, newValue.height)
      frame = CGRect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
  }

  public final var center: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      let origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
      place(CGRect(origin: origin, size: frame.size), isCentered: true)
    }
  }

  /// Does nothing: a server has no image context.
  ///
  /// - Returns: false, as in UIKit for a view without an image.
  @discardableResult
  public final func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { false }
}

// MARK: - Autoresizing

extension UIView {
  /// The distances of a frame that change with the size of the superview.
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

  /// How the frame changes with the real size of the superview in the browser. Distances that are not flexible keep their
  /// values.
  public final var autoresizingMask: AutoresizingMask {
    get { rareProperties[Geometry.self].autoresizingMask }
    set { set(\Geometry.autoresizingMask, to: newValue) }
  }

  /// Returns the CSS of a frame that follows `autoresizingMask`.
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
      // The margins share the remaining length in proportion to their values.
      let share = start + end > 0 ? start / (start + end) : 0.5
      return
        "\(names.start):calc((100% - \(CSS.number(length))px) * \(CSS.number(share)));\(names.length):\(CSS.px(length));"
    case (false, true, false): return "\(names.start):\(CSS.px(start));\(names.end):\(CSS.px(end));"
    case (_, true, _) where room > 0:
      // All distances are parts of the superview's length.
      return "\(names.start):\(CSS.number(start / room * 100))%;\(names.length):\(CSS.number(length / room * 100))%;"
    default: return "\(names.start):\(CSS.px(start));\(names.length):\(CSS.px(length));"
    }
  }
}

// MARK: - Conversion

extension UIView {
  /// Returns a point of this view in the coordinates of another view, or of the window, by their estimated frames.
  public final func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let (own, other) = (originInRoot, (view ?? root).originInRoot)
    return CGPoint(x: point.x + own.x - other.x, y: point.y + own.y - other.y)
  }

  /// Returns a point of another view, or of the window, in the coordinates of this view.
  public final func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { (view ?? root).convert(point, to: self) }

  /// Returns a rectangle of this view in the coordinates of another view, or of the window.
  public final func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// Returns a rectangle of another view, or of the window, in the coordinates of this view.
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

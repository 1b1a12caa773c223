internal import Basics
package import Foundation

extension UIView {
  struct Geometry: RarePropertyGroup {
    /// The frame in the superview, before the transform.
    var frame = CGRect.zero
    /// The origin of the view's own coordinates.
    var boundsOrigin = CGPoint.zero
    /// The point that `center` stands for and that transforms do not move, in parts of the view's size.
    var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    var autoresizingMask: AutoresizingMask = []

    /// The anchor point in the coordinates of the superview.
    var position: CGPoint {
      CGPoint(x: frame.minX + anchorPoint.x * frame.width, y: frame.minY + anchorPoint.y * frame.height)
    }

    func frame(position: CGPoint, size: CGSize) -> CGRect {
      CGRect(
        x: position.x - anchorPoint.x * size.width, y: position.y - anchorPoint.y * size.height, width: size.width,
        height: size.height)
    }
  }

  /// The frame before the transform.
  package final var untransformedFrame: CGRect { self[\Geometry.frame] }

  /// Assigns the frame. See `frame`.
  final func setFrame(_ newFrame: CGRect) {
    var frame = sanitized(newFrame)
    let geometry = rareProperties[Geometry.self]
    if transform != .identity {
      let (position, size) = transform.layer(filling: frame, around: geometry.anchorPoint)
      frame = geometry.frame(position: position, size: size)
    }
    setUntransformedFrame(frame, from: geometry.frame)
  }

  final func setPosition(_ position: CGPoint) {
    let geometry = rareProperties[Geometry.self]
    setUntransformedFrame(
      sanitized(geometry.frame(position: position, size: geometry.frame.size)), from: geometry.frame)
  }

  /// Sets the size of the view, and the origin of its coordinates. As in UIKit, the centre does not change.
  final func setBounds(_ bounds: CGRect) {
    let geometry = rareProperties[Geometry.self]
    let bounds = sanitized(bounds)
    if bounds.origin != geometry.boundsOrigin { setBoundsOrigin(bounds.origin) }
    if bounds.size != geometry.frame.size {
      setUntransformedFrame(geometry.frame(position: geometry.position, size: bounds.size), from: geometry.frame)
    }
  }

  private func setBoundsOrigin(_ origin: CGPoint) {
    if OpenMotion.isAny { for view in subviews { view.willChange() } }
    rareProperties[Geometry.self].boundsOrigin = origin
    for view in subviews where view.hasAssignedFrame { view.setNeedsRender() }
    setNeedsLayout()
  }

  /// The point of the view that `center` stands for, in parts of the size. Changing it moves the frame.
  package final var layerAnchorPoint: CGPoint {
    get { self[\Geometry.anchorPoint] }
    set {
      var geometry = rareProperties[Geometry.self]
      guard newValue != geometry.anchorPoint else { return }
      let position = geometry.position
      geometry.anchorPoint = newValue
      rareProperties[Geometry.self].anchorPoint = newValue
      setNeedsRender()
      if geometry.frame != .zero {
        setUntransformedFrame(geometry.frame(position: position, size: geometry.frame.size), from: geometry.frame)
      }
    }
  }

  final func setUntransformedFrame(_ frame: CGRect, from old: CGRect, use: FrameUse? = nil) {
    let use = use ?? (viewFlags.contains(.keepsFlow) ? .unused : .assigned)
    guard frame != old || frameUse != use else { return }
    willChange()
    if frame != old { rareProperties[Geometry.self].frame = frame }
    if use != .unused {
      frameUse = use
      markForRendering()
      superview?.noteSubviewWithFrame()
    } else if hasAssignedFrame {
      frameUse = .unused
      markForRendering()
    }
    if frame.size != old.size { sizeDidChange(from: old.size) }
    // Else the layout of the superview does it.
    if frame != old, let superview, superview.hasHadSafeArea, !superview.viewFlags.contains(.needsLayout) {
      updateSafeArea(in: superview.safeAreaInsets)
    }
  }

  private func sizeDidChange(from old: CGSize) {
    setNeedsLayout()
    for view in subviews where view.hasAssignedFrame {
      if !view.autoresizingMask.isEmpty, view.frameUse == .assigned {
        view.autoresize(from: old, to: untransformedFrame.size)
      }
      view.markForRendering()  // it may be outside of this view now
    }
  }

  /// Tells the view, and the views around it, that a subview is at its frame.
  final func noteSubviewWithFrame() {
    viewFlags.insert(.hasSubviewWithFrame)
    markForRendering()
    noteSubtreeWithFrames()
  }

  final func noteSubtreeWithFrames() {
    var view: UIView? = self
    while let current = view, !current.viewFlags.contains(.mayContainFrames) {
      current.viewFlags.insert(.mayContainFrames)
      view = current.superview
    }
  }

  /// Sets the frame of a view that the app does not place itself, on a page that is laid out.
  final func setLaidOutFrame(_ frame: CGRect) {
    guard !hasAssignedFrame || frame != self.frame else { return }
    let use: FrameUse = frameUse == .assigned ? .assigned : .laidOut
    self.frame = frame
    frameUse = use
  }

  /// Sets the frame that constraints give the view.
  final func setSolvedFrame(_ frame: CGRect) {
    setUntransformedFrame(sanitized(frame), from: untransformedFrame, use: .laidOut)
  }

  /// Sets the frame that a container of the framework gives the view, for the app to read. The view stays in the flow of
  /// the page, or returns to it.
  package final func setFlowingFrame(_ frame: CGRect) {
    let keptFlow = !viewFlags.insert(.keepsFlow).inserted
    // An app's class may override the property.
    if frame != self.frame || hasAssignedFrame { self.frame = frame }
    if !keptFlow { viewFlags.remove(.keepsFlow) }
  }

  /// Gives a control of a fixed size that size. With an empty frame it stays in the flow, else it gets a frame at its
  /// origin.
  final func setFixedSize(_ size: CGSize, in frame: CGRect) {
    let sized = CGRect(origin: frame.origin, size: size)
    if frame == .zero { setFlowingFrame(sized) } else { self.frame = sized }
  }

  /// Returns a rectangle that a page can have: with finite numbers, and a size that is not negative.
  private func sanitized(_ rect: CGRect) -> CGRect {
    let (origin, size) = (rect.origin, rect.size)
    if origin.x.isFinite, origin.y.isFinite, size.width.isFinite, size.height.isFinite {
      return size.width >= 0 && size.height >= 0 ? rect : rect.standardized
    }
    Misuse.report(
      "The frame of \(type(of: self)) has a number that is not finite. 0 is used instead: check the sizes from which "
        + "\(type(of: self)) or its superview computes it.")
    return CGRect(
      x: origin.x.saneDistance, y: origin.y.saneDistance, width: size.width.saneDistance,
      height: size.height.saneDistance
    ).standardized
  }
}

extension CGAffineTransform {
  /// Returns the position and the size of a layer whose transformed bounds fill a rectangle. As in UIKit, they are larger than it
  /// if the transform turns by other than a multiple of a right angle.
  func layer(filling rect: CGRect, around anchor: CGPoint) -> (position: CGPoint, size: CGSize) {
    let determinant = a * d - b * c
    guard determinant != 0 else { return (CGPoint(x: rect.midX - tx, y: rect.midY - ty), .zero) }
    let size = CGRect(origin: .zero, size: rect.size).applying(inverted()).size
    let own = CGRect(x: -anchor.x * size.width, y: -anchor.y * size.height, width: size.width, height: size.height)
    let area = own.applying(self)
    return (CGPoint(x: rect.midX - area.midX, y: rect.midY - area.midY), size)
  }
}

// MARK: - Framed pages

extension UIView {
  /// Whether the page has the width for which the server laid it out, because the app places views on it.
  package final var isOnFramedPage: Bool {
    nearest { $0.parentReference == nil }?._withUnsafeGuaranteedRef { $0.viewFlags.contains(.isFramed) } ?? false
  }

  /// Whether the app places a view of the subtree, by a frame or by constraints.
  final func findsPlacedView() -> Bool {
    guard viewFlags.contains(.mayContainFrames) else { return false }
    if placesSubviews { return true }
    if hasConstraints || !layerMedia.isEmpty { return true }
    if subviews.contains(where: { $0.frameUse == .assigned || $0.findsPlacedView() }) { return true }
    viewFlags.remove(.mayContainFrames)
    return false
  }

  /// Whether the view does not show what lies outside of its bounds, and cannot be scrolled there. Subviews outside of such
  /// a view are hidden, so that the page does not grow, and its controls cannot be reached by keyboard.
  final var hidesOutside: Bool { manager != nil && !scrollsContent || clipsSubviews }
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

  /// How the frame changes when the size of the superview does. Distances that are not flexible keep their values.
  ///
  /// A view without a frame whose width and height are flexible follows the size of its superview.
  public final var autoresizingMask: AutoresizingMask {
    get { self[\Geometry.autoresizingMask] }
    set {
      self[\Geometry.autoresizingMask] = newValue
      let isEmpty = frameUse == .unused && untransformedFrame == .zero
      if isEmpty, newValue.isSuperset(of: [.flexibleWidth, .flexibleHeight]) { setFrame(.zero) }
    }
  }

  /// Changes the frame after a change of the superview's size.
  fileprivate final func autoresize(from old: CGSize, to new: CGSize) {
    let (frame, mask) = (untransformedFrame, autoresizingMask)
    let (x, width) = Self.autoresized(
      frame.minX, frame.width, from: old.width, to: new.width,
      (mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)))
    let (y, height) = Self.autoresized(
      frame.minY, frame.height, from: old.height, to: new.height,
      (mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)))
    setFrame(CGRect(x: x, y: y, width: width, height: height))
  }

  /// Returns the start and the length of a frame in one direction.
  private static func autoresized(
    _ start: CGFloat, _ length: CGFloat, from old: CGFloat, to new: CGFloat,
    _ flexible: (start: Bool, length: Bool, end: Bool)
  ) -> (CGFloat, CGFloat) {
    let added = new - old
    guard added != 0, old > 0 || (start == 0 && length == 0) else { return (start, length) }
    let end = old - start - length
    let total = (flexible.start ? start : 0) + (flexible.length ? length : 0) + (flexible.end ? end : 0)
    // Flexible distances share what was added in proportion to their lengths.
    func share(_ distance: CGFloat, _ isFlexible: Bool) -> CGFloat {
      guard isFlexible else { return 0 }
      if total > 0 { return added * distance / total }
      let count = [flexible.start, flexible.length, flexible.end].count { $0 }
      return added / CGFloat(count)
    }
    return (start + share(start, flexible.start), max(length + share(length, flexible.length), 0))
  }
}

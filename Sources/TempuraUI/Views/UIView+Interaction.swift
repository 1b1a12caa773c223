public import Foundation

extension UIView {
  /// Properties that change nothing on a page.
  private struct Unused: RarePropertyGroup {
    var preservesMargins = false
    var insetsMargins = true
    var adjustmentMode = TintAdjustmentMode.automatic
    var scale: CGFloat?
    var restorationIdentifier: String?
    var motionEffects: [UIMotionEffect] = []
    var interactions: [any UIInteraction] = []
  }

  /// How a view shows its tint colour.
  public enum TintAdjustmentMode: Int, Sendable { case automatic, normal, dimmed }

  /// Ends the input in this view and its subviews: the field with the input focus gives it up.
  ///
  /// - Parameter force: Whether the field has no choice. On a page it always has one.
  /// - Returns: Whether no field in the view has the input focus now.
  @discardableResult
  public final func endEditing(_ force: Bool) -> Bool {
    guard let responder = window?.firstResponder, responder.isDescendant(of: self) else { return true }
    return responder.resignFirstResponder()
  }

  /// Returns a view of the same size and background colour: a page has no pictures of its views.
  public final func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    let view = UIView(frame: bounds)
    view.backgroundColor = backgroundColor
    return view
  }

  /// Returns a view of the size of an area, and of the same background colour.
  public final func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    let view = snapshotView(afterScreenUpdates: afterUpdates)
    view?.frame = CGRect(origin: .zero, size: rect.size)
    return view
  }

  // MARK: - Without effect on a page

  /// No effect: the margins of a view are its own.
  public final var preservesSuperviewLayoutMargins: Bool {
    get { rareProperties[Unused.self].preservesMargins }
    set { rareProperties[Unused.self].preservesMargins = newValue }
  }

  /// No effect: the margins of a screen's view are added to its safe area.
  public final var insetsLayoutMarginsFromSafeArea: Bool {
    get { rareProperties[Unused.self].insetsMargins }
    set { rareProperties[Unused.self].insetsMargins = newValue }
  }

  /// No effect: a screen below a modal one is covered, and keeps its colours.
  public final var tintAdjustmentMode: TintAdjustmentMode {
    get { rareProperties[Unused.self].adjustmentMode }
    set { rareProperties[Unused.self].adjustmentMode = newValue }
  }

  /// The number of pixels in a point. Setting it has no effect on a page. Default: that of the screen.
  public final var contentScaleFactor: CGFloat {
    get { rareProperties[Unused.self].scale ?? traitCollection.displayScale }
    set { rareProperties[Unused.self].scale = newValue }
  }

  /// No effect: navigation and local states are restored by routes.
  public final var restorationIdentifier: String? {
    get { rareProperties[Unused.self].restorationIdentifier }
    set { rareProperties[Unused.self].restorationIdentifier = newValue }
  }

  /// The effects that were added. A page does not know how its device moves.
  public final var motionEffects: [UIMotionEffect] {
    get { rareProperties[Unused.self].motionEffects }
    set { rareProperties[Unused.self].motionEffects = newValue }
  }

  public final func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }

  public final func removeMotionEffect(_ effect: UIMotionEffect) { motionEffects.removeAll { $0 === effect } }

  /// The interactions that were added. A page performs none.
  public final var interactions: [any UIInteraction] {
    get { rareProperties[Unused.self].interactions }
    set {
      let old = interactions
      for interaction in old where !newValue.contains(where: { $0 === interaction }) { removeInteraction(interaction) }
      for interaction in newValue where !old.contains(where: { $0 === interaction }) { addInteraction(interaction) }
    }
  }

  public final func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    rareProperties[Unused.self].interactions.append(interaction)
    interaction.didMove(to: self)
  }

  public final func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    rareProperties[Unused.self].interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}

/// A behaviour that is added to views, such as dragging.
public protocol UIInteraction: AnyObject {
  var view: UIView? { get }
  func willMove(to view: UIView?)
  func didMove(to view: UIView?)
}

/// A change of a view when the device moves. No effect: a page does not know how its device moves.
open class UIMotionEffect: NSObject {
  override public init() { super.init() }

  open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }
}

/// A change of one property when the device moves.
open class UIInterpolatingMotionEffect: UIMotionEffect {
  /// The direction of a movement.
  public enum EffectType: Int, Sendable { case tiltAlongHorizontalAxis, tiltAlongVerticalAxis }

  public final let keyPath: String
  public final let type: EffectType
  open var minimumRelativeValue: Any?
  open var maximumRelativeValue: Any?

  public init(keyPath: String, type: EffectType) {
    self.keyPath = keyPath
    self.type = type
  }
}

/// Several changes when the device moves.
open class UIMotionEffectGroup: UIMotionEffect {
  open var motionEffects: [UIMotionEffect]?
}

public import Foundation

extension UIView {
  /// How a view shows its tint colour.
  public enum TintAdjustmentMode: Int, Sendable, UnusedValue {
    case automatic, normal, dimmed

    public static var _unset: Self { .automatic }
  }

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

  // MARK: - Effects and interactions

  public final func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }

  public final func removeMotionEffect(_ effect: UIMotionEffect) { motionEffects.removeAll { $0 === effect } }

  public final func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    addedInteractions.append(interaction)
    interaction.didMove(to: self)
  }

  public final func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    addedInteractions.removeAll { $0 === interaction }
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

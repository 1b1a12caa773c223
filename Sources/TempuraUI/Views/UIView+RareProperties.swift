public import Foundation

extension UIView {
  /// What most views of a screen never set.
  package final class RareProperties {
    @exclusivity(unchecked) package var frame = CGRect.zero
    @exclusivity(unchecked) package var alpha: CGFloat = 1
    @exclusivity(unchecked) package var backgroundColor: UIColor?
    @exclusivity(unchecked) package var tintColor: UIColor?
    @exclusivity(unchecked) package var accessibilityLabel: String?
    @exclusivity(unchecked) package var accessibilityHint: String?
    @exclusivity(unchecked) package var accessibilityIdentifier: String?
    @exclusivity(unchecked) package var accessibilityTraits: UIAccessibilityTraits = .none
    @exclusivity(unchecked) package var isAccessibilityElement: Bool?
    @exclusivity(unchecked) package weak var managingViewController: UIViewController?
    @exclusivity(unchecked) package var layoutRules: LayoutRules?
    @exclusivity(unchecked) var rarest: RarestProperties?
  }

  package final func makeRareProperties() -> RareProperties {
    if let rareProperties { return rareProperties }
    let made = RareProperties()
    rareProperties = made
    return made
  }

  /// Sets a rare property and marks the view if that changes something.
  private func write<Value: Equatable>(_ value: Value, over old: Value, _ set: (RareProperties) -> Void) {
    guard value != old else { return }
    set(makeRareProperties())
    setNeedsRender()
  }
}

// MARK: - Appearance

extension UIView {
  /// Whether the view and all below it is out of sight.
  public final var isHidden: Bool {
    get { viewFlags.contains(.isHidden) }
    set { set(.isHidden, to: newValue) }
  }

  /// Whether the view and all below it takes input.
  public final var isUserInteractionEnabled: Bool {
    get { !viewFlags.contains(.isInteractionDisabled) }
    set { set(.isInteractionDisabled, to: !newValue) }
  }

  /// Sets a flag that the markup shows.
  package final func set(_ flag: Flags, to value: Bool) {
    guard viewFlags.contains(flag) != value else { return }
    viewFlags.formSymmetricDifference(flag)
    setNeedsRender()
  }

  /// How opaque the view is, from 0 to 1. As in UIKit, a view below 0.01 takes no input, nor does anything in it.
  public final var alpha: CGFloat {
    get { rareProperties?.alpha ?? 1 }
    set { write(min(max(newValue, 0), 1), over: alpha) { $0.alpha = min(max(newValue, 0), 1) } }
  }

  public final var backgroundColor: UIColor? {
    get { rareProperties?.backgroundColor }
    set { write(newValue, over: rareProperties?.backgroundColor) { $0.backgroundColor = newValue } }
  }

  /// The colour of what can be tapped, here and below.
  public final var tintColor: UIColor! {
    get { rareProperties?.tintColor ?? superview?.tintColor ?? .systemBlue }
    set { write(newValue, over: rareProperties?.tintColor) { $0.tintColor = newValue } }
  }

  /// How a picture fills the view. It shows in image views.
  public final var contentMode: ContentMode {
    get { rareProperties?.contentMode ?? .scaleToFill }
    set { write(newValue, over: contentMode) { $0.contentMode = newValue } }
  }

  public final var transform: CGAffineTransform {
    get { rareProperties?.transform ?? .identity }
    set { write(newValue, over: transform) { $0.transform = newValue } }
  }

  /// What is drawn behind the content: of Core Animation's layer, the properties that a style sheet has.
  public final var layer: CALayer {
    let rareProperties = makeRareProperties()
    if let layer = rareProperties.layer { return layer }
    let made = CALayer(view: self)
    rareProperties.layer = made
    return made
  }

  package final var cornerRadius: CGFloat {
    get { rareProperties?.cornerRadius ?? 0 }
    set { write(newValue, over: cornerRadius) { $0.cornerRadius = newValue } }
  }

  /// A number of the app's to tell views apart by.
  public final var tag: Int {
    get { rareProperties?.tag ?? 0 }
    set { makeRareProperties().tag = newValue }
  }

  /// Whether input reaches the view as far as the view itself is concerned: it can be seen, and takes input.
  package final var isOpenToInteraction: Bool { !viewFlags.contains(.isInert) && isOpen }

  /// The same, whether or not the view is covered by a modal screen.
  final var isOpen: Bool {
    viewFlags.isDisjoint(with: [.isHidden, .isInteractionDisabled]) && (rareProperties?.alpha ?? 1) >= 0.01
  }

  /// Whether input reaches the view: it and all that it lies in is open to interaction.
  package final var isReachable: Bool {
    var view: UIView? = self
    while let current = view {
      guard current.isOpenToInteraction else { return false }
      view = current.superview
    }
    return true
  }
}

// MARK: - Geometry

extension UIView {
  /// The place in the superview, in points, which are CSS pixels. A frame that is assigned takes the view out of the
  /// flow: the page shows it at that place.
  public final var frame: CGRect {
    get { rareProperties?.frame ?? .zero }
    set { place(newValue, isCentered: false) }
  }

  private func place(_ frame: CGRect, isCentered: Bool) {
    // A view that was sized to fit and is only moved stays as large as its content.
    var flags = viewFlags.union(.isPlaced)
    if frame.size != self.frame.size { flags.remove(.isSizedToFit) }
    if isCentered, flags.contains(.isSizedToFit) { flags.insert(.isCentered) } else { flags.remove(.isCentered) }
    guard flags != viewFlags || frame != self.frame else { return }
    if frame.size != self.frame.size { setNeedsLayout() }
    viewFlags = flags
    makeRareProperties().frame = frame
    setNeedsRender()
    guard let superview else { return }
    superview.viewFlags.insert(.holdsPlaced)
    superview.setNeedsRender()
  }

  /// Assigns a frame for the app to read, without taking the view out of the flow.
  package final func setFlowingFrame(_ frame: CGRect) {
    guard frame != self.frame else { return }
    makeRareProperties().frame = frame
    setNeedsLayout()
  }

  public final var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set {
      // The middle stays, as on a phone.
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

  /// Would draw the view into the current image context. A server has none, as it is the browser that draws.
  ///
  /// - Returns: false, as for a view of which UIKit has no image.
  @discardableResult
  public final func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool { false }
}

// MARK: - Accessibility

extension UIView {
  /// What a screen reader says instead of the content.
  public final var accessibilityLabel: String? {
    get { rareProperties?.accessibilityLabel }
    set { write(newValue, over: rareProperties?.accessibilityLabel) { $0.accessibilityLabel = newValue } }
  }

  /// The view whose text names this one, if it has no label of its own: a label beside a switch. UIKit has no such
  /// property, as it looks at no page as a whole.
  public final var accessibilityLabellingView: UIView? {
    get { rareProperties?.labellingView }
    set { write(newValue, over: rareProperties?.labellingView) { $0.labellingView = newValue } }
  }

  /// What happens when the element is used.
  public final var accessibilityHint: String? {
    get { rareProperties?.accessibilityHint }
    set { write(newValue, over: rareProperties?.accessibilityHint) { $0.accessibilityHint = newValue } }
  }

  public final var accessibilityValue: String? {
    get { rareProperties?.accessibilityValue }
    set { write(newValue, over: rareProperties?.accessibilityValue) { $0.accessibilityValue = newValue } }
  }

  /// The element's id in the page, instead of its path of property names. It has to be the only one on its page, and
  /// none of the names that the page's form has for itself; such a one is reported and not taken.
  public final var accessibilityIdentifier: String? {
    get { rareProperties?.accessibilityIdentifier }
    set {
      guard newValue != accessibilityIdentifier else { return }
      if let newValue, ["tap", "page", "return", "screen"].contains(newValue) {
        return Misuse.report(
          "\(type(of: self)) cannot have the identifier \(newValue), which is the form's: choose another one.")
      }
      makeRareProperties().accessibilityIdentifier = newValue
      renderedLength = 0  // the ids below depend on it
      setNeedsRender()
    }
  }

  public final var accessibilityTraits: UIAccessibilityTraits {
    get { rareProperties?.accessibilityTraits ?? .none }
    set { write(newValue, over: accessibilityTraits) { $0.accessibilityTraits = newValue } }
  }

  /// Whether the view is something to say of. An image view for which this is set to false is decoration.
  public final var isAccessibilityElement: Bool {
    get { rareProperties?.isAccessibilityElement ?? false }
    set { write(newValue, over: rareProperties?.isAccessibilityElement) { $0.isAccessibilityElement = newValue } }
  }
}

extension UIView {
  /// The view controller that manages this view as its root view.
  package final var managingViewController: UIViewController? {
    get { rareProperties?.managingViewController }
    set { makeRareProperties().managingViewController = newValue }
  }
}

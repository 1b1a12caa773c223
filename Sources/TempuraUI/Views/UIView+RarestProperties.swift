package import Foundation

extension UIView {
  /// What even most of the views never set that have rare properties.
  final class RarestProperties {
    var transform = CGAffineTransform.identity
    var cornerRadius: CGFloat = 0
    var tag = 0
    var layer: CALayer?
    var textTraits: TextTraits?
    weak var modelledViewController: UIViewController?
    var accessibilityValue: String?
    weak var labellingView: UIView?
    var contentMode = ContentMode.scaleToFill
    var autoresizingMask: UIView.AutoresizingMask = []
    var semanticContentAttribute = UISemanticContentAttribute.unspecified
    var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    var draft: FieldDraft?
    var gestureRecognizers: [UIGestureRecognizer]?
    var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    // Of the cells of collection views.
    var reuseIdentifier: String?
    var itemSize: ItemSize?
    var isCellHighlighted = false
  }
}

extension UIView.RareProperties {
  private func makeRarest() -> UIView.RarestProperties {
    let made = rarest ?? UIView.RarestProperties()
    rarest = made
    return made
  }

  package var transform: CGAffineTransform {
    get { rarest?.transform ?? .identity }
    set { makeRarest().transform = newValue }
  }

  package var cornerRadius: CGFloat {
    get { rarest?.cornerRadius ?? 0 }
    set { makeRarest().cornerRadius = newValue }
  }

  package var tag: Int {
    get { rarest?.tag ?? 0 }
    set { makeRarest().tag = newValue }
  }

  package var layer: CALayer? {
    get { rarest?.layer }
    set { makeRarest().layer = newValue }
  }

  package var textTraits: TextTraits? {
    get { rarest?.textTraits }
    set { makeRarest().textTraits = newValue }
  }

  /// The back reference of a view that is made for a view controller, which is set before the controller has the view.
  package var modelledViewController: UIViewController? {
    get { rarest?.modelledViewController }
    set { makeRarest().modelledViewController = newValue }
  }

  package var accessibilityValue: String? {
    get { rarest?.accessibilityValue }
    set { makeRarest().accessibilityValue = newValue }
  }

  package var labellingView: UIView? {
    get { rarest?.labellingView }
    set { makeRarest().labellingView = newValue }
  }

  package var contentMode: UIView.ContentMode {
    get { rarest?.contentMode ?? .scaleToFill }
    set { makeRarest().contentMode = newValue }
  }

  package var autoresizingMask: UIView.AutoresizingMask {
    get { rarest?.autoresizingMask ?? [] }
    set { makeRarest().autoresizingMask = newValue }
  }

  package var semanticContentAttribute: UISemanticContentAttribute {
    get { rarest?.semanticContentAttribute ?? .unspecified }
    set { makeRarest().semanticContentAttribute = newValue }
  }

  package var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { rarest?.overrideUserInterfaceStyle ?? .unspecified }
    set { makeRarest().overrideUserInterfaceStyle = newValue }
  }

  package var draft: FieldDraft? {
    get { rarest?.draft }
    set { makeRarest().draft = newValue }
  }

  package var gestureRecognizers: [UIGestureRecognizer]? {
    get { rarest?.gestureRecognizers }
    set { makeRarest().gestureRecognizers = newValue }
  }

  package var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get { rarest?.accessibilityCustomActions }
    set { makeRarest().accessibilityCustomActions = newValue }
  }

  package var reuseIdentifier: String? {
    get { rarest?.reuseIdentifier }
    set { makeRarest().reuseIdentifier = newValue }
  }

  package var itemSize: ItemSize? {
    get { rarest?.itemSize }
    set { makeRarest().itemSize = newValue }
  }

  package var isCellHighlighted: Bool {
    get { rarest?.isCellHighlighted ?? false }
    set { makeRarest().isCellHighlighted = newValue }
  }
}

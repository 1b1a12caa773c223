internal import Foundation

extension UIView {
  struct Accessibility: RarePropertyGroup {
    var label: String?
    var hint: String?
    var value: String?
    var identifier: String?
    var traits = UIAccessibilityTraits.none
    var isElement: Bool?
  }

  /// Apart from the other properties, because a group with a weak reference is slow to copy.
  private struct Labelling: RarePropertyGroup {
    weak var view: UIView?
  }

  /// The text that a screen reader says instead of the content.
  public final var accessibilityLabel: String? {
    get { rareProperties[Accessibility.self].label }
    set { set(\Accessibility.label, to: newValue) }
  }

  /// The view whose text names this view if it has no label of its own, such as the label beside a switch. UIKit has no
  /// such property.
  public final var accessibilityLabellingView: UIView? {
    get { rareProperties.box(of: Labelling.self)?.properties.view }
    set { set(\Labelling.view, to: newValue) }
  }

  /// What happens when the element is used.
  public final var accessibilityHint: String? {
    get { rareProperties[Accessibility.self].hint }
    set { set(\Accessibility.hint, to: newValue) }
  }

  public final var accessibilityValue: String? {
    get { rareProperties[Accessibility.self].value }
    set { set(\Accessibility.value, to: newValue) }
  }

  /// The element's id in the page, instead of its path of property names. It must be unique on its page. The names of
  /// the form's own fields are reported as misuse and ignored.
  public final var accessibilityIdentifier: String? {
    get { rareProperties[Accessibility.self].identifier }
    set {
      guard newValue != accessibilityIdentifier else { return }
      if let newValue, ["tap", "page", "return", "screen"].contains(newValue) {
        return Misuse.report(
          "\(type(of: self)) cannot have the identifier \(newValue), which is the form's: choose another one.")
      }
      rareProperties[Accessibility.self].identifier = newValue
      renderedLength = 0  // the ids of subviews depend on it
      setNeedsRender()
    }
  }

  public final var accessibilityTraits: UIAccessibilityTraits {
    get { rareProperties[Accessibility.self].traits }
    set { set(\Accessibility.traits, to: newValue) }
  }

  /// Whether screen readers mention the view. An image view for which this is set to false is decoration.
  public final var isAccessibilityElement: Bool {
    get { rareProperties[Accessibility.self].isElement ?? false }
    set { set(\Accessibility.isElement, to: newValue) }
  }
}

internal import Basics
internal import Foundation

extension UIView {
  // A group each for the label and the hint, because many views have one and nothing else.

  struct AccessibleLabel: RarePropertyGroup {
    var text: String?
  }

  struct AccessibleHint: RarePropertyGroup {
    var text: String?
  }

  struct Accessibility: RarePropertyGroup {
    var value, identifier: String?
    var traits = UIAccessibilityTraits.none
    var isElement: Bool?
    var elementsHidden = false
  }

  /// Whether the view has something to say to screen readers. An app's class may compute it.
  final var hasAccessibility: Bool {
    rareProperties.box(of: Accessibility.self) != nil || accessibilityLabel != nil || accessibilityValue != nil
      || accessibilityHint != nil || accessibilityTraits != .none
  }

  /// Apart from the other properties, because a group with a weak reference is slow to copy.
  private struct Labelling: RarePropertyGroup {
    weak var view: UIView?
  }

  /// The view whose text names this view if it has no label of its own, such as the label beside a switch. UIKit has no
  /// such property.
  public final var accessibilityLabellingView: UIView? {
    get { rareProperties.box(of: Labelling.self)?.properties.view }
    set { self[\Labelling.view] = newValue }
  }

  /// The element's id in the page, instead of its path of property names. It must be unique on its page. The names of
  /// the page's own elements are reported as misuse and ignored.
  public final var accessibilityIdentifier: String? {
    get { rareProperties.box(of: Accessibility.self)?.properties.identifier }
    set {
      guard newValue != accessibilityIdentifier else { return }
      if let newValue, ["tap", "page", "return", "touches", "screen", "notices"].contains(newValue) {
        return Misuse.report(
          "\(type(of: self)) cannot have the identifier \(newValue), which is the page's: choose another one.")
      }
      rareProperties[Accessibility.self].identifier = newValue
      renderedLength = 0  // the ids of subviews depend on it
      setNeedsRender()
    }
  }
}

/// What a text is, for screen readers.
public enum UIAccessibilityTextualContext: String, Sendable {
  case console, fileSystem, messaging, narrative, sourceCode, spreadsheet, wordProcessing
}

public import Foundation

extension UITabBar {
  /// How the tabs share the width of the bar.
  public enum ItemPositioning: Int, Sendable {
    case automatic, fill, centered
  }

  private struct Positioning: RarePropertyGroup {
    var positioning = ItemPositioning.automatic
    var width: CGFloat = 0
    var spacing: CGFloat = 0
  }

  /// No effect, as the following ones: the tabs share the width of the bar equally.
  public final var itemPositioning: ItemPositioning {
    get { rareProperties[Positioning.self].positioning }
    set { rareProperties[Positioning.self].positioning = newValue }
  }

  public final var itemWidth: CGFloat {
    get { rareProperties[Positioning.self].width }
    set { rareProperties[Positioning.self].width = newValue }
  }

  public final var itemSpacing: CGFloat {
    get { rareProperties[Positioning.self].spacing }
    set { rareProperties[Positioning.self].spacing = newValue }
  }
}

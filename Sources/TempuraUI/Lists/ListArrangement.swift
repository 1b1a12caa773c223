internal import Foundation

/// Where the items, headers, footers and decorations of a list are, in points of its content: the answer of a layout object.
///
/// There is one way to make it for each kind of layout: lines (`ListArrangement+Lines`: flow layouts and tables) and groups
/// (`ListArrangement+Groups`: compositional layouts). An item has the size that the app gives it, the size that was measured, or
/// an estimate: no cell is needed to compute an arrangement. On a page that is laid out the views get these frames. On a page that
/// flows they are an estimate for code to read, and the style sheet uses the same distances (`UICollectionViewLayout.css`).
struct ListArrangement {
  struct Item {
    var frame: CGRect
    var zIndex = 0
    /// The lengths that the layout decides about. The cell decides about the others when it is measured.
    var fixes = FixedLengths.none
  }

  struct FixedLengths: Equatable {
    static let none = FixedLengths(width: false, height: false)
    static let both = FixedLengths(width: true, height: true)
    var width, height: Bool
  }

  /// An item, a supplementary view or a decoration.
  struct Element {
    let category: UICollectionView.ElementCategory
    /// The kind of a supplementary view or decoration; nil for an item.
    let kind: String?
    let indexPath: IndexPath
    var item: Item

    init(_ category: UICollectionView.ElementCategory, _ kind: String?, _ indexPath: IndexPath, _ item: Item) {
      (self.category, self.kind, self.indexPath, self.item) = (category, kind, indexPath, item)
    }
  }

  struct Section {
    var items: [Item] = []
    /// The area of the section, with headers and footers.
    var area = CGRect.zero
    /// The area that scrolls across the list; nil if the section does not.
    var scrolls: CGRect?
    var behavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
    /// Whether the browser keeps the header visible while it scrolls through the section.
    var pinsHeader = false
  }

  var sections: [Section] = []
  /// The supplementary views and decorations of all sections.
  var others: [Element] = []
  var contentSize = CGSize.zero

  subscript(section index: Int) -> Section? { sections.indices.contains(index) ? sections[index] : nil }

  subscript(path: IndexPath) -> Item? {
    guard path.count == 2, sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items[path.item]
  }

  func element(_ category: UICollectionView.ElementCategory, _ kind: String, _ path: IndexPath) -> Element? {
    others.first { $0.category == category && $0.indexPath == path && $0.kind == kind }
  }

  /// Returns the items of which an area contains a part.
  func items(in rect: CGRect) -> [IndexPath] {
    sections.enumerated().flatMap { index, section in
      section.items.indices.filter { section.items[$0].frame.intersects(rect) }
        .map { IndexPath(item: $0, section: index) }
    }
  }
}

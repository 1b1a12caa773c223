public import Foundation

extension UICollectionView {
  /// The class of a cell, and how it shows an item.
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

    let handler: Handler

    public init(handler: @escaping Handler) { self.handler = handler }
  }

  /// The class of a header, a footer or another supplementary view, and how it shows its section.
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    public typealias Handler = (_ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath) ->
      Void

    let elementKind: String
    let handler: Handler

    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
    }
  }

  /// Returns a cell that shows an item: the item's previous cell, or a new one.
  public final func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let cell = dequeue("CellRegistration \(Cell.self)", Cell.self)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  public final func dequeueConfiguredReusableSupplementary<Supplementary>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    let view = dequeue("SupplementaryRegistration \(Supplementary.self)", Supplementary.self)
    if let cell = view as? UICollectionViewListCell, let style = listConfiguration?.tableStyle {
      cell.supplementaryRole = (registration.elementKind, style)
    }
    registration.handler(view, registration.elementKind, indexPath)
    return view
  }
}

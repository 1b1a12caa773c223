public import Foundation

/// An item that a gesture moves: where the app has it, and where the list shows it.
private struct Movement: RarePropertyGroup {
  var (source, destination) = (IndexPath(), IndexPath())
}

extension UICollectionView {
  /// Begins to move an item with a gesture, such as a long press. The data source hears of its new place at the end.
  ///
  /// - Returns: Whether the item can be moved.
  @discardableResult
  public final func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    guard rareProperties.box(of: Movement.self) == nil, let cell = cellForItem(at: indexPath),
      dataSource?.collectionView(self, canMoveItemAt: indexPath) == true
    else { return false }
    rareProperties[Movement.self] = Movement(source: indexPath, destination: indexPath)
    cell.layer.zPosition += 1
    return true
  }

  /// Moves the item's cell to a place in the collection view. Others make room.
  public final func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    guard targetPosition.x.isFinite, targetPosition.y.isFinite, let (_, old, cell) = movement else { return }
    cell.transform = .identity  // so that it is found in its own place only
    let destination = indexPathForItem(at: targetPosition) ?? old
    if destination != old {
      rareProperties[Movement.self].destination = destination
      moveItem(at: old, to: destination)
      updateFrames()
    }
    cell.transform = CGAffineTransform(
      translationX: targetPosition.x - cell.center.x, y: targetPosition.y - cell.center.y)
  }

  /// Leaves the item where it is, and tells the data source.
  public final func endInteractiveMovement() { finishMovement(isCancelled: false) }

  /// Moves the item back to where it was.
  public final func cancelInteractiveMovement() { finishMovement(isCancelled: true) }

  private var movement: (source: IndexPath, destination: IndexPath, cell: UICollectionViewCell)? {
    guard let known = rareProperties.box(of: Movement.self)?.properties, let cell = cellForItem(at: known.destination)
    else { return nil }
    return (known.source, known.destination, cell)
  }

  private func finishMovement(isCancelled: Bool) {
    defer { rareProperties.remove(Movement.self) }
    guard let (source, destination, cell) = movement else { return }
    if source != destination {
      if isCancelled {
        moveItem(at: destination, to: source)
      } else {
        dataSource?.collectionView(self, moveItemAt: source, to: destination)
      }
    }
    UIView.animate(withDuration: 0.25) { cell.transform = .identity }
    cell.layer.zPosition -= 1
  }
}

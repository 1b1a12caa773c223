import UIKit

final class StacksScreen: ScreenView {
  private let stack = UIStackView()
  private let addButton = UIButton(type: .system)
  private let removeButton = UIButton(type: .system)
  private let turnButton = UIButton(type: .system)

  override func addExamples() {
    setUpControls()
    for _ in 0..<3 { addTile() }
    stack.spacing = 8
    addGroup("Tiles to add and to turn", [stack, addButton, removeButton, turnButton])
    addGroup(
      "Alignment across a row",
      [
        row("Leading", .leading), row("Centre", .center), row("Trailing", .trailing), row("Fill", .fill),
      ])
    addGroup(
      "Distribution along a row",
      [
        row("Filled", distribution: .fill), row("Equal spacing", distribution: .equalSpacing),
        row("Equal centres", distribution: .equalCentering),
      ])
  }

  private func setUpControls() {
    addButton.setTitle("Add a tile", for: .normal)
    note(addButton, .touchUpInside) { [unowned self] _ in
      addTile()
      return "There are \(stack.arrangedSubviews.count) tiles"
    }
    removeButton.setTitle("Remove a tile", for: .normal)
    note(removeButton, .touchUpInside) { [unowned self] _ in
      stack.arrangedSubviews.last?.removeFromSuperview()
      return "There are \(stack.arrangedSubviews.count) tiles"
    }
    turnButton.setTitle("Turn", for: .normal)
    note(turnButton, .touchUpInside) { [unowned self] _ in
      stack.axis = stack.axis == .horizontal ? .vertical : .horizontal
      return stack.axis == .horizontal ? "The tiles are in a row" : "The tiles are in a column"
    }
  }

  /// Adds a tile if there is room for one.
  private func addTile() {
    guard stack.arrangedSubviews.count < 6 else { return }
    stack.addArrangedSubview(TileView("\(stack.arrangedSubviews.count + 1)"))
  }

  private func row(
    _ title: String, _ alignment: UIStackView.Alignment = .center, distribution: UIStackView.Distribution = .fill
  ) -> UIView {
    let tall = TileView("B\nC")
    let row = UIStackView(arrangedSubviews: [TileView("A"), tall, TileView("D")])
    row.spacing = 8
    row.alignment = alignment
    row.distribution = distribution
    return captioned(title, row)
  }
}

/// A text on a coloured background, which shows its place in a layout.
final class TileView: UILabel {
  convenience init(_ text: String) {
    self.init(frame: .zero)
    self.text = text
    textAlignment = .center
    backgroundColor = Palette.tile
    layer.cornerRadius = 8
  }

  override var intrinsicContentSize: CGSize {
    let size = super.intrinsicContentSize
    return CGSize(width: size.width + 28, height: size.height + 16)
  }
}

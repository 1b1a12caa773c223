import UIKit

final class ConstraintsScreen: ScreenView {
  private let growingLabel = TileView("A text that is as long as it is, and moves what is below it.")
  private let growButton = UIButton(type: .system)

  override func style() {
    super.style()
    content.isLayoutMarginsRelativeArrangement = true
    content.layoutMargins = UIEdgeInsets(top: 20, left: 16, bottom: 32, right: 16)
  }

  override func addExamples() {
    growingLabel.numberOfLines = 0
    addGroup("A row of a list", [contact()])
    addGroup("A column that grows", [column(), growButton])
    addGroup("Parts of the width", [parts()])
    addGroup("In the middle, and in a corner", [middle()])
    growButton.setTitle("Lengthen the text", for: .normal)
    note(growButton, .touchUpInside) { [unowned self] _ in
      let text = growingLabel.text ?? ""
      growingLabel.text = text.count > 300 ? "A short text." : text + " It goes on for a while longer."
      return "The text has \(growingLabel.text?.count ?? 0) characters"
    }
  }

  private func contact() -> UIView {
    let box = UIView()
    let (picture, name, detail) = (TileView("A"), UILabel(), UILabel())
    name.text = "Ada Lovelace"
    name.font = .preferredFont(forTextStyle: .headline)
    detail.numberOfLines = 0
    detail.text = "A picture in the middle of the row, and two lines beside it that may be any number of lines."
    add([picture, name, detail], to: box)
    NSLayoutConstraint.activate([
      picture.leadingAnchor.constraint(equalTo: box.leadingAnchor),
      picture.centerYAnchor.constraint(equalTo: box.centerYAnchor),
      picture.widthAnchor.constraint(equalToConstant: 48),
      picture.heightAnchor.constraint(equalTo: picture.widthAnchor),
      name.leadingAnchor.constraint(equalTo: picture.trailingAnchor, constant: 12),
      name.trailingAnchor.constraint(equalTo: box.trailingAnchor),
      name.topAnchor.constraint(equalTo: box.topAnchor),
      detail.leadingAnchor.constraint(equalTo: name.leadingAnchor),
      detail.trailingAnchor.constraint(equalTo: name.trailingAnchor),
      detail.topAnchor.constraint(equalTo: name.bottomAnchor, constant: 4),
      detail.bottomAnchor.constraint(equalTo: box.bottomAnchor),
    ])
    return box
  }

  private func column() -> UIView {
    let box = UIView()
    let below = TileView("below it")
    add([growingLabel, below], to: box)
    for view in [growingLabel, below] { NSLayoutConstraint.activate(sides(view, box)) }
    NSLayoutConstraint.activate([
      growingLabel.topAnchor.constraint(equalTo: box.topAnchor),
      below.topAnchor.constraint(equalTo: growingLabel.bottomAnchor, constant: 8),
      below.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
      below.bottomAnchor.constraint(equalTo: box.bottomAnchor),
    ])
    return box
  }

  private func parts() -> UIView {
    let box = UIView()
    let (third, left, right) = (TileView("a third"), TileView("one"), TileView("two of three"))
    add([third, left, right], to: box)
    NSLayoutConstraint.activate([
      third.topAnchor.constraint(equalTo: box.topAnchor), third.leadingAnchor.constraint(equalTo: box.leadingAnchor),
      third.widthAnchor.constraint(equalTo: box.widthAnchor, multiplier: 1 / 3),
      left.topAnchor.constraint(equalTo: third.bottomAnchor, constant: 8),
      left.leadingAnchor.constraint(equalTo: box.leadingAnchor),
      right.leadingAnchor.constraint(equalTo: left.trailingAnchor, constant: 8),
      right.trailingAnchor.constraint(equalTo: box.trailingAnchor),
      right.widthAnchor.constraint(equalTo: left.widthAnchor, multiplier: 2),
      right.topAnchor.constraint(equalTo: left.topAnchor), right.bottomAnchor.constraint(equalTo: left.bottomAnchor),
      left.bottomAnchor.constraint(equalTo: box.bottomAnchor),
    ])
    return box
  }

  private func middle() -> UIView {
    let box = UIView()
    let (tile, corner) = (TileView("middle"), TileView("corner"))
    add([tile, corner], to: box)
    NSLayoutConstraint.activate([
      box.heightAnchor.constraint(greaterThanOrEqualToConstant: 160),
      tile.centerXAnchor.constraint(equalTo: box.centerXAnchor),
      tile.centerYAnchor.constraint(equalTo: box.centerYAnchor), tile.widthAnchor.constraint(equalToConstant: 120),
      tile.heightAnchor.constraint(equalToConstant: 60), corner.topAnchor.constraint(equalTo: box.topAnchor),
      corner.trailingAnchor.constraint(equalTo: box.trailingAnchor),
    ])
    return box
  }

  private func add(_ views: [UIView], to box: UIView) {
    for view in views {
      view.translatesAutoresizingMaskIntoConstraints = false
      box.addSubview(view)
    }
  }

  private func sides(_ view: UIView, _ other: UIView) -> [NSLayoutConstraint] {
    [
      view.leadingAnchor.constraint(equalTo: other.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: other.trailingAnchor),
    ]
  }
}

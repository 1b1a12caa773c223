internal import Tempura
internal import TempuraUI

/// A button of a row: texts in columns, each with a class for the style sheet.
final class LineButton: UIControl {
  struct Part: Equatable {
    var name: String
    var text: String
    /// What follows in the same column.
    var rest = ""
  }

  @Rendered var parts: [Part] = []
  /// What the style sheet shows, such as `failed`: the attribute `data-marks`.
  @Rendered var marks: [String] = []
  /// Nil if it opens nothing.
  @Rendered var isOpen: Bool?

  override var htmlTag: StaticString { "button" }

  override func renderAttributes(into html: HTMLRenderer) {
    html.write(" name=\"tap\"")
    html.write(attribute: "value", idOf: self)
    if !marks.isEmpty { html.write(attribute: "data-marks", marks.joined(separator: " ")) }
    if isSelected { html.write(" aria-pressed=\"true\"") }
    if let isOpen { html.write(isOpen ? " aria-expanded=\"true\"" : " aria-expanded=\"false\"") }
    if !isEnabled { html.write(" disabled") }
  }

  override func renderContent(into html: HTMLRenderer) { html.write(parts) }
}

/// Texts in columns.
final class LineView: UIView {
  @Rendered var parts: [LineButton.Part] = []
  @Rendered var marks: [String] = []

  override func renderAttributes(into html: HTMLRenderer) {
    if !marks.isEmpty { html.write(attribute: "data-marks", marks.joined(separator: " ")) }
  }

  override func renderContent(into html: HTMLRenderer) { html.write(parts) }
}

extension HTMLRenderer {
  /// With spaces, so that a name that is made of the texts has words.
  fileprivate func write(_ parts: [LineButton.Part]) {
    for part in parts where !part.text.isEmpty {
      write("<span")
      write(attribute: "class", part.name)
      write(" dir=\"auto\">")
      write(text: part.text)
      if !part.rest.isEmpty {
        write(" <small dir=\"auto\">")
        write(text: part.rest)
        write("</small>")
      }
      write("</span> ")
    }
  }
}

/// A list whose rows are one below the other.
typealias RowList<Cell: UICollectionViewCell & ConfigurableCell> = CollectionView<Cell, SimpleSource<Cell.VM>>

extension CollectionView {
  static func ofRows() -> CollectionView {
    let layout = UICollectionViewFlowLayout()
    (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
    return CollectionView(frame: .zero, layout: layout)
  }
}

extension UIButton {
  static func plain(_ title: String) -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    return button
  }
}

/// A view in a screen of the panel.
class SectionView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {}
  func style() {}
}

/// A row of the panel.
class RowCell: UICollectionViewCell {
  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {}
  func style() {}
}

/// A row that is a button.
class ButtonCell<VM: ViewModel>: RowCell, ConfigurableCell {
  let button = LineButton()
  var didTap: CustomInteraction<VM>?

  override func setup() {
    button.on(.touchUpInside) { [unowned self] _ in if let model { didTap?(model) } }
    contentView.addSubview(button)
  }

  func update(oldModel: VM?) {}
}

internal import Tempura
internal import TempuraUI

/// A row with a name and a value, or a link to a step.
final class FactCell: RowCell, ConfigurableCell {
  private let line = LineView()
  private let linkButton = LineButton()

  var didTapLink: CustomInteraction<Int>?

  override func setup() {
    linkButton.on(.touchUpInside) { [unowned self] _ in
      if let step = model?.step { didTapLink?(step) }
    }
    for view in [line, linkButton] { contentView.addSubview(view) }
  }

  func update(oldModel: Fact?) {
    guard let model, model != oldModel else { return }
    line.parts = [.init(name: "name", text: model.name)]
    if model.step == nil { line.parts.append(.init(name: model.style.rawValue, text: model.text)) }
    linkButton.parts = [.init(name: "link", text: model.text)]
    linkButton.isHidden = model.step == nil
  }
}

typealias FactList = RowList<FactCell>

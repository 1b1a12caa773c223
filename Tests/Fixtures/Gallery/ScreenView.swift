import Tempura
import UIKit

struct ScreenModel: ViewModelWithState, Equatable {
  let lastEvent: String?

  init(state: GalleryState) {
    lastEvent = state.lastEvent.map { "Event \(state.eventCount): \($0)" }
  }
}

/// A screen of the gallery, which shows the last event.
class ExampleView: UIView, ViewControllerModellableView {
  // subviews
  let lastEvent = UILabel()

  // interactions
  var didHappen: CustomInteraction<String>?

  func setup() {
    addSubview(lastEvent)
  }

  func style() {
    lastEvent.font = .systemFont(ofSize: 15)
    lastEvent.textColor = Palette.secondary
    lastEvent.accessibilityTraits = .updatesFrequently
  }

  func update(oldModel: ScreenModel?) {
    lastEvent.text = model?.lastEvent
    lastEvent.isHidden = model?.lastEvent == nil
  }

  /// Adds the examples of the screen. Override it.
  func addExamples() {}

  /// Reports an event of a control.
  final func note<Control: UIControl>(
    _ control: Control, _ event: UIControl.Event, _ text: @escaping (Control) -> String
  ) {
    control.on(event) { [unowned self] control in didHappen?(text(control)) }
  }
}

/// A screen that flows: the last event, and groups of examples below it.
class ScreenView: ExampleView {
  let content = UIStackView()

  override final func setup() {
    super.setup()
    addSubview(content)
    addExamples()
  }

  override func style() {
    super.style()
    content.axis = .vertical
    content.spacing = 28
  }

  /// Adds examples under a heading.
  final func addGroup(_ title: String, _ examples: [UIView]) {
    let heading = UILabel()
    heading.text = title
    heading.font = .systemFont(ofSize: 15, weight: .semibold)
    heading.accessibilityTraits = .header
    let group = GroupView(arrangedSubviews: [heading, card(examples)])
    group.axis = .vertical
    group.spacing = 8
    content.addArrangedSubview(group)
  }

  /// Returns a card with examples, one below the other.
  final func card(_ examples: [UIView]) -> UIView {
    let card = CardView(arrangedSubviews: examples)
    card.axis = .vertical
    card.spacing = 16
    card.backgroundColor = .secondarySystemBackground
    card.layer.cornerRadius = 14
    card.isLayoutMarginsRelativeArrangement = true
    card.layoutMargins = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
    return card
  }

  /// Returns a view with its name above it. The name is the view's accessibility label, too.
  final func captioned(_ caption: String, _ view: UIView) -> UIView {
    view.accessibilityLabel = caption
    let label = UILabel()
    label.text = caption
    label.font = .systemFont(ofSize: 15)
    label.textColor = Palette.secondary
    let pair = UIStackView(arrangedSubviews: [label, view])
    pair.axis = .vertical
    pair.spacing = 6
    return pair
  }
}

/// A group of examples with its heading.
final class GroupView: UIStackView {}

/// The background of a group of examples.
final class CardView: UIStackView {}

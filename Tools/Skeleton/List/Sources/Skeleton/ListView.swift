import Tempura
import UIKit

/// The values of the state that the list shows.
struct ListViewModel: ViewModelWithState, Equatable {
  let things: [Thing]
  let summary: String

  init(state: AppState) {
    things = state.things
    let done = things.count { $0.isDone }
    summary = things.isEmpty ? "" : "\(done) of \(things.count) done"
  }
}

final class ListView: UIView, ViewControllerModellableView {
  private let titleLabel = UILabel()
  private let summaryLabel = UILabel()
  private let addButton = UIButton(configuration: .filled())
  private let list = CollectionView<ThingCell, SimpleSource<Thing>>(
    frame: .zero, layout: UICollectionViewFlowLayout())
  private let emptyView = UIContentUnavailableView(configuration: .empty())

  var didTapAdd: Interaction?
  var didToggle: CustomInteraction<Thing.ID>?
  var didTapDelete: CustomInteraction<Thing.ID>?

  func setup() {
    addButton.on(.touchUpInside) { [unowned self] _ in didTapAdd?() }
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didToggle = { [unowned self] id in didToggle?(id) }
      cell.didTapDelete = { [unowned self] id in didTapDelete?(id) }
    }
    for view in [titleLabel, summaryLabel, addButton, list, emptyView] { addSubview(view) }
  }

  func style() {
    titleLabel.text = "Skeleton"
    titleLabel.font = .systemFont(ofSize: 34, weight: .bold)
    titleLabel.accessibilityTraits = .header
    summaryLabel.accessibilityTraits = .updatesFrequently
    addButton.configuration?.cornerStyle = .capsule
    addButton.configuration?.title = "Add thing"
    addButton.configuration?.image = UIImage(systemName: "plus")
    addButton.configuration?.imagePadding = 6
    var empty = UIContentUnavailableConfiguration.empty()
    empty.image = UIImage(systemName: "tray")
    empty.text = "No things yet"
    empty.secondaryText = "Add the first one. Only this browser can see it."
    emptyView.configuration = empty
  }

  func update(oldModel: ListViewModel?) {
    guard let model, model != oldModel else { return }
    list.source = SimpleSource(model.things)
    list.isHidden = model.things.isEmpty
    emptyView.isHidden = !model.things.isEmpty
    summaryLabel.text = model.summary
  }
}

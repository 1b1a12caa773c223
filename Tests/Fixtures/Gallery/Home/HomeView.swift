import Tempura
import UIKit

public struct HomeModel: ViewModelWithState {
  public init(state: GalleryState) {}
}

/// The list of the screens.
public final class HomeView: UIView, ViewControllerModellableView {
  private let list = UIStackView()

  // interactions
  var didSelect: CustomInteraction<String>?

  public func setup() {
    for section in Catalog.sections { list.addArrangedSubview(group(section)) }
    addSubview(list)
  }

  private func group(_ section: Catalog) -> UIView {
    let heading = UILabel()
    heading.text = section.title
    heading.font = .systemFont(ofSize: 15, weight: .semibold)
    heading.accessibilityTraits = .header
    let rows = CollectionView<EntryCell, SimpleSource<EntryCellModel>>()
    rows.configureInteractions = { [unowned self] cell, _ in
      cell.didTap = { [unowned self] id in didSelect?(id) }
    }
    rows.source = SimpleSource(section.entries.map { EntryCellModel(id: $0.id, title: $0.title) })
    rows.accessibilityLabel = section.title
    let group = GroupView(arrangedSubviews: [heading, rows])
    group.axis = .vertical
    group.spacing = 8
    return group
  }

  public func style() {
    list.axis = .vertical
    list.spacing = 28
  }

  public func update(oldModel: HomeModel?) {}
}

struct EntryCellModel: ViewModel, Equatable, Identifiable {
  let id: String
  let title: String
}

/// A row of the list: one button.
final class EntryCell: UICollectionViewCell, ConfigurableCell {
  private let button = UIButton(type: .system)

  // interactions
  var didTap: CustomInteraction<String>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {
    button.on(.touchUpInside) { [unowned self] _ in
      if let model { didTap?(model.id) }
    }
    button.setTitleColor(.label, for: .normal)
    contentView.addSubview(button)
  }

  func style() {}

  func update(oldModel: EntryCellModel?) {
    button.setTitle(model?.title, for: .normal)
  }
}

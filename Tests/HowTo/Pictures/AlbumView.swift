import Foundation
import Tempura
import UIKit
import UserFiles

struct AlbumViewModel: ViewModelWithState, Equatable {
  let pictures: [Picture]
  let problem: String?

  init(state: AlbumState) {
    pictures = state.pictures
    problem = state.problem
  }
}

final class AlbumView: Column, ViewControllerModellableView {
  private let hintLabel = UILabel()
  private let addButton = UIButton(configuration: .filled())
  private let problemLabel = UILabel()
  private let grid = CollectionView<PictureCell, SimpleSource<Picture>>(
    frame: .zero, layout: UICollectionViewFlowLayout())

  var didTapAdd: Interaction?
  var didTapDelete: CustomInteraction<Picture.ID>?

  func setup() {
    for view in [hintLabel, addButton, problemLabel, grid] { addSubview(view) }
    addButton.on(.touchUpInside) { [unowned self] _ in didTapAdd?() }
    grid.useDiffs = true
    grid.configureInteractions = { [unowned self] cell, _ in
      cell.didTapDelete = { [unowned self] id in didTapDelete?(id) }
    }
  }

  func style() {
    hintLabel.text = "Pictures in JPEG or PNG with up to 10 MB. Only you can see them."
    addButton.setTitle("Add a picture…", for: .normal)
    problemLabel.accessibilityTraits = .updatesFrequently
  }

  func update(oldModel: AlbumViewModel?) {
    guard let model, model != oldModel else { return }
    problemLabel.text = model.problem
    problemLabel.isHidden = model.problem == nil
    grid.source = SimpleSource(model.pictures)
  }
}

extension Picture: ViewModel {}

final class PictureCell: UICollectionViewCell, ConfigurableCell {
  private let imageView = UIImageView()
  private let deleteButton = UIButton(type: .system)

  var didTapDelete: CustomInteraction<Picture.ID>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
    style()
  }

  required init?(coder: NSCoder) { nil }

  func setup() {
    for view in [imageView, deleteButton] { contentView.addSubview(view) }
    deleteButton.on(.touchUpInside) { [unowned self] _ in if let model { didTapDelete?(model.id) } }
  }

  func style() {
    imageView.contentMode = .scaleAspectFill
    deleteButton.setImage(UIImage(systemName: "trash"), for: .normal)
  }

  func update(oldModel: Picture?) {
    guard let model else { return }
    imageView.image = model.file.image
    imageView.accessibilityLabel = model.title
    deleteButton.accessibilityLabel = "Delete \(model.title)"
  }
}

import Tempura
import UIKit

/// A list of places. The user chooses one.
final class LocationsView: UIView, ViewControllerModellableView {
  private let titleLabel = UILabel()
  private let placesView = UITableView(frame: .zero, style: .insetGrouped)

  // interactions
  var didChoose: CustomInteraction<String>?

  func setup() {
    placesView.dataSource = self
    placesView.delegate = self
    addSubview(titleLabel)
    addSubview(placesView)
  }

  func style() {
    titleLabel.text = NSLocalizedString("Locations", comment: "Title of the screen")
    titleLabel.font = .systemFont(ofSize: 28, weight: .bold)
    titleLabel.accessibilityTraits = .header
    placesView.accessibilityLabel = NSLocalizedString("Locations", comment: "Title of the screen")
  }

  func update(oldModel: LocationsViewModel?) {
    if model != oldModel { placesView.reloadData() }
  }
}

extension LocationsView: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.places.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    guard let model else { return cell }
    let place = model.places[indexPath.row]
    cell.textLabel?.text = place.localizedName
    cell.detailTextLabel?.text = place.localizedRegion
    cell.accessoryType = place.id == model.chosenID ? .checkmark : .none
    return cell
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    model?.places[indexPath.row].id
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    if let id = model?.places[indexPath.row].id { didChoose?(id) }
  }
}

import Tempura
import UIKit

/// A list of cities. The user chooses one.
final class LocationsView: UIView, ViewControllerModellableView {
  private let titleLabel = UILabel()
  private let citiesView = UITableView(frame: .zero, style: .insetGrouped)

  // interactions
  var didChoose: CustomInteraction<String>?

  func setup() {
    citiesView.dataSource = self
    citiesView.delegate = self
    addSubview(titleLabel)
    addSubview(citiesView)
  }

  func style() {
    titleLabel.text = NSLocalizedString("Locations", comment: "Title of the screen")
    titleLabel.font = .systemFont(ofSize: 28, weight: .bold)
    titleLabel.accessibilityTraits = .header
    citiesView.accessibilityLabel = NSLocalizedString("Locations", comment: "Title of the screen")
  }

  func update(oldModel: LocationsViewModel?) {
    if model != oldModel { citiesView.reloadData() }
  }
}

extension LocationsView: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.cities.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
    guard let model else { return cell }
    let city = model.cities[indexPath.row]
    cell.textLabel?.text = city.localizedName
    cell.detailTextLabel?.text = city.localizedRegion
    cell.accessoryType = city.id == model.chosenID ? .checkmark : .none
    return cell
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    model?.cities[indexPath.row].id
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    if let id = model?.cities[indexPath.row].id { didChoose?(id) }
  }
}

import Foundation
import Tempura
import UIKit

struct SuitcaseViewModel: ViewModelWithState, Equatable {
  struct Row: Equatable {
    /// The key of a thing, or the tag of a language; empty for the browser's language.
    let id: String
    let name: String
    let isChecked: Bool
  }

  let things, languages: [Row]
  let left, departure, weight: String

  init(state: SuitcaseState) {
    let locale = UIApplication.shared.locale
    let date = Date.FormatStyle(locale: locale, timeZone: .gmt).weekday(.wide).day().month(.wide)
    let kilograms = state.kilograms.formatted(.number.precision(.fractionLength(1)).locale(locale))
    things = state.things.map {
      Row(id: $0.key, name: NSLocalizedString($0.key, comment: "A thing to pack"), isChecked: $0.isPacked)
    }
    let count = state.things.count { !$0.isPacked }
    left = String(localized: "\(count) things to pack", comment: "Above the list")
    departure = String(localized: "You leave on \(state.departure.formatted(date)).")
    weight = String(localized: "\(kilograms) kg so far")
    let automatic = NSLocalizedString("Automatic", comment: "The browser's language")
    languages = [("", automatic), ("en", "English"), ("it", "Italiano"), ("ar", "العربية")].map { tag, name in
      Row(id: tag, name: name, isChecked: tag == state.language ?? "")
    }
  }
}

final class SuitcaseView: Column, ViewControllerModellableView {
  private let leftLabel = UILabel()
  private let departureLabel = UILabel()
  private let weightLabel = UILabel()
  private let table = UITableView(frame: .zero, style: .insetGrouped)

  var didTapThing: CustomInteraction<String>?
  var didChooseLanguage: CustomInteraction<String?>?

  func setup() {
    for view in [leftLabel, departureLabel, weightLabel, table] { addSubview(view) }
    table.dataSource = self
    table.delegate = self
  }

  func style() {
    leftLabel.font = .systemFont(ofSize: 22, weight: .bold)
    leftLabel.accessibilityTraits = .header
  }

  func update(oldModel: SuitcaseViewModel?) {
    guard let model, model != oldModel else { return }
    leftLabel.text = model.left
    departureLabel.text = model.departure
    weightLabel.text = model.weight
    table.reloadData()
  }
}

extension SuitcaseView: UITableViewDataSource, UITableViewDelegate {
  private func rows(_ section: Int) -> [SuitcaseViewModel.Row] {
    (section == 0 ? model?.things : model?.languages) ?? []
  }

  func numberOfSections(in tableView: UITableView) -> Int { 2 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows(section).count }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    section == 0 ? nil : NSLocalizedString("Language", comment: "Above the choice")
  }

  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    "\(indexPath.section)-\(rows(indexPath.section)[indexPath.row].id)"
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let row = rows(indexPath.section)[indexPath.row]
    cell.textLabel?.text = row.name
    cell.accessoryType = row.isChecked ? .checkmark : .none
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let id = rows(indexPath.section)[indexPath.row].id
    if indexPath.section == 0 { didTapThing?(id) } else { didChooseLanguage?(id.isEmpty ? nil : id) }
  }
}

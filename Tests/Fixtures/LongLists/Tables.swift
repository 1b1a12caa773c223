import Katana
import Tempura
import UIKit

/// An address book of 2,000 names with an index.
final class ContactsViewController: StoreTableViewController, RoutableWithConfiguration {
  private static let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
  private static let names = letters.indices.map { letter in
    (1...(letter < 24 ? 77 : 76)).map { "\(letters[letter])\(["anna", "eppe", "illi", "otto"][$0 % 4]) \($0)" }
  }

  override func numberOfSections(in tableView: UITableView) -> Int { Self.names.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    Self.names[section].count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cell(at: indexPath, Self.names[indexPath.section][indexPath.row])
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    Self.letters[section]
  }

  override func sectionIndexTitles(for tableView: UITableView) -> [String]? { Self.letters }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    store.anyDispatch(Show("contact", animated: true, context: Self.names[indexPath.section][indexPath.row]))
  }

  var routeIdentifier: RouteElementIdentifier { Screen.contacts.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .hide(Screen.contacts): .pop,
      .show("contact"): .push { context in
        let contact = ContactViewController()
        contact.title = context as? String
        return contact
      },
    ]
  }
}

final class ContactViewController: UIViewController, RoutableWithConfiguration {
  override func viewDidLoad() {
    super.viewDidLoad()
    let label = UILabel()
    label.text = "This is \(title ?? "nobody")."
    label.textAlignment = .center
    view.add(label)
  }

  var routeIdentifier: RouteElementIdentifier { "contact" }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide("contact"): .pop] }
}

/// A table of 200 sections with 50 rows each.
final class SectionsViewController: StoreTableViewController, RoutableWithConfiguration {
  override func numberOfSections(in tableView: UITableView) -> Int { 200 }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cell(at: indexPath, "Row \(indexPath.section + 1).\(indexPath.row + 1)")
  }

  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    "Section \(section + 1)"
  }

  override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    "The end of section \(section + 1)"
  }

  var routeIdentifier: RouteElementIdentifier { Screen.sections.rawValue }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide(Screen.sections): .pop] }
}

struct FollowersViewModel: ViewModelWithState {
  let followers: [Row]
  init(state: AppState) { followers = (1...state.followers).map { Row(id: $0, text: "Follower \($0)") } }
}

/// Pages of followers. The next one is loaded when the user has dragged to the end.
final class FollowersViewController: ListViewController<FollowersView> {
  override func setupInteraction() {
    rootView.didReachEnd = { [unowned self] in
      dispatch(LoadMore(canLoad: { $0.followers < 1000 }, load: { $0.followers += 100 }))
    }
  }
}

final class FollowersView: UIView, ViewControllerModellableView, UITableViewDataSource, UITableViewDelegate {
  private let tableView = UITableView()
  var didReachEnd: (() -> Void)?

  func setup() {
    (tableView.dataSource, tableView.delegate) = (self, self)
    tableView.rowHeight = 60
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "follower")
    add(tableView, below: safeAreaLayoutGuide)
  }

  func style() { backgroundColor = .systemBackground }
  func update(oldModel: FollowersViewModel?) { tableView.reloadData() }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { model?.followers.count ?? 0 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "follower", for: indexPath)
    cell.textLabel?.text = model?.followers[indexPath.row].text
    return cell
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    let offsetY = scrollView.contentOffset.y
    let contentHeight = scrollView.contentSize.height
    let height = scrollView.frame.size.height
    if offsetY > contentHeight - height { didReachEnd?() }
  }
}

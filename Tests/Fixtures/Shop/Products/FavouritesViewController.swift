import Katana
import Tempura
import UIKit

final class FavouritesView: UIView, ViewControllerModellableView {
  private let tableView = UITableView(frame: .zero, style: .plain)
  private let emptyView = EmptyView()

  var didSelectProduct: CustomInteraction<String>?
  var didRemove: CustomInteraction<String>?

  func setup() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.tableFooterView = UIView()
    tableView.translatesAutoresizingMaskIntoConstraints = false
    emptyView.show(
      image: "heart", title: NSLocalizedString("No favourites yet", comment: ""),
      text: NSLocalizedString("Tap the heart of a product to find it here.", comment: ""))
    addSubview(tableView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: topAnchor),
      tableView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
  }

  func update(oldModel: FavouritesViewModel?) {
    tableView.backgroundView = model?.products.isEmpty == true ? emptyView : nil
    tableView.separatorStyle = model?.products.isEmpty == true ? .none : .singleLine
    tableView.reloadData()
  }
}

extension FavouritesView: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    model?.products.count ?? 0
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "Cell")
      ?? UITableViewCell(style: .subtitle, reuseIdentifier: "Cell")
    guard let product = model?.products[indexPath.row] else { return cell }
    cell.textLabel?.text = product.name
    cell.detailTextLabel?.text = product.price.price
    cell.detailTextLabel?.textColor = .secondaryLabel
    cell.imageView?.image = Artwork.picture(of: product, size: CGSize(width: 56, height: 56))
    cell.imageView?.layer.cornerRadius = 8
    cell.imageView?.clipsToBounds = true
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    80
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    if let id = model?.products[indexPath.row].id { didSelectProduct?(id) }
  }

  func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    let remove = UIContextualAction(style: .destructive, title: NSLocalizedString("Remove", comment: "")) {
      [weak self] _, _, completion in
      if let id = self?.model?.products[indexPath.row].id { self?.didRemove?(id) }
      completion(true)
    }
    remove.image = UIImage(systemName: "heart.slash")
    return UISwipeActionsConfiguration(actions: [remove])
  }
}

final class FavouritesViewController: ViewController<FavouritesView> {
  override func setupInteraction() {
    rootView.didSelectProduct = { [unowned self] id in dispatch(Show(Screen.product, animated: true, context: id)) }
    rootView.didRemove = { [unowned self] id in dispatch(ToggleFavourite(id: id)) }
  }
}

extension FavouritesViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.favourites.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.product): .push { [unowned self] context in
        ProductViewController(store: store, localState: ProductLocalState(id: context as? String ?? ""))
      }
    ]
  }
}

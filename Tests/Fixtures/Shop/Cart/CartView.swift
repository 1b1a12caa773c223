import Tempura
import UIKit

struct CartLocalState: LocalState, Codable {
  var promoError: String?
  var isEditing = false
}

struct CartViewModel: ViewModelWithLocalState {
  struct Line: Equatable {
    let line: CartLine
    let product: Product
  }

  let lines: [Line]
  let count: Int
  let total: String
  let discount: String?
  let promoError: String?
  let isEditing: Bool

  init?(state: ShopState?, localState: CartLocalState) {
    guard let state = state else { return nil }
    lines = state.cart.compactMap { line in state.product(line.productID).map { Line(line: line, product: $0) } }
    count = state.cart.map(\.quantity).reduce(0, +)
    total = state.total.price
    discount = state.promoCode.map { "\($0): −\(state.discount.price)" }
    promoError = localState.promoError
    isEditing = localState.isEditing
  }
}

final class CartView: UIView, ViewControllerModellableView {
  private let tableView = UITableView(frame: .zero, style: .insetGrouped)
  private let footerView = CartFooterView()
  private let emptyView = EmptyView()

  var didChangeQuantity: ((Int, Int) -> Void)?
  var didDelete: CustomInteraction<Int>?
  var didMove: ((Int, Int) -> Void)?
  var didEnterPromoCode: CustomInteraction<String>?
  var didTapCheckout: Interaction?

  func setup() {
    tableView.register(CartCell.self, forCellReuseIdentifier: CartCell.reuseIdentifier)
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 110
    tableView.dataSource = self
    tableView.delegate = self
    tableView.tableFooterView = footerView
    footerView.didEnterPromoCode = { [unowned self] code in didEnterPromoCode?(code) }
    footerView.didTapCheckout = { [unowned self] in didTapCheckout?() }
    emptyView.show(
      image: "cart", title: NSLocalizedString("Your cart is empty", comment: ""),
      text: NSLocalizedString("Products that you add are shown here.", comment: ""))
    tableView.translatesAutoresizingMaskIntoConstraints = false
    emptyView.translatesAutoresizingMaskIntoConstraints = false
    addSubview(tableView)
    addSubview(emptyView)
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: topAnchor),
      tableView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: bottomAnchor),
      emptyView.centerYAnchor.constraint(equalTo: safeAreaLayoutGuide.centerYAnchor),
      emptyView.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor, constant: 24),
      emptyView.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor, constant: -24),
    ])
  }

  func style() {
    backgroundColor = .systemGroupedBackground
  }

  func update(oldModel: CartViewModel?) {
    guard let model = model else { return }
    tableView.isHidden = model.lines.isEmpty
    emptyView.isHidden = !model.lines.isEmpty
    footerView.show(model)
    sizeFooterToFit()
    if model.lines != oldModel?.lines { tableView.reloadData() }
    if tableView.isEditing != model.isEditing { tableView.setEditing(model.isEditing, animated: true) }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    sizeFooterToFit()
  }

  private func sizeFooterToFit() {
    let width = tableView.bounds.width
    guard width > 0 else { return }
    let height = footerView.systemLayoutSizeFitting(
      CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel
    ).height
    if footerView.frame.height != height {
      footerView.frame = CGRect(x: 0, y: 0, width: width, height: height)
      tableView.tableFooterView = footerView
    }
  }
}

extension CartView: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    model?.lines.count ?? 0
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: CartCell.reuseIdentifier, for: indexPath) as! CartCell
    guard let line = model?.lines[indexPath.row] else { return cell }
    cell.configure(with: line.line, product: line.product)
    cell.didChangeQuantity = { [weak self] quantity in self?.didChangeQuantity?(indexPath.row, quantity) }
    return cell
  }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete { didDelete?(indexPath.row) }
  }

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    didMove?(sourceIndexPath.row, destinationIndexPath.row)
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    UITableView.automaticDimension
  }

  func tableView(
    _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath
  ) -> String? {
    NSLocalizedString("Remove", comment: "")
  }
}

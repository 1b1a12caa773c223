import UIKit

/// Dark screens in a navigation controller without a title and a tab bar controller, and what a phone shows over a screen.
final class DarkViewController: UIViewController, UITextFieldDelegate {
  private let isLaidOut: Bool
  private let fields = (0..<8).map { _ in UITextField() }

  init(isLaidOut: Bool) {
    self.isLaidOut = isLaidOut
    super.init(nibName: nil, bundle: nil)
    tabBarItem = UITabBarItem(title: "Dark", image: UIImage(systemName: "moon.stars"), tag: 0)
  }

  required init?(coder: NSCoder) { fatalError() }

  static func tabs(isLaidOut: Bool) -> UITabBarController {
    let tabs = UITabBarController()
    tabs.viewControllers = [UINavigationController(rootViewController: DarkViewController(isLaidOut: isLaidOut))]
    return tabs
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let label = UILabel()
    label.text = "A dark screen"
    label.textColor = .white
    view.addSubview(label)
    for (index, field) in fields.enumerated() {
      field.accessibilityLabel = "Field \(index)"
      field.placeholder = "Field \(index)"
      field.backgroundColor = .darkGray
      view.addSubview(field)
    }
    let keypad = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 216))
    keypad.backgroundColor = .systemTeal
    let key = UIButton(type: .system, primaryAction: UIAction(title: "1") { [fields] _ in fields[6].insertText("1") })
    key.frame = CGRect(x: 20, y: 20, width: 60, height: 44)
    keypad.addSubview(key)
    fields[6].inputView = keypad
    let bar = UIToolbar(frame: CGRect(x: 0, y: 0, width: 390, height: 44))
    bar.items = [UIBarButtonItem(systemItem: .flexibleSpace), UIBarButtonItem(systemItem: .done)]
    fields[7].inputAccessoryView = bar
    guard isLaidOut else { return }
    label.frame = CGRect(x: 20, y: 60, width: 200, height: 24)
    for (index, field) in fields.enumerated() {
      field.frame = CGRect(x: 20, y: 100 + 80 * CGFloat(index), width: 300, height: 34)
    }
  }
}

/// An outline whose rows can be moved and deleted, with controls for colours and days.
final class OutlineViewController: UIViewController {
  private typealias Node = String
  private let well = UIColorWell()
  private let days = UICalendarView()
  private lazy var list: UICollectionView = {
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.trailingSwipeActionsConfigurationProvider = { _ in
      UISwipeActionsConfiguration(actions: [UIContextualAction(style: .destructive, title: "Delete") { $2(true) }])
    }
    return UICollectionView(
      frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
  }()
  private lazy var source = UICollectionViewDiffableDataSource<Int, Node>(collectionView: list) {
    [unowned self] list, path, node in list.dequeueConfiguredReusableCell(using: cells, for: path, item: node)
  }
  private lazy var cells = UICollectionView.CellRegistration<UICollectionViewListCell, Node> { cell, _, node in
    var content = cell.defaultContentConfiguration()
    content.text = node
    cell.contentConfiguration = content
    cell.accessories = node.hasPrefix("Part") ? [.outlineDisclosure()] : [.reorder(displayed: .always)]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Outline"
    well.title = "Ink"
    well.selectedColor = .systemOrange
    days.accessibilityLabel = "Day"
    days.selectionBehavior = UICalendarSelectionMultiDate(delegate: nil)
    let stack = UIStackView(arrangedSubviews: [well, days, list])
    stack.axis = .vertical
    view = stack
    var tree = NSDiffableDataSourceSectionSnapshot<Node>()
    tree.append(["Part one", "Part two"])
    tree.append(["Part three", "Leaf a", "Leaf b"], to: "Part one")
    tree.append(["Leaf c"], to: "Part three")
    tree.append(["Leaf d"], to: "Part two")
    tree.expand(["Part one"])
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.apply(tree, to: 0)
  }
}

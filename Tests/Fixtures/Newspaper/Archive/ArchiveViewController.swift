import Katana
import Tempura
import UIKit

struct ArchiveViewModel: ViewModelWithState, Equatable {
  struct Month: Equatable {
    let date: Date
    let title: String
    let index: String
    let stories: [Story]
  }

  let months: [Month]

  init(state: AppState) {
    let calendar = Calendar(identifier: .gregorian)
    let formatter = DateFormatter()
    formatter.locale = UIApplication.shared.locale
    let groups = Dictionary(grouping: state.stories) { story in
      calendar.date(from: calendar.dateComponents([.year, .month], from: story.date)) ?? story.date
    }
    months = groups.sorted { $0.key > $1.key }.map { date, stories in
      formatter.dateFormat = "LLLL yyyy"
      let title = formatter.string(from: date)
      formatter.dateFormat = "LLL"
      return Month(
        date: date, title: title, index: formatter.string(from: date), stories: stories.sorted { $0.date > $1.date })
    }
  }
}

final class ArchiveView: UIView, ViewControllerModellableView {
  private let datePicker = UIDatePicker()
  private let tableView = UITableView(frame: .zero, style: .grouped)
  private var collapsed: Set<Int> = []

  var didSelectStory: CustomInteraction<Int>?

  func setup() {
    tableView.dataSource = self
    tableView.delegate = self
    tableView.register(MonthHeader.self, forHeaderFooterViewReuseIdentifier: MonthHeader.reuseIdentifier)
    datePicker.datePickerMode = .date
    datePicker.preferredDatePickerStyle = .compact
    datePicker.accessibilityLabel = NSLocalizedString("Jump to", comment: "")
    datePicker.addTarget(self, action: ArchiveView.jump, for: .valueChanged)
    let label = UILabel()
    label.text = NSLocalizedString("Jump to", comment: "")
    label.font = .preferredFont(forTextStyle: .subheadline)
    let bar = UIStackView(arrangedSubviews: [label, UIView(), datePicker])
    bar.alignment = .center
    bar.isLayoutMarginsRelativeArrangement = true
    bar.layoutMargins = UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
    for view in [bar, tableView] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    NSLayoutConstraint.activate([
      bar.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor),
      bar.leadingAnchor.constraint(equalTo: leadingAnchor), bar.trailingAnchor.constraint(equalTo: trailingAnchor),
      tableView.topAnchor.constraint(equalTo: bar.bottomAnchor),
      tableView.leadingAnchor.constraint(equalTo: leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  func style() { backgroundColor = .paper }

  func update(oldModel: ArchiveViewModel?) {
    guard let model, model != oldModel else { return }
    if let newest = model.months.first?.stories.first?.date, let oldest = model.months.last?.date {
      datePicker.minimumDate = oldest
      datePicker.maximumDate = newest
      datePicker.date = newest
    }
    tableView.reloadData()
  }

  private func jump() {
    guard let model, let section = model.months.firstIndex(where: { $0.date <= datePicker.date }) else { return }
    let path = IndexPath(row: collapsed.contains(section) ? NSNotFound : 0, section: section)
    tableView.scrollToRow(at: path, at: .top, animated: true)
  }
}

extension ArchiveView: UITableViewDataSource, UITableViewDelegate {
  func numberOfSections(in tableView: UITableView) -> Int { model?.months.count ?? 0 }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    collapsed.contains(section) ? 0 : model?.months[section].stories.count ?? 0
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: "story")
      ?? UITableViewCell(style: .subtitle, reuseIdentifier: "story")
    guard let story = model?.months[indexPath.section].stories[indexPath.row] else { return cell }
    cell.textLabel?.text = story.headline
    cell.textLabel?.numberOfLines = 2
    cell.detailTextLabel?.text = story.date.formatted(date: .abbreviated, time: .omitted)
    cell.detailTextLabel?.textColor = .secondaryLabel
    cell.imageView?.image = Art.picture(story.id, size: CGSize(width: 60, height: 40))
    cell.imageView?.layer.cornerRadius = 4
    cell.imageView?.clipsToBounds = true
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  func sectionIndexTitles(for tableView: UITableView) -> [String]? { model?.months.map(\.index) }

  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { index }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header =
      tableView.dequeueReusableHeaderFooterView(withIdentifier: MonthHeader.reuseIdentifier) as? MonthHeader
    header?.configure(title: model?.months[section].title, isCollapsed: collapsed.contains(section))
    header?.didTap = { [unowned self] in toggle(section) }
    return header
  }

  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 48 }

  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { .leastNonzeroMagnitude }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    if let story = model?.months[indexPath.section].stories[indexPath.row] { didSelectStory?(story.id) }
  }

  private func toggle(_ section: Int) {
    if collapsed.remove(section) == nil { collapsed.insert(section) }
    tableView.reloadSections(IndexSet(integer: section), with: .automatic)
  }
}

final class MonthHeader: UITableViewHeaderFooterView {
  static let reuseIdentifier = "MonthHeader"

  private let button = UIButton(type: .system)
  private let chevron = UIImageView(image: UIImage(systemName: "chevron.down"))
  var didTap: (() -> Void)?

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    button.titleLabel?.font = .headline(.headline)
    button.contentHorizontalAlignment = .leading
    button.setTitleColor(.label, for: .normal)
    button.on(.touchUpInside) { [unowned self] _ in didTap?() }
    chevron.tintColor = .secondaryLabel
    chevron.isAccessibilityElement = false
    chevron.setContentHuggingPriority(.required, for: .horizontal)
    for view in [button, chevron] {
      view.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(view)
    }
    NSLayoutConstraint.activate([
      button.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
      button.trailingAnchor.constraint(equalTo: chevron.leadingAnchor, constant: -8),
      button.topAnchor.constraint(equalTo: contentView.topAnchor),
      button.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
      chevron.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor),
      chevron.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
    ])
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(title: String?, isCollapsed: Bool) {
    button.setTitle(title, for: .normal)
    chevron.transform = isCollapsed ? CGAffineTransform(rotationAngle: .pi / 2) : .identity
  }
}

/// The list beside the article, or one above the other on a phone.
final class ArchiveSplitController: UISplitViewController, RoutableWithConfiguration, UISplitViewControllerDelegate {
  private let store: PartialStore<AppState>

  var routeIdentifier: RouteElementIdentifier { Screen.archive.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.article): .custom { [unowned self] _, _, animated, context, completion in
        let article = ArticleViewController(store: store, story: context as? Int ?? 1)
        showDetailViewController(UINavigationController(rootViewController: article), sender: self)
        completion()
      }
    ]
  }

  init(store: PartialStore<AppState>) {
    self.store = store
    super.init(style: .doubleColumn)
    delegate = self
    preferredDisplayMode = .oneBesideSecondary
    preferredPrimaryColumnWidthFraction = 0.4
    setViewController(ArchiveViewController(store: store), for: .primary)
    setViewController(PlaceholderViewController(), for: .secondary)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { .primary }
}

final class ArchiveViewController: ViewController<ArchiveView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("tab.archive", comment: "")
    navigationItem.backBarButtonItem = UIBarButtonItem(
      title: NSLocalizedString("tab.archive", comment: ""), style: .plain, target: nil, action: nil)
  }

  override func setupInteraction() {
    rootView.didSelectStory = { [unowned self] in dispatch(Show(Screen.article, animated: true, context: $0)) }
  }
}

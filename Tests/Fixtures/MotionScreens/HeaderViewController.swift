import UIKit

/// A header whose height is a constraint that follows the scrolling. The feed loads more at its end.
final class HeaderViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
  private let header = UIView()
  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()
  private let tableView = UITableView()
  private lazy var heightConstraint = header.heightAnchor.constraint(equalToConstant: maxHeight)
  private let maxHeight: CGFloat = 200
  private let minHeight: CGFloat = 60
  private var count = 30

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    header.backgroundColor = .systemIndigo
    header.clipsToBounds = true
    header.accessibilityIdentifier = "header"
    titleLabel.text = "Profile"
    titleLabel.textColor = .white
    titleLabel.font = .boldSystemFont(ofSize: 28)
    titleLabel.accessibilityIdentifier = "header.title"
    subtitleLabel.text = "Pulled up, it becomes small"
    subtitleLabel.textColor = .white
    subtitleLabel.accessibilityIdentifier = "header.subtitle"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Top", image: nil,
      primaryAction: UIAction { [weak self] _ in
        self?.tableView.scrollToRow(at: IndexPath(row: 0, section: 0), at: .top, animated: true)
      })
    tableView.dataSource = self
    tableView.delegate = self
    tableView.accessibilityIdentifier = "header.table"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    for each in [header, titleLabel, subtitleLabel, tableView] {
      each.translatesAutoresizingMaskIntoConstraints = false
    }
    view.addSubview(tableView)
    view.addSubview(header)
    header.addSubview(titleLabel)
    header.addSubview(subtitleLabel)
    NSLayoutConstraint.activate([
      header.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      header.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      header.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      heightConstraint,
      titleLabel.leadingAnchor.constraint(equalTo: header.leadingAnchor, constant: 20),
      titleLabel.bottomAnchor.constraint(equalTo: header.bottomAnchor, constant: -12),
      subtitleLabel.leadingAnchor.constraint(equalTo: titleLabel.leadingAnchor),
      subtitleLabel.bottomAnchor.constraint(equalTo: titleLabel.topAnchor, constant: -8),
      tableView.topAnchor.constraint(equalTo: header.bottomAnchor),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let offset = scrollView.contentOffset.y
    let height = heightConstraint.constant
    if offset > 0, height > minHeight {
      heightConstraint.constant = max(minHeight, height - offset)
      scrollView.contentOffset.y = max(0, offset - (height - heightConstraint.constant))
    } else if offset < 0, height < maxHeight {
      heightConstraint.constant = min(maxHeight, height - offset)
      scrollView.contentOffset.y = 0
    }
    subtitleLabel.alpha = (heightConstraint.constant - minHeight) / (maxHeight - minHeight)
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { snap() }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    snap()
  }

  /// The header is either small or large.
  private func snap() {
    let middle = (minHeight + maxHeight) / 2
    let target = heightConstraint.constant > middle ? maxHeight : minHeight
    guard target != heightConstraint.constant else { return }
    heightConstraint.constant = target
    UIView.animate(withDuration: 0.25) {
      self.subtitleLabel.alpha = target == self.maxHeight ? 1 : 0
      self.view.layoutIfNeeded()
    }
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    count
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = "Post \(indexPath.row + 1)"
    return cell
  }

  func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    guard indexPath.row == count - 1, count < 90 else { return }
    let start = count
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { [weak self] in
      guard let self, self.count == start else { return }
      self.count += 30
      self.tableView.insertRows(at: (start..<self.count).map { IndexPath(row: $0, section: 0) }, with: .fade)
    }
  }
}

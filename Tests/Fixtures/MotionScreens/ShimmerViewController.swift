import UIKit

final class ShimmerView: UIView {
  private let gradient = CAGradientLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemGray5
    clipsToBounds = true
    gradient.colors = [UIColor.systemGray5.cgColor, UIColor.systemGray6.cgColor, UIColor.systemGray5.cgColor]
    gradient.locations = [0, 0.5, 1]
    gradient.startPoint = CGPoint(x: 0, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 0.5)
    layer.addSublayer(gradient)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    gradient.frame = bounds
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { start() }
  }

  func start() {
    let animation = CABasicAnimation(keyPath: "locations")
    animation.fromValue = [-1.0, -0.5, 0.0]
    animation.toValue = [1.0, 1.5, 2.0]
    animation.duration = 1.2
    animation.repeatCount = .infinity
    gradient.add(animation, forKey: "shimmer")
  }
}

final class ShimmerCell: UITableViewCell {
  private let avatar = ShimmerView()
  private let line = ShimmerView()
  private let pulse = UIView()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    avatar.layer.cornerRadius = 20
    line.layer.cornerRadius = 6
    pulse.backgroundColor = .systemGray4
    pulse.layer.cornerRadius = 6
    for each in [avatar, line, pulse] { contentView.addSubview(each) }
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 1
    animation.toValue = 0.3
    animation.duration = 0.8
    animation.autoreverses = true
    animation.repeatCount = .infinity
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    pulse.layer.add(animation, forKey: "pulse")
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = contentView.bounds.width
    avatar.frame = CGRect(x: 16, y: 12, width: 40, height: 40)
    line.frame = CGRect(x: 72, y: 14, width: width - 100, height: 14)
    pulse.frame = CGRect(x: 72, y: 38, width: (width - 100) * 0.6, height: 12)
  }

  func number(_ number: Int) {
    line.accessibilityIdentifier = "shimmer.line.\(number)"
    pulse.accessibilityIdentifier = "shimmer.pulse.\(number)"
  }
}

/// The rows shimmer until the names are loaded.
final class ShimmerViewController: UITableViewController {
  private var names: [String] = []
  private var isLoading = true

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Load", style: .plain, target: self, action: ShimmerViewController.load)
    tableView.rowHeight = 64
    tableView.register(ShimmerCell.self, forCellReuseIdentifier: "shimmer")
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "name")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    isLoading ? 6 : names.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    if isLoading {
      let cell = tableView.dequeueReusableCell(withIdentifier: "shimmer", for: indexPath) as! ShimmerCell
      cell.number(indexPath.row)
      return cell
    }
    let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
    cell.textLabel?.text = names[indexPath.row]
    return cell
  }

  private func load() {
    guard isLoading else { return }
    isLoading = false
    tableView.performBatchUpdates({
      tableView.deleteRows(at: (0..<6).map { IndexPath(row: $0, section: 0) }, with: .fade)
      names = ["Ada", "Grace", "Barbara", "Margaret"]
      tableView.insertRows(at: names.indices.map { IndexPath(row: $0, section: 0) }, with: .top)
    })
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Add", style: .plain, target: self, action: ShimmerViewController.add)
  }

  private func add() {
    names.insert("Radia \(names.count)", at: 0)
    tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
  }
}

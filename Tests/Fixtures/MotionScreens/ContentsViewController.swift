import UIKit

final class ContentsViewController: UITableViewController {
  private let screens: [(title: String, make: () -> UIViewController)] = [
    ("Cards", { CardStackViewController() }),
    ("Bottom sheet", { BottomSheetViewController() }),
    ("Signature", { SignatureViewController() }),
    ("Photo", { PhotoViewController() }),
    ("Onboarding", { OnboardingViewController() }),
    ("Shimmer", { ShimmerViewController() }),
    ("Like", { LikeViewController() }),
    ("Header", { HeaderViewController() }),
    ("Drawer", { DrawerViewController() }),
    ("Slider", { SliderViewController() }),
    ("Playground", { PlaygroundViewController() }),
    ("Rows", { RowsViewController() }),
    ("Presenting", { PresentingViewController() }),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Motion"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    screens.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    cell.textLabel?.text = screens[indexPath.row].title
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let screen = screens[indexPath.row]
    let controller = screen.make()
    controller.title = screen.title
    navigationController?.pushViewController(controller, animated: true)
  }
}

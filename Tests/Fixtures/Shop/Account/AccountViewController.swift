import Katana
import Tempura
import UIKit

struct AccountViewModel: ViewModelWithState {
  let name: String
  let orders: String
  let favourites: Int

  init?(state: ShopState) {
    name = state.address.name.isEmpty ? NSLocalizedString("Guest", comment: "") : state.address.name
    orders = String.localizedStringWithFormat(NSLocalizedString("%d orders", comment: ""), state.orders)
    favourites = state.favourites.count
  }
}

final class AccountView: UIView, ViewControllerModellableView {
  private let avatarView = UIImageView(image: UIImage(systemName: "person.crop.circle.fill"))
  private let nameLabel = UILabel()
  private let ordersLabel = UILabel()
  private let separator = UIView()
  private let newsLabel = UILabel()
  private let newsSwitch = UISwitch()
  private let progressView = UIProgressView(progressViewStyle: .default)
  private let hintLabel = UILabel()

  func setup() {
    newsLabel.text = NSLocalizedString("Newsletter", comment: "")
    hintLabel.text = NSLocalizedString("Points until the next gift", comment: "")
    [avatarView, nameLabel, ordersLabel, separator, newsLabel, newsSwitch, progressView, hintLabel].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      addSubview($0)
    }
    let guide = layoutMarginsGuide
    NSLayoutConstraint.activate([
      avatarView.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor, constant: 16),
      avatarView.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      avatarView.widthAnchor.constraint(equalToConstant: 64),
      avatarView.heightAnchor.constraint(equalToConstant: 64),
      nameLabel.leadingAnchor.constraint(equalToSystemSpacingAfter: avatarView.trailingAnchor, multiplier: 2),
      nameLabel.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      nameLabel.bottomAnchor.constraint(equalTo: avatarView.centerYAnchor, constant: -1),
      ordersLabel.topAnchor.constraint(equalTo: nameLabel.bottomAnchor, constant: 2),
      ordersLabel.leadingAnchor.constraint(equalTo: nameLabel.leadingAnchor),
      ordersLabel.trailingAnchor.constraint(equalTo: nameLabel.trailingAnchor),
      separator.topAnchor.constraint(equalTo: avatarView.bottomAnchor, constant: 16),
      separator.leadingAnchor.constraint(equalTo: leadingAnchor),
      separator.trailingAnchor.constraint(equalTo: trailingAnchor),
      separator.heightAnchor.constraint(equalToConstant: 1 / UIScreen.main.scale),
      newsLabel.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      newsLabel.centerYAnchor.constraint(equalTo: newsSwitch.centerYAnchor),
      newsSwitch.topAnchor.constraint(equalTo: separator.bottomAnchor, constant: 16),
      newsSwitch.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      newsSwitch.leadingAnchor.constraint(greaterThanOrEqualTo: newsLabel.trailingAnchor, constant: 8),
      progressView.topAnchor.constraint(equalTo: newsSwitch.bottomAnchor, constant: 24),
      progressView.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      progressView.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      hintLabel.topAnchor.constraint(equalTo: progressView.bottomAnchor, constant: 8),
      hintLabel.centerXAnchor.constraint(equalTo: progressView.centerXAnchor),
    ])
  }

  func style() {
    backgroundColor = .systemBackground
    avatarView.contentMode = .scaleAspectFit
    avatarView.tintColor = .systemGray3
    nameLabel.font = .preferredFont(forTextStyle: .title2)
    ordersLabel.textColor = .secondaryLabel
    separator.backgroundColor = .separator
    newsSwitch.onTintColor = Palette.tint
    hintLabel.font = .preferredFont(forTextStyle: .footnote)
    hintLabel.textColor = .secondaryLabel
  }

  func update(oldModel: AccountViewModel?) {
    guard let model = model else { return }
    nameLabel.text = model.name
    ordersLabel.text = model.orders
    progressView.setProgress(min(1, 0.2 + Float(model.favourites) / 5), animated: true)
  }
}

final class AccountViewController: ViewController<AccountView> {}

extension AccountViewController: Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.account.rawValue }
}

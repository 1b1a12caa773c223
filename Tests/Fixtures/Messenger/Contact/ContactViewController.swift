import Katana
import Tempura
import UIKit

final class ContactViewController: ViewControllerWithLocalState<ContactView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = NSLocalizedString("Contact", comment: "")
    navigationItem.largeTitleDisplayMode = .never
  }

  override func setupInteraction() {
    let id = localState.contactID
    rootView.didMute = { [unowned self] isOn in dispatch(ChangeChats(ids: [id]) { $0.isMuted = isOn }) }
    rootView.didShareLocation = { [unowned self] isOn in dispatch(ChangeContact(id: id) { $0.sharesLocation = isOn }) }
    rootView.didChangeDisappearing = { [unowned self] index in
      dispatch(ChangeContact(id: id) { $0.disappearing = index })
    }
    rootView.didTapPhone = { phone in
      guard let url = URL(string: "tel:" + phone.replacingOccurrences(of: " ", with: "")) else { return }
      if UIApplication.shared.canOpenURL(url) { UIApplication.shared.open(url, options: [:], completionHandler: nil) }
    }
    rootView.didTapBlock = { [unowned self] in confirmBlock() }
    rootView.didTapPicture = { [unowned self] number in showPicture(number) }
  }

  private func confirmBlock() {
    guard let contact = viewModel?.contact else { return }
    let change = ChangeContact(id: contact.id) { $0.isBlocked.toggle() }
    guard !contact.isBlocked else {
      dispatch(change)
      return
    }
    let sheet = UIAlertController(
      title: String(format: NSLocalizedString("Block %@?", comment: ""), contact.name), message: nil,
      preferredStyle: .actionSheet)
    sheet.addAction(
      UIAlertAction(title: NSLocalizedString("Block", comment: ""), style: .destructive) { [unowned self] _ in
        dispatch(change)
      })
    sheet.addAction(UIAlertAction(title: NSLocalizedString("Cancel", comment: ""), style: .cancel))
    present(sheet, animated: true)
  }

  private func showPicture(_ number: Int) {
    let controller = PictureViewController(number: number)
    controller.modalPresentationStyle = .fullScreen
    controller.modalTransitionStyle = .crossDissolve
    present(controller, animated: true)
  }
}

extension ContactViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.contact.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] { [.hide(Screen.contact): .pop] }
}

final class PictureViewController: UIViewController, UIScrollViewDelegate {
  private let scrollView = UIScrollView()
  private let imageView: UIImageView
  private let closeButton = UIButton(type: .close)

  init(number: Int) {
    imageView = UIImageView(image: Theme.picture(number, size: CGSize(width: 640, height: 480)))
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var prefersStatusBarHidden: Bool { true }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    imageView.contentMode = .scaleAspectFit
    imageView.accessibilityLabel = NSLocalizedString("Photo", comment: "")
    scrollView.delegate = self
    scrollView.maximumZoomScale = 4
    scrollView.addSubview(imageView)
    view.addSubview(scrollView)
    view.addSubview(closeButton)
    closeButton.addTarget(self, action: PictureViewController.close, for: .touchUpInside)
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    scrollView.frame = view.bounds
    imageView.frame = scrollView.bounds
    scrollView.contentSize = imageView.frame.size
    closeButton.frame = CGRect(
      x: view.bounds.maxX - view.safeAreaInsets.right - 60, y: view.safeAreaInsets.top + 16, width: 44, height: 44)
  }

  func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }

  private func close() { dismiss(animated: true, completion: nil) }
}

import Katana
import SafariServices
import Tempura
import UIKit

final class ArticleViewController: ViewControllerWithLocalState<ArticleView>, RoutableWithConfiguration {
  private lazy var bookmarkItem = UIBarButtonItem(
    image: UIImage(systemName: "bookmark"), style: .plain, target: self, action: ArticleViewController.toggleBookmark)
  private lazy var shareItem = UIBarButtonItem(
    systemItem: .action, primaryAction: UIAction { [unowned self] _ in share() })
  private lazy var textItem = UIBarButtonItem(
    image: UIImage(systemName: "slider.horizontal.3"), style: .plain, target: self,
    action: ArticleViewController.showTextSize)

  var routeIdentifier: RouteElementIdentifier { Screen.article.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.article): .push { [unowned self] in ArticleViewController(store: store, story: $0 as? Int ?? 1) },
      .hide(Screen.article): .pop,
      .show(Screen.comments): .push { [unowned self] _ in CommentsViewController(store: store) },
      .show(Screen.gallery): .presentModally { [unowned self] in
        let gallery = GalleryViewController(store: store, first: $0 as? Int ?? 1)
        gallery.modalPresentationStyle = .fullScreen
        gallery.modalTransitionStyle = .crossDissolve
        return gallery
      },
    ]
  }

  init(store: PartialStore<AppState>, story: Int) {
    super.init(store: store, localState: ArticleLocalState(story: story))
    hidesBottomBarWhenPushed = true
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .never
    navigationItem.rightBarButtonItems = [bookmarkItem, shareItem, textItem]
    bookmarkItem.accessibilityLabel = NSLocalizedString("Bookmark", comment: "")
    textItem.accessibilityLabel = NSLocalizedString("Text size", comment: "")
  }

  override func didUpdate(old: ArticleViewModel?) {
    guard let viewModel else { return }
    title = viewModel.story.desk.title
    bookmarkItem.image = UIImage(systemName: viewModel.isBookmarked ? "bookmark.fill" : "bookmark")
    bookmarkItem.isSelected = viewModel.isBookmarked
  }

  override func setupInteraction() {
    rootView.didSelectStory = { [unowned self] in dispatch(Show(Screen.article, animated: true, context: $0)) }
    rootView.didTapFigure = { [unowned self] in dispatch(Show(Screen.gallery, animated: true, context: $0)) }
    rootView.didTapComments = { [unowned self] in dispatch(Show(Screen.comments, animated: true)) }
    rootView.didTapLink = { [unowned self] url in
      let configuration = SFSafariViewController.Configuration()
      configuration.entersReaderIfAvailable = true
      let safari = SFSafariViewController(url: url, configuration: configuration)
      safari.preferredControlTintColor = .accent
      present(safari, animated: true)
    }
  }

  private func toggleBookmark() {
    dispatch(ToggleBookmark(id: localState.story))
    UIImpactFeedbackGenerator(style: .light).impactOccurred()
  }

  private func share() {
    guard let story = viewModel?.story, let url = URL(string: "https://example.com/stories/\(story.id)") else { return }
    let sheet = UIActivityViewController(activityItems: [story.headline, url], applicationActivities: nil)
    sheet.popoverPresentationController?.barButtonItem = shareItem
    present(sheet, animated: true)
  }

  private func showTextSize(_ sender: UIBarButtonItem) {
    let controller = TextSizeViewController(settings: state.settings)
    controller.didChange = { [unowned self] change in dispatch(ChangeSettings(change: change)) }
    if traitCollection.horizontalSizeClass == .regular {
      controller.modalPresentationStyle = .popover
      controller.popoverPresentationController?.barButtonItem = sender
      controller.preferredContentSize = CGSize(width: 320, height: 180)
    } else if let sheet = controller.sheetPresentationController {
      sheet.detents = [.medium()]
      sheet.prefersGrabberVisible = true
    }
    present(controller, animated: true)
  }
}

final class TextSizeViewController: UIViewController {
  private let settings: ReaderSettings
  private let slider = UISlider()
  private let fonts = UISegmentedControl(items: ReaderFont.allCases.map(\.title))

  var didChange: ((@escaping (inout ReaderSettings) -> Void) -> Void)?

  init(settings: ReaderSettings) {
    self.settings = settings
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    slider.minimumValue = 0.8
    slider.maximumValue = 1.6
    slider.value = settings.scale
    slider.minimumValueImage = UIImage(systemName: "minus")
    slider.maximumValueImage = UIImage(systemName: "plus")
    slider.accessibilityLabel = NSLocalizedString("Text size", comment: "")
    slider.addAction(
      UIAction { [unowned self] _ in
        let scale = slider.value
        didChange? { $0.scale = scale }
      }, for: .valueChanged)
    fonts.selectedSegmentIndex = ReaderFont.allCases.firstIndex(of: settings.font) ?? 0
    fonts.addAction(
      UIAction { [unowned self] _ in
        let font = ReaderFont.allCases[fonts.selectedSegmentIndex]
        didChange? { $0.font = font }
      }, for: .valueChanged)
    let label = UILabel()
    label.text = NSLocalizedString("Text size", comment: "")
    label.font = .preferredFont(forTextStyle: .headline)
    let stack = UIStackView(arrangedSubviews: [label, slider, fonts])
    stack.axis = .vertical
    stack.spacing = 20
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 28),
      stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
    ])
  }
}

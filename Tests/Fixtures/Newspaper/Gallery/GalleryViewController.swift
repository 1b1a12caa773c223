import Katana
import Tempura
import UIKit

struct GalleryLocalState: LocalState, Codable {
  var first: Int
  var showsCaption = true
}

struct GalleryViewModel: ViewModelWithLocalState, Equatable {
  let pictures: [Int]
  let showsCaption: Bool

  init?(state: AppState?, localState: GalleryLocalState) {
    pictures = (0..<3).map { localState.first + 50 + $0 }
    showsCaption = localState.showsCaption
  }
}

final class ZoomView: UIScrollView, UIScrollViewDelegate {
  private let imageView = UIImageView()

  init(image: UIImage) {
    super.init(frame: .zero)
    imageView.image = image
    imageView.contentMode = .scaleAspectFit
    imageView.accessibilityLabel = NSLocalizedString("Picture", comment: "")
    delegate = self
    minimumZoomScale = 1
    maximumZoomScale = 4
    bouncesZoom = true
    addSubview(imageView)
    let doubleTap = UITapGestureRecognizer(target: self, action: ZoomView.zoom)
    doubleTap.numberOfTapsRequired = 2
    addGestureRecognizer(doubleTap)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    if zoomScale == 1 { imageView.frame = bounds }
  }

  func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }

  private func zoom(_ recognizer: UITapGestureRecognizer) {
    if zoomScale > 1 {
      setZoomScale(1, animated: true)
    } else {
      let point = recognizer.location(in: imageView)
      zoom(to: CGRect(x: point.x - 50, y: point.y - 50, width: 100, height: 100), animated: true)
    }
  }
}

final class GradientView: UIView {
  override class var layerClass: AnyClass { CAGradientLayer.self }
  var gradientLayer: CAGradientLayer { layer as! CAGradientLayer }
}

final class GalleryView: UIView, ViewControllerModellableView, UIScrollViewDelegate {
  private let scrollView = UIScrollView()
  private let pageControl = UIPageControl()
  private let overlay = GradientView()
  private let captionLabel = UILabel()
  private let closeButton = UIButton(type: .close)
  private var zoomViews: [ZoomView] = []

  var didTapClose: Interaction?
  var didTap: Interaction?

  func setup() {
    scrollView.isPagingEnabled = true
    scrollView.delegate = self
    addSubview(scrollView)
    addSubview(overlay)
    overlay.addSubview(captionLabel)
    addSubview(pageControl)
    addSubview(closeButton)
    closeButton.addAction(UIAction { [unowned self] _ in didTapClose?() }, for: .touchUpInside)
    pageControl.addAction(
      UIAction { [unowned self] _ in
        scrollView.setContentOffset(CGPoint(x: bounds.width * CGFloat(pageControl.currentPage), y: 0), animated: true)
        showCaption()
      }, for: .valueChanged)
    let pan = UIPanGestureRecognizer(target: self, action: GalleryView.didPan)
    addGestureRecognizer(pan)
    let tap = UITapGestureRecognizer(target: self, action: GalleryView.tapped)
    scrollView.addGestureRecognizer(tap)
    captionLabel.translatesAutoresizingMaskIntoConstraints = false
    closeButton.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      captionLabel.leadingAnchor.constraint(equalTo: overlay.layoutMarginsGuide.leadingAnchor, constant: 8),
      captionLabel.trailingAnchor.constraint(equalTo: overlay.layoutMarginsGuide.trailingAnchor, constant: -8),
      captionLabel.bottomAnchor.constraint(equalTo: overlay.safeAreaLayoutGuide.bottomAnchor, constant: -48),
      closeButton.topAnchor.constraint(equalTo: safeAreaLayoutGuide.topAnchor, constant: 12),
      closeButton.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
    ])
  }

  func style() {
    backgroundColor = .black
    scrollView.showsHorizontalScrollIndicator = false
    overlay.isUserInteractionEnabled = false
    overlay.gradientLayer.colors = [UIColor.clear.cgColor, UIColor.black.withAlphaComponent(0.8).cgColor]
    overlay.gradientLayer.startPoint = CGPoint(x: 0.5, y: 0)
    overlay.gradientLayer.endPoint = CGPoint(x: 0.5, y: 1)
    captionLabel.textColor = .white
    captionLabel.font = .preferredFont(forTextStyle: .callout)
    captionLabel.numberOfLines = 0
    closeButton.overrideUserInterfaceStyle = .dark
    closeButton.accessibilityLabel = NSLocalizedString("Close", comment: "")
    pageControl.currentPageIndicatorTintColor = .white
    pageControl.pageIndicatorTintColor = .systemGray
  }

  func update(oldModel: GalleryViewModel?) {
    guard let model else { return }
    if model.pictures != oldModel?.pictures {
      zoomViews.forEach { $0.removeFromSuperview() }
      zoomViews = model.pictures.map { ZoomView(image: Art.picture($0)) }
      zoomViews.forEach(scrollView.addSubview)
      pageControl.numberOfPages = model.pictures.count
    }
    UIView.animate(withDuration: 0.25) { self.overlay.alpha = model.showsCaption ? 1 : 0 }
    showCaption()
  }

  private func showCaption() {
    captionLabel.text =
      "\(pageControl.currentPage + 1) / \(pageControl.numberOfPages)  " + NSLocalizedString("caption", comment: "")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
    scrollView.contentSize = CGSize(width: bounds.width * CGFloat(zoomViews.count), height: bounds.height)
    for (index, view) in zoomViews.enumerated() {
      view.frame = CGRect(x: bounds.width * CGFloat(index), y: 0, width: bounds.width, height: bounds.height)
    }
    overlay.frame = CGRect(x: 0, y: bounds.height - 200, width: bounds.width, height: 200)
    pageControl.frame = CGRect(x: 0, y: bounds.height - 44 - safeAreaInsets.bottom, width: bounds.width, height: 30)
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    pageControl.currentPage = Int((scrollView.contentOffset.x / max(1, bounds.width)).rounded())
    showCaption()
  }

  private func tapped() { didTap?() }

  private func didPan(_ recognizer: UIPanGestureRecognizer) {
    let y = recognizer.translation(in: self).y
    switch recognizer.state {
    case .changed:
      transform = CGAffineTransform(translationX: 0, y: max(0, y))
      alpha = 1 - max(0, y) / bounds.height
    case .ended where y > 120 || recognizer.velocity(in: self).y > 800: didTapClose?()
    case .ended, .cancelled:
      UIView.animate(withDuration: 0.2) {
        self.transform = .identity
        self.alpha = 1
      }
    default: break
    }
  }
}

final class GalleryViewController: ViewControllerWithLocalState<GalleryView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.gallery.rawValue }
  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [.hide(Screen.gallery): .dismissModally(behaviour: .hard)]
  }

  override var prefersStatusBarHidden: Bool { true }
  override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

  init(store: PartialStore<AppState>, first: Int) {
    super.init(store: store, localState: GalleryLocalState(first: first))
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func setupInteraction() {
    rootView.didTapClose = { [unowned self] in dispatch(Hide(Screen.gallery, animated: true)) }
    rootView.didTap = { [unowned self] in localState.showsCaption.toggle() }
  }
}

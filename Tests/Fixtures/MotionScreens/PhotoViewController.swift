import UIKit

/// A photo in a scroll view, and one with recognisers of its own.
final class PhotoViewController: UIViewController, UIScrollViewDelegate, UIGestureRecognizerDelegate {
  private let scrollView = UIScrollView()
  private let imageView = UIImageView()
  private let freeView = UIImageView()
  private let statusLabel = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground

    scrollView.delegate = self
    scrollView.minimumZoomScale = 1
    scrollView.maximumZoomScale = 4
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.showsVerticalScrollIndicator = false
    scrollView.accessibilityIdentifier = "photo.scroll"
    imageView.image = picture(size: CGSize(width: 300, height: 200))
    imageView.contentMode = .scaleAspectFit
    imageView.accessibilityIdentifier = "photo.image"
    imageView.isUserInteractionEnabled = true
    scrollView.addSubview(imageView)
    view.addSubview(scrollView)
    let doubleTap = UITapGestureRecognizer(target: self, action: PhotoViewController.doubleTapped)
    doubleTap.numberOfTapsRequired = 2
    scrollView.addGestureRecognizer(doubleTap)

    freeView.image = picture(size: CGSize(width: 160, height: 160))
    freeView.isUserInteractionEnabled = true
    freeView.accessibilityIdentifier = "photo.free"
    view.addSubview(freeView)
    let pinch = UIPinchGestureRecognizer(target: self, action: PhotoViewController.pinch)
    let rotation = UIRotationGestureRecognizer(target: self, action: PhotoViewController.rotate)
    let pan = UIPanGestureRecognizer(target: self, action: PhotoViewController.pan)
    pan.maximumNumberOfTouches = 2
    let reset = UITapGestureRecognizer(target: self, action: PhotoViewController.reset)
    reset.numberOfTapsRequired = 2
    for each in [pinch, rotation, pan, reset] {
      each.delegate = self
      freeView.addGestureRecognizer(each)
    }

    statusLabel.accessibilityIdentifier = "photo.status"
    statusLabel.textAlignment = .center
    statusLabel.text = "Zoom 1.0"
    view.addSubview(statusLabel)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard scrollView.zoomScale == 1, freeView.transform.isIdentity else { return }
    let top = view.safeAreaInsets.top
    let width = view.bounds.width
    scrollView.frame = CGRect(x: 0, y: top, width: width, height: 260)
    imageView.frame = scrollView.bounds
    scrollView.contentSize = scrollView.bounds.size
    statusLabel.frame = CGRect(x: 20, y: top + 270, width: width - 40, height: 24)
    freeView.frame = CGRect(x: (width - 160) / 2, y: top + 340, width: 160, height: 160)
  }

  private func picture(size: CGSize) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { context in
      UIColor.systemIndigo.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIColor.systemYellow.setFill()
      context.cgContext.fillEllipse(
        in: CGRect(x: size.width * 0.55, y: size.height * 0.15, width: size.height * 0.3, height: size.height * 0.3))
      UIColor.systemGreen.setFill()
      context.fill(CGRect(x: 0, y: size.height * 0.7, width: size.width, height: size.height * 0.3))
    }
  }

  func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    imageView
  }

  func scrollViewDidZoom(_ scrollView: UIScrollView) {
    statusLabel.text = String(format: "Zoom %.1f", Double(scrollView.zoomScale))
  }

  private func doubleTapped(_ recognizer: UITapGestureRecognizer) {
    if scrollView.zoomScale > 1 {
      scrollView.setZoomScale(1, animated: true)
    } else {
      let point = recognizer.location(in: imageView)
      let size = CGSize(width: scrollView.bounds.width / 2, height: scrollView.bounds.height / 2)
      let rect = CGRect(
        x: point.x - size.width / 2, y: point.y - size.height / 2, width: size.width, height: size.height)
      scrollView.zoom(to: rect, animated: true)
    }
  }

  private func pinch(_ recognizer: UIPinchGestureRecognizer) {
    guard let target = recognizer.view else { return }
    target.transform = target.transform.scaledBy(x: recognizer.scale, y: recognizer.scale)
    recognizer.scale = 1
  }

  private func rotate(_ recognizer: UIRotationGestureRecognizer) {
    guard let target = recognizer.view else { return }
    target.transform = target.transform.rotated(by: recognizer.rotation)
    recognizer.rotation = 0
  }

  private func pan(_ recognizer: UIPanGestureRecognizer) {
    guard let target = recognizer.view else { return }
    let translation = recognizer.translation(in: view)
    target.center = CGPoint(x: target.center.x + translation.x, y: target.center.y + translation.y)
    recognizer.setTranslation(.zero, in: view)
  }

  private func reset() {
    UIView.animate(withDuration: 0.3) {
      self.freeView.transform = .identity
    }
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    gestureRecognizer.view === otherGestureRecognizer.view
  }
}

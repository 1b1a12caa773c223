import UIKit

/// Pictures that are turned by a swipe, with a page control below.
final class GalleryView: UIView, UIScrollViewDelegate {
  private let scrollView = UIScrollView()
  private let stackView = UIStackView()
  private let pageControl = UIPageControl()
  private var productID: String?

  var didChangePage: ((Int) -> Void)?

  override init(frame: CGRect) {
    super.init(frame: frame)
    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.delegate = self
    pageControl.currentPageIndicatorTintColor = Palette.tint
    pageControl.pageIndicatorTintColor = .systemGray4
    pageControl.addTarget(self, action: GalleryView.pageChanged, for: .valueChanged)
    [scrollView, pageControl].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      addSubview($0)
    }
    stackView.translatesAutoresizingMaskIntoConstraints = false
    scrollView.addSubview(stackView)
    let square = scrollView.heightAnchor.constraint(equalTo: scrollView.widthAnchor)
    square.priority = .defaultHigh
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: trailingAnchor),
      square,
      scrollView.heightAnchor.constraint(lessThanOrEqualToConstant: 400),
      stackView.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
      stackView.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor),
      stackView.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor),
      stackView.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
      stackView.heightAnchor.constraint(equalTo: scrollView.frameLayoutGuide.heightAnchor),
      pageControl.topAnchor.constraint(equalTo: scrollView.bottomAnchor),
      pageControl.centerXAnchor.constraint(equalTo: centerXAnchor),
      pageControl.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func show(_ product: Product, page: Int) {
    pageControl.numberOfPages = 4
    pageControl.currentPage = page
    guard productID != product.id else { return }
    productID = product.id
    stackView.arrangedSubviews.forEach { $0.removeFromSuperview() }
    for index in 0..<4 {
      let imageView = UIImageView(image: Artwork.picture(of: product, index: index))
      imageView.contentMode = .scaleAspectFill
      imageView.clipsToBounds = true
      stackView.addArrangedSubview(imageView)
      imageView.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor).isActive = true
    }
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    let page = Int((scrollView.contentOffset.x / scrollView.bounds.width).rounded())
    pageControl.currentPage = page
    didChangePage?(page)
  }

  private func pageChanged() {
    let offset = CGPoint(x: CGFloat(pageControl.currentPage) * scrollView.bounds.width, y: 0)
    scrollView.setContentOffset(offset, animated: true)
    didChangePage?(pageControl.currentPage)
  }
}

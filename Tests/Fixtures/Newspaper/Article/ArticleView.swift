import Tempura
import UIKit
import WebKit

struct ArticleLocalState: LocalState, Codable {
  var story: Int
}

struct ArticleViewModel: ViewModelWithLocalState, Equatable {
  let story: Story
  let related: [Story]
  let isBookmarked: Bool
  let settings: ReaderSettings
  let commentCount: Int

  init?(state: AppState?, localState: ArticleLocalState) {
    guard let state, let story = state.story(localState.story) else { return nil }
    self.story = story
    related = Array(state.stories.filter { $0.desk == story.desk && $0.id != story.id }.prefix(3))
    isBookmarked = state.bookmarks.contains(story.id)
    settings = state.settings
    commentCount = state.comments.count
  }
}

final class ArticleView: UIView, ViewControllerModellableView {
  private let heroHeight: CGFloat = 260
  private let scrollView = UIScrollView()
  private let hero = UIImageView()
  private let stack = UIStackView()
  private let titleLabel = UILabel()
  private let bylineLabel = UILabel()
  private let bodyView = UITextView()
  private let quoteView = QuoteView()
  private let listLabel = UILabel()
  private let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
  private let relatedStack = UIStackView()
  let commentsButton = UIButton(configuration: .filled())
  let externalButton = UIButton(configuration: .tinted())

  var didSelectStory: CustomInteraction<Int>?
  var didTapFigure: CustomInteraction<Int>?
  var didTapComments: Interaction?
  var didTapLink: CustomInteraction<URL>?

  func setup() {
    scrollView.delegate = self
    scrollView.contentInsetAdjustmentBehavior = .never
    addSubview(scrollView)
    scrollView.addSubview(stack)
    scrollView.addSubview(hero)
    bodyView.isEditable = false
    bodyView.isScrollEnabled = false
    bodyView.delegate = self
    webView.navigationDelegate = self
    webView.scrollView.isScrollEnabled = false
    commentsButton.addAction(UIAction { [unowned self] _ in didTapComments?() }, for: .touchUpInside)
    externalButton.addAction(
      UIAction { [unowned self] _ in URL(string: "https://example.com").map { didTapLink?($0) } }, for: .touchUpInside)
    stack.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor, constant: heroHeight + 16),
      stack.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor, constant: -32),
      stack.centerXAnchor.constraint(equalTo: scrollView.frameLayoutGuide.centerXAnchor),
      stack.widthAnchor.constraint(lessThanOrEqualToConstant: 680),
      stack.leadingAnchor.constraint(greaterThanOrEqualTo: scrollView.frameLayoutGuide.leadingAnchor, constant: 20),
      webView.heightAnchor.constraint(equalToConstant: 160),
    ])
    let width = stack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor, constant: -40)
    width.priority = .defaultHigh
    width.isActive = true
  }

  func style() {
    backgroundColor = .paper
    hero.contentMode = .scaleAspectFill
    hero.clipsToBounds = true
    hero.isAccessibilityElement = false
    stack.axis = .vertical
    stack.spacing = 16
    relatedStack.axis = .vertical
    relatedStack.spacing = 10
    titleLabel.font = .headline(.largeTitle)
    titleLabel.numberOfLines = 0
    titleLabel.adjustsFontForContentSizeCategory = true
    titleLabel.accessibilityTraits = .header
    bylineLabel.numberOfLines = 0
    listLabel.numberOfLines = 0
    bodyView.backgroundColor = .clear
    bodyView.textContainerInset = .zero
    bodyView.textContainer.lineFragmentPadding = 0
    bodyView.linkTextAttributes = [.foregroundColor: UIColor.accent, .underlineStyle: NSUnderlineStyle.single.rawValue]
    bodyView.accessibilityLabel = NSLocalizedString("Text", comment: "")
    webView.layer.cornerRadius = 8
    webView.clipsToBounds = true
    webView.isOpaque = false
    commentsButton.configuration?.image = UIImage(systemName: "message.fill")
    commentsButton.configuration?.imagePadding = 8
    commentsButton.configuration?.cornerStyle = .capsule
    externalButton.configuration?.title = NSLocalizedString("Open the source", comment: "")
    externalButton.configuration?.image = UIImage(systemName: "arrow.up.right")
    externalButton.configuration?.imagePlacement = .trailing
    externalButton.configuration?.imagePadding = 8
  }

  func update(oldModel: ArticleViewModel?) {
    guard let model, model != oldModel else { return }
    let text = ArticleText(font: model.settings.font, scale: CGFloat(model.settings.scale))
    titleLabel.text = model.story.headline
    bylineLabel.attributedText = text.byline(model.story)
    let body = NSMutableAttributedString(attributedString: text.opening(localized("body.0")))
    for index in 1...2 {
      body.append(NSAttributedString(string: "\n"))
      body.append(text.paragraph(localized("body.\(index)")))
    }
    bodyView.attributedText = body
    quoteView.label.attributedText = text.quote(localized("quote"))
    listLabel.attributedText = text.list((0..<3).map { localized("list.\($0)") })
    commentsButton.configuration?.title = String(
      format: NSLocalizedString("%lld comments", comment: ""), model.commentCount)
    if model.story != oldModel?.story { showStory(model) }
    setNeedsLayout()
  }

  private func localized(_ key: String) -> String { NSLocalizedString(key, comment: "") }

  private func showStory(_ model: ArticleViewModel) {
    hero.image = Art.picture(model.story.id)
    let figure = FigureView(image: Art.picture(model.story.id + 50), caption: localized("caption"))
    figure.didTap = { [unowned self] in didTapFigure?(model.story.id) }
    let relatedTitle = UILabel()
    relatedTitle.text = localized("Related")
    relatedTitle.font = .headline(.title2)
    relatedTitle.accessibilityTraits = .header
    relatedStack.arrangedSubviews.forEach { $0.removeFromSuperview() }
    relatedStack.addArrangedSubview(relatedTitle)
    for story in model.related {
      let card = StoryCard(story: story)
      card.addAction(UIAction { [unowned self] _ in didSelectStory?(story.id) }, for: .touchUpInside)
      relatedStack.addArrangedSubview(card)
    }
    stack.arrangedSubviews.forEach { $0.removeFromSuperview() }
    for view in [
      titleLabel, bylineLabel, bodyView, quoteView, figure, listLabel, webView, externalButton, commentsButton,
      relatedStack,
    ] { stack.addArrangedSubview(view) }
    stack.setCustomSpacing(6, after: titleLabel)
    stack.setCustomSpacing(32, after: commentsButton)
    webView.loadHTMLString(
      "<html dir=auto><meta name=viewport content='width=device-width'><body style='font: 17px -apple-system'>"
        + "<h3>\(localized("table.title"))</h3><table border=1 cellpadding=6><tr><td>2025<td>41<tr><td>2026<td>57"
        + "</table><a href='https://example.com'>\(localized("Open the source"))</a></body></html>", baseURL: nil)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
    placeHero()
  }

  private func placeHero() {
    let offset = scrollView.contentOffset.y
    hero.frame = CGRect(x: 0, y: offset, width: bounds.width, height: max(80, heroHeight - offset))
  }
}

extension ArticleView: UIScrollViewDelegate, UITextViewDelegate, WKNavigationDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) { placeHero() }

  func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange, interaction: UITextItemInteraction
  ) -> Bool {
    didTapLink?(URL)
    return false
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) {
    guard navigationAction.navigationType == .linkActivated, let url = navigationAction.request.url else {
      decisionHandler(.allow)
      return
    }
    decisionHandler(.cancel)
    didTapLink?(url)
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    webView.evaluateJavaScript("document.body.scrollHeight") { _, _ in }
  }
}
